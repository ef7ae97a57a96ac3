/* layout: struct s (AutoMap_s): 8/4 | a MPI_INT@0, b MPI_CHAR@7 | 4:3 | 0 */
/*~ AutoMap_Begin */
struct s { int a; int : 20; char b; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
