/* layout: struct s (AutoMap_s): 32/8 | n MPI_INT@0, c MPI_CHAR@24 | 4:4 | 7 */
/* layout: struct s view all (AutoMap_s_all): 32/8 | n MPI_INT@0, secret MPI_DOUBLE@16 | 4:4 | 7 */
/*~ AutoMap_Begin */
struct s { int n; double *p /*~ AutoMap_Ignore */; double secret /*~ AutoMap_Ignore */; char c; } /*~ AutoMap_TpUsed */ /*~ AutoMap_View(all: n, secret) */;
/*~ AutoMap_End */
