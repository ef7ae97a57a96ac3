/* bit-fields: s.a */
/*~ AutoMap_Begin */
struct s { int a : 8 /*~ AutoMap_Bytes */; int b; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
