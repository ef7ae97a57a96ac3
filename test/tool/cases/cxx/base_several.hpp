/* layout: struct left: 1/1 | l MPI_CHAR@0 | | 0 */
/* layout: struct right: 8/8 | r MPI_DOUBLE@0 | | 0 */
/* layout: struct both (AutoMap_both): 24/8 | l MPI_CHAR@0, r MPI_DOUBLE@8, i MPI_INT@16 | 1:7 | 4 */
/*~ AutoMap_Begin */
struct left { char l; };
struct right { double r; };
struct both : left, right { int i; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
