/*~ AutoMap_Begin */
#pragma pack(push, 2)
struct two { char c; double d; int i; };
#pragma pack(pop)
struct outer { char tag; struct two t[2]; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
