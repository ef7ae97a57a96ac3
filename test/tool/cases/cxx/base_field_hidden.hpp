/* unnameable: derived.x derived.y last.x last.y */
/* layout: struct base: 8/4 | x MPI_INT@0, y MPI_SHORT@4 | | 2 */
/* layout: struct derived (AutoMap_derived): 16/8 | x MPI_INT@0, y MPI_SHORT@4, y MPI_DOUBLE@8 | 6:2 | 0 */
/* layout: struct last (AutoMap_last): 24/8 | x MPI_INT@0, y MPI_SHORT@4, y MPI_DOUBLE@8, z MPI_CHAR@16 | 6:2
   | 7 */
/*~ AutoMap_Begin */
struct base { int x; short y; };
struct derived : base { void x() {} double y; enum { z }; } /*~ AutoMap_TpUsed */;
struct last : derived { struct y { }; char z; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
