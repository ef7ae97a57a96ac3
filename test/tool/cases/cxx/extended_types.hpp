/* layout: struct s (AutoMap_s): 80/16 | c MPI_CHAR@0, i..q MPI_BYTE@16*32+1, v MPI_FLOAT@48*8+4 | 1:15 | 0 */
/* remark: 5: field 'i' has the type '__int128', for which MPI has no basic type: it travels as 16 bytes */
/* remark: 5: field 'q' has the type '__float128', for which MPI has no basic type: it travels as 16 bytes */
/*~ AutoMap_Begin */
struct s { char c; __int128 i; __float128 q; typedef float v4f __attribute__((vector_size(16))); v4f v[2]; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
