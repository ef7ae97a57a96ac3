/* layout: struct big (AutoMap_big): 80/16 | c MPI_CHAR@0, i..u[1] MPI_BYTE@16*48+1, n MPI_INT@64 | 1:15 | 12
   */
/* remark: 7: field 'i' has the type '__int128', for which MPI has no basic type: it travels as 16 bytes */
/* remark: 7: field 'u' has the type 'unsigned __int128', for which MPI has no basic type: each element
   travels as 16 bytes */
/*~ AutoMap_Begin */
struct big { char c; __int128 i; unsigned __int128 u[2]; int n; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
