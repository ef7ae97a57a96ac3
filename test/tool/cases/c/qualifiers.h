/* layout: struct qualified (AutoMap_qualified): 32/8 | a..b MPI_INT@0*2+4, c MPI_DOUBLE@8*2+8 | | 0 */
/*~ AutoMap_Begin */
struct qualified { const int a; volatile int b; const volatile double c[2]; int *restrict p /*~ AutoMap_Ignore */; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
