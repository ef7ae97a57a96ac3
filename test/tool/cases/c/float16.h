/* layout: struct half (AutoMap_half): 16/4 | h..v[2] MPI_BYTE@0*8+1, f MPI_FLOAT@8, z MPI_BYTE@12*4+1 | | 0
   */
/* remark: 9: field 'h' has the type '_Float16', for which MPI has no basic type: it travels as 2 bytes */
/* remark: 9: field 'v' has the type '_Float16', for which MPI has no basic type: each element travels as 2
   bytes */
/* remark: 9: field 'z' has the type '_Complex _Float16', for which MPI has no basic type: it travels as 4
   bytes */
/*~ AutoMap_Begin */
struct half { _Float16 h; _Float16 v[3]; float f; _Float16 _Complex z; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
