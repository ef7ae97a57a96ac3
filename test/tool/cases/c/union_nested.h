/* layout: union inner: 4/4 | f MPI_FLOAT@0 | | 0 */
/* layout: union outer: 8/8 | in.f MPI_FLOAT@0 | | 0 */
/* layout: struct s (AutoMap_s): 16/8 | o.in.f MPI_FLOAT@0, n MPI_INT@8 | | 4 */
/*~ AutoMap_Begin */
union inner { int i; float f; } /*~ AutoMap_Use(f) */;
union outer { union inner in; double d; } /*~ AutoMap_Use(in) */;
struct s { union outer o; int n; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
