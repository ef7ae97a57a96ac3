/* layout: struct one (AutoMap_one): 16/4 | c MPI_CHAR@0, d MPI_DOUBLE@1, i MPI_INT@12 | 9:3 | 0 */
/*~ AutoMap_Begin */
struct one { char c; double d __attribute__((packed)); int i; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
