/* bit-fields: base.a base.b derived.a derived.b derived.c */
/* layout: class base: 4/4 | a..b MPI_BYTE@0*2+1 | | 2 */
/* remark: 7: bit-fields 'a' to 'b' travel as the 2 bytes that hold them */
/* layout: struct derived (AutoMap_derived): 4/4 | a..c MPI_BYTE@0*3+1, d MPI_CHAR@3 | | 0 */
/* remark: 8: bit-field 'c' travels as the byte that holds it */
/*~ AutoMap_Begin */
class base { unsigned a : 5; unsigned b : 6; };
struct derived : base { unsigned c : 4; char d; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
