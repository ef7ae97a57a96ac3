/* bit-fields: s.a s.b s.d */
/* layout: struct s (AutoMap_s): 9/1 | a..b MPI_BYTE@0*5+1, c MPI_CHAR@5, d MPI_BYTE@6*3+1 | | 0 */
/* remark: 7: bit-fields 'a' to 'b' travel as the 5 bytes that hold them */
/* remark: 7: bit-field 'd' travels as the 3 bytes that hold it */
/*~ AutoMap_Begin */
#pragma pack(push, 1)
struct s { unsigned a : 3; unsigned long long b : 35; char c; unsigned d : 17; } /*~ AutoMap_TpUsed */;
#pragma pack(pop)
/*~ AutoMap_End */
