/* layout: struct quad (AutoMap_quad): 80/16 | c MPI_CHAR@0, q MPI_BYTE@16*16+1, z MPI_C_DOUBLE_COMPLEX@32, v
   MPI_BYTE@48*32+1 | 1:15 | 0 */
/* remark: 7: field 'q' has the type '__float128', for which MPI has no basic type: it travels as 16 bytes */
/* remark: 7: field 'v' has the type '__float128', for which MPI has no basic type: each element travels as 16
   bytes */
/*~ AutoMap_Begin */
struct quad { char c; __float128 q; _Complex double z; __float128 v[2]; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
