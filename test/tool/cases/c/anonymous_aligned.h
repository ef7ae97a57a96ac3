/* layout: struct: 16/16 | s MPI_SHORT@0 | | 14 */
/* layout: struct owner (AutoMap_owner): 48/16 | c MPI_CHAR@0, s MPI_SHORT@16, d MPI_CHAR@32 | 1:15 18:14 | 15
   */
/*~ AutoMap_Begin */
struct owner {
    char c;
    struct { short s; } __attribute__((aligned(16)));
    char d;
} /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
