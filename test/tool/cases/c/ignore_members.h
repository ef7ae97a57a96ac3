/* layout: struct anonymous_union (AutoMap_anonymous_union): 24/8 | x MPI_DOUBLE@0, z MPI_INT@16 | | 4 */
/* layout: struct anonymous_struct (AutoMap_anonymous_struct): 24/8 | x MPI_DOUBLE@0, z MPI_INT@16 | | 4 */
/* layout: struct plain (AutoMap_plain): 28/4 | a..b MPI_INT@0*2+24 | | 0 */
/* layout: struct function (AutoMap_function): 24/8 | a..b MPI_INT@0*2+16 | 4:4 | 4 */
/* layout: struct bits (AutoMap_bits): 12/4 | a..d MPI_INT@0*2+8 | 6:2 | 0 */
/* layout: struct last (AutoMap_last): 40/8 | x MPI_FLOAT@0 | 4:4 | 0 */
/*~ AutoMap_Begin */
struct anonymous_union { double x; union { int *q; int i; } /*~ AutoMap_Ignore */; int z; } /*~ AutoMap_TpUsed */;
struct anonymous_struct { double x; struct { int *q; }; /*~ AutoMap_Ignore */ int z; } /*~ AutoMap_TpUsed */;
struct plain { int a; int scratch[5] /*~ AutoMap_Ignore */; int b; } /*~ AutoMap_TpUsed */;
struct function {
    int a; void (*f)(int); //~ AutoMap_Ignore
    int b;
} /*~ AutoMap_TpUsed */;
struct bits { int a; int b : 3; /*~ AutoMap_Ignore */ int c : 7; /*~ AutoMap_Ignore */ int d; } /*~ AutoMap_TpUsed */;
struct last { float x; char *names[4] /*~ AutoMap_Ignore */; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
