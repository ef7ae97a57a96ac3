/* layout: class p (AutoMap_p): 14/1 | c MPI_CHAR@0, d MPI_DOUBLE@1, b MPI_CXX_BOOL@9, i MPI_INT@10 | | 0 */
/*~ AutoMap_Begin */
class __attribute__((packed)) p { char c; double d; bool b; int i; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
