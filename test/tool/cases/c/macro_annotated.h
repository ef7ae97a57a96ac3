/* tags: one */
/* layout: struct one (AutoMap_one): 8/4 | n MPI_INT@0, f MPI_FLOAT@4 | | 0 */
/*~ AutoMap_Begin */
#define EXPORTED(name) struct name { int n; float f; } /*~ AutoMap_TpUsed */
EXPORTED(one);
/*~ AutoMap_End */
