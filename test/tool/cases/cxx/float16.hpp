/* compilers: clang */
/* layout: struct s (AutoMap_s): 12/4 | h MPI_BYTE@0*6+1, f MPI_FLOAT@8 | 6:2 | 0 */
/* remark: 6: field 'h' has the type '_Float16', for which MPI has no basic type: each element travels as 2
   bytes */
/*~ AutoMap_Begin */
struct s { _Float16 h[3]; float f; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
