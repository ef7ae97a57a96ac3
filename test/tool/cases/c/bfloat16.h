/* compilers: clang */
/* layout: struct brain (AutoMap_brain): 8/4 | b MPI_BYTE@0*4+1, f MPI_FLOAT@4 | | 0 */
/* remark: 6: field 'b' has the type '__bf16', for which MPI has no basic type: each element travels as 2
   bytes */
/*~ AutoMap_Begin */
struct brain { __bf16 b[2]; float f; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
