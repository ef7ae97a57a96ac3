/* layout: struct s (AutoMap_s): 24/8 | n..m MPI_INT@0*2+16 | 4:4 | 4 */
/*~ AutoMap_Begin */
struct s { int n; union { int i; void *p; } u /*~ AutoMap_Ignore */; int m; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
