/*~ AutoMap_Begin */
struct s { int n; int &r /*~ AutoMap_Ignore */; double d; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
