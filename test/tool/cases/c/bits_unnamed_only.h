/* layout: struct s (AutoMap_s): 8/4 | a MPI_INT@0, b MPI_CHAR@7 | 4:3 | 0 */
/* layout: struct t (AutoMap_t): 12/4 | a MPI_INT@0, b MPI_CHAR@4, c MPI_INT@8 | 5:3 | 0 */
/*~ AutoMap_Begin */
struct s { int a; int : 20; char b; } /*~ AutoMap_TpUsed */;
struct t { int a; int : 0; char b; short : 4; int c; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
