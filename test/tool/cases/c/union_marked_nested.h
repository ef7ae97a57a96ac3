/* layout: union: 8/8 | f MPI_FLOAT@0 | | 0 */
/* layout: struct: 16/8 | a MPI_INT@0, u.f MPI_FLOAT@8 | 4:4 | 0 */
/* layout: union top (AutoMap_top): 40/8 | s.a MPI_INT@0, s.u.f MPI_FLOAT@8 | | 0 */
/*~ AutoMap_Begin */
union top {
    struct {
        int a;
        union { float f; long l; } u /*~ AutoMap_Use(f) */;
    } s;
    char c[40];
} /*~ AutoMap_Use(s) */ /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
