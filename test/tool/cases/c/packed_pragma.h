/* layout: struct two: 14/2 | c MPI_CHAR@0, d MPI_DOUBLE@2, i MPI_INT@10 | 1:1 | 0 */
/* layout: struct outer (AutoMap_outer): 30/2 | tag..t[0].c MPI_CHAR@0*2+2, t[0].d MPI_DOUBLE@4, t[0].i
   MPI_INT@12, t[1].c MPI_CHAR@16, t[1].d MPI_DOUBLE@18, t[1].i MPI_INT@26 | 1:1 3:1 17:1 | 0 */
/*~ AutoMap_Begin */
#pragma pack(push, 2)
struct two { char c; double d; int i; };
#pragma pack(pop)
struct outer { char tag; struct two t[2]; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
