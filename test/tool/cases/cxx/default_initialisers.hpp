/* layout: struct config (AutoMap_config): 32/8 | n MPI_INT@0, x MPI_DOUBLE@8*2+8, on MPI_CXX_BOOL@24, c
   MPI_CHAR@25 | 4:4 | 6 */
/*~ AutoMap_Begin */
struct config { int n = 3; double x[2] = {1, 2}; bool on{true}; char c = 'c'; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
