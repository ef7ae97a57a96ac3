/* bit-fields: bits7.a bits7.b bits20.a bits20.b */
/* layout: struct bits7 (AutoMap_bits7): 4/4 | a..b MPI_BYTE@0*2+1, c MPI_SHORT@2 | | 0 */
/* remark: 8: bit-fields 'a' to 'b' travel as the 2 bytes that hold them */
/* layout: struct bits20 (AutoMap_bits20): 12/4 | a MPI_BYTE@0*3+1, b MPI_BYTE@4*3+1, c MPI_SHORT@8 | 3:1 7:1
   | 2 */
/* remark: 8: bit-fields 'a' to 'b' travel as the 6 bytes that hold them */
/*~ AutoMap_Begin */
template <int n> struct packed_bits { unsigned a : n; unsigned b : n; short c; };
using bits7 = packed_bits<7>; /*~ AutoMap_TpUsed */
using bits20 = packed_bits<20>; /*~ AutoMap_TpUsed */
/*~ AutoMap_End */
