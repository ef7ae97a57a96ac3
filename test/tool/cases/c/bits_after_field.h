/* bit-fields: s.a s.b */
/* layout: struct s (AutoMap_s): 4/4 | c MPI_CHAR@0, a..b MPI_BYTE@1*3+1 | | 0 */
/* remark: 5: bit-fields 'a' to 'b' travel as the 3 bytes that hold them */
/*~ AutoMap_Begin */
struct s { char c; int a : 12; int b : 8; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
