/* tags: foo bar */
/* layout: struct foo (AutoMap_foo): 8/4 | c MPI_CHAR@0, i MPI_INT@4 | 1:3 | 0 */
/* layout: struct bar (AutoMap_bar): 8/4 | c MPI_CHAR@0, i MPI_INT@4 | 1:3 | 0 */
/*~ AutoMap_Begin */
#define RECORD(name) struct name { char c; int i; }
RECORD(foo) /*~ AutoMap_TpUsed */;
RECORD(bar) /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
