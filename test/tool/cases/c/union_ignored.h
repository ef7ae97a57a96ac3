/*~ AutoMap_Begin */
struct s { int n; union { int i; void *p; } u /*~ AutoMap_Ignore */; int m; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
