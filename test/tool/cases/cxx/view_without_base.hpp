/* layout: struct derived view only_own (AutoMap_derived_only_own): 24/8 | x MPI_DOUBLE@16 | | 0 */
/*~ AutoMap_Begin */
struct base { int id; void *link /*~ AutoMap_Ignore */; };
struct derived : base { double x; } /*~ AutoMap_View(only_own: x) */;
/*~ AutoMap_End */
