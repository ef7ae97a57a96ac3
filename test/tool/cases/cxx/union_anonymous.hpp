/* layout: union: 16/8 | text MPI_CHAR@0*12+1 | | 4 */
/* layout: struct s (AutoMap_s): 32/8 | kind MPI_INT@0, text MPI_CHAR@8*12+1, t MPI_SHORT@24 | 4:4 20:4 | 6 */
/*~ AutoMap_Begin */
struct s {
    int kind;
    union { double d; char text[12]; } /*~ AutoMap_Use(text) */;
    short t;
} /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
