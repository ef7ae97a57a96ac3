/*~ AutoMap_Begin */
struct s { int n; int &r; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
