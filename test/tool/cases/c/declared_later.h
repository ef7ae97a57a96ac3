/* layout: struct late_t (AutoMap_late_t): 8/4 | n MPI_INT@0, s MPI_SHORT@4 | | 2 */
/*~ AutoMap_Begin */
typedef struct late late_t /*~ AutoMap_TpUsed */;
struct late { int n; short s; };
/*~ AutoMap_End */
