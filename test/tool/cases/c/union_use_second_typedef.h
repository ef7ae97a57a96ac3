/* layout: union first: 4/4 | f MPI_FLOAT@0 | | 0 */
/* layout: struct s (AutoMap_s): 8/4 | a.f..b.f MPI_FLOAT@0*2+4 | | 0 */
/*~ AutoMap_Begin */
typedef union { int i; float f; } first, second /*~ AutoMap_Use(f) */;
struct s { first a; second b; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
