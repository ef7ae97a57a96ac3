/* bit-fields: s.x.lo */
/* layout: union: 4/4 | lo MPI_BYTE@0*2+1 | | 0 */
/* remark: 6: bit-field 'lo' travels as the 2 bytes that hold it */
/* layout: struct s (AutoMap_s): 8/4 | x.lo MPI_BYTE@0*2+1, t MPI_INT@4 | | 0 */
/*~ AutoMap_Begin */
struct s { union { unsigned lo : 12; float f; } x /*~ AutoMap_Use(lo) */; int t; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
