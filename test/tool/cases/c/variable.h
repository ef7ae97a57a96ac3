/* layout: struct state (AutoMap_state): 4/2 | c MPI_CHAR@0, s MPI_SHORT@2 | 1:1 | 0 */
/*~ AutoMap_Begin */
struct { char c; short s; } state /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
