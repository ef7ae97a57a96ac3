/* layout: struct outer::middle::inner: 4/4 | i MPI_INT@0 | | 0 */
/* layout: struct outer::middle (AutoMap_outer_middle): 8/4 | in.i MPI_INT@0, c MPI_CHAR@4 | | 3 */
/* layout: struct outer (AutoMap_outer): 12/4 | mid.in.i MPI_INT@0, mid.c MPI_CHAR@4, s MPI_SHORT@8 | 5:3 | 2
   */
/*~ AutoMap_Begin */
struct outer {
    struct middle {
        struct inner { int i; } in;
        char c;
    } mid /*~ AutoMap_TpUsed */;
    short s;
} /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
