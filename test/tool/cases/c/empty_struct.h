/* layout: struct none: 0/1 | | | 0 */
/* layout: struct holder (AutoMap_holder): 8/4 | a..b MPI_INT@0*2+4 | | 0 */
/*~ AutoMap_Begin */
struct none { };
struct holder { int a; struct none n; int b; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
