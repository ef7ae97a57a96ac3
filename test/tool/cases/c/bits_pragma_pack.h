/* bit-fields: s.a s.b s.d */
/*~ AutoMap_Begin */
#pragma pack(push, 1)
struct s { unsigned a : 3; unsigned long long b : 35; char c; unsigned d : 17; } /*~ AutoMap_TpUsed */;
#pragma pack(pop)
/*~ AutoMap_End */
