/* layout: struct base: 4/4 | n MPI_INT@0 | | 0 */
/* layout: struct s (AutoMap_s): 8/4 | n MPI_INT@0, c MPI_CHAR@4 | | 3 */
/*~ AutoMap_Begin */
struct base { int n; void f(); };
struct s : private base { friend struct other; using base::n; struct forward; char c; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
