/* layout: struct s (AutoMap_s): 96/16 | f MPI_C_FLOAT_COMPLEX@0, d MPI_C_DOUBLE_COMPLEX@8*2+16, l
   MPI_C_LONG_DOUBLE_COMPLEX@48, i MPI_INT@80*2+4 | 40:8 | 8 */
/*~ AutoMap_Begin */
struct s { float _Complex f; _Complex double d[2]; long double _Complex l; _Complex int i; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
