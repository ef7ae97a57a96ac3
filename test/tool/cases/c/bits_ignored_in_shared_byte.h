/* layout: struct s refused: bit-field 'a' is left out but shares a byte with bit-field 'b', which is sent */
/*~ AutoMap_Begin */
struct s { unsigned a : 6 /*~ AutoMap_Ignore */; unsigned b : 6; int d; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
