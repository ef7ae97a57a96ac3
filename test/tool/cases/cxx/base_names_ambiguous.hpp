/* unnameable: both.x both.y both.z both.w both.v */
/* layout: struct one: 4/4 | x MPI_INT@0 | | 0 */
/* layout: struct two: 24/8 | x..z MPI_CHAR@0*3+1, w MPI_DOUBLE@8, v MPI_FLOAT@16 | 3:5 | 4 */
/* layout: struct both (AutoMap_both): 40/8 | x MPI_INT@0, x..z MPI_CHAR@8*3+1, w MPI_DOUBLE@16, v
   MPI_FLOAT@24, s MPI_SHORT@32 | 4:4 11:5 28:4 | 6 */
/*~ AutoMap_Begin */
struct one { int x; int y() const; static int z; struct w { }; template <class T> void v(T); };
struct two { char x; char y; char z; double w; float v; };
struct both : one, two { short s; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
