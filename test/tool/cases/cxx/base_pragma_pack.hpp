/* layout: struct base: 8/4 | c MPI_CHAR@0, i MPI_INT@4 | 1:3 | 0 */
/* layout: struct derived (AutoMap_derived): 17/1 | c MPI_CHAR@0, i MPI_INT@4, d MPI_CHAR@8, e MPI_DOUBLE@9 |
   1:3 | 0 */
/*~ AutoMap_Begin */
struct base { char c; int i; };
#pragma pack(push, 1)
struct derived : base { char d; double e; } /*~ AutoMap_TpUsed */;
#pragma pack(pop)
/*~ AutoMap_End */
