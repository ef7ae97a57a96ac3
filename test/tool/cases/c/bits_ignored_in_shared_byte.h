/*~ AutoMap_Begin */
struct s { unsigned a : 6 /*~ AutoMap_Ignore */; unsigned b : 6; int d; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
