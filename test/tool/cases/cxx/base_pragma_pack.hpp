/*~ AutoMap_Begin */
struct base { char c; int i; };
#pragma pack(push, 1)
struct derived : base { char d; double e; } /*~ AutoMap_TpUsed */;
#pragma pack(pop)
/*~ AutoMap_End */
