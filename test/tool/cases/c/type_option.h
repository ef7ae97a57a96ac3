/* arguments: --type unmarked */
/* layout: struct unmarked (AutoMap_unmarked): 16/8 | n MPI_INT@0, d MPI_DOUBLE@8 | 4:4 | 0 */
struct unmarked { int n; double d; };
struct other { int n; };
