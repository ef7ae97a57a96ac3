/* layout: struct packed (AutoMap_packed): 19/1 | c MPI_CHAR@0, d MPI_DOUBLE@1, s MPI_SHORT@9, i
   MPI_INT@11*2+4 | | 0 */
/*~ AutoMap_Begin */
struct packed { char c; double d; short s; int i[2]; } __attribute__((packed)) /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
