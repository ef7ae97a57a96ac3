/* bit-fields: s.a */
/* layout: struct s (AutoMap_s): 8/4 | a MPI_BYTE@0, b MPI_INT@4 | 1:3 | 0 */
/*~ AutoMap_Begin */
struct s { int a : 8 /*~ AutoMap_Bytes */; int b; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
