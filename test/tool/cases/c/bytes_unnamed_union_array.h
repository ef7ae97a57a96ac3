/* layout: struct s (AutoMap_s): 48/16 | arr MPI_BYTE@0*12+1, ld MPI_LONG_DOUBLE@16*2+16 | 12:4 | 0 */
/*~ AutoMap_Begin */
struct s { union { int k; short t; } arr[3] /*~ AutoMap_Bytes */; long double ld[2]; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
