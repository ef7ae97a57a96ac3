/* layout: struct: 8/4 | x..y MPI_FLOAT@0*2+4 | | 0 */
/* layout: union: 8/8 | x..y MPI_FLOAT@0*2+4 | | 0 */
/* layout: struct s (AutoMap_s): 16/8 | kind MPI_INT@0, x..y MPI_FLOAT@8*2+4 | 4:4 | 0 */
/*~ AutoMap_Begin */
struct s {
    int kind;
    union {
        long l;
        struct { float x, y; };
    } /*~ AutoMap_Use(x) */;
} /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
