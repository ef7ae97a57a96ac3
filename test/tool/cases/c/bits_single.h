/* bit-fields: s.a */
/*~ AutoMap_Begin */
struct s { unsigned a : 3; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
