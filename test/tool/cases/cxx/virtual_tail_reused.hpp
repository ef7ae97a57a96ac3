/* layout: struct shape: 24/8 | w MPI_DOUBLE@8, id MPI_INT@16 | | 4 */
/* layout: struct square (AutoMap_square): 32/8 | w MPI_DOUBLE@8, id..side MPI_INT@16*2+4, c MPI_CHAR@24 | | 7
   */
/*~ AutoMap_Begin */
struct shape { double w; int id; virtual void draw() {} };
struct square : shape { int side; char c; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
