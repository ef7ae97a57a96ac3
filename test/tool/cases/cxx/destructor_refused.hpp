/*~ AutoMap_Begin */
struct s { int n; ~s() { n = 0; } } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
