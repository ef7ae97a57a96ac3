/* bit-fields: s.lo s.hi */
/* layout: struct: 4/4 | lo..hi MPI_BYTE@0*2+1 | | 2 */
/* remark: 9: bit-fields 'lo' to 'hi' travel as the 2 bytes that hold them */
/* layout: union: 4/4 | lo..hi MPI_BYTE@0*2+1 | | 0 */
/* layout: struct s (AutoMap_s): 8/4 | lo..hi MPI_BYTE@0*2+1, t MPI_INT@4 | | 0 */
/*~ AutoMap_Begin */
struct s {
    union {
        struct { unsigned lo : 4, hi : 9; };
        unsigned u;
    } /*~ AutoMap_Use(lo) */;
    int t;
} /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
