/* bit-fields: s.a */
/* layout: struct s (AutoMap_s): 4/4 | a MPI_BYTE@0 | | 3 */
/* remark: 5: bit-field 'a' travels as the byte that holds it */
/*~ AutoMap_Begin */
struct s { unsigned a : 3; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
