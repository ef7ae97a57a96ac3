/* layout: struct slot: 16/16 | i MPI_INT@0 | | 12 */
/* layout: struct slots (AutoMap_slots): 64/16 | s[0].i..s[2].i MPI_INT@0*3+16, last MPI_SHORT@48 | 4:12 20:12
   36:12 | 14 */
/*~ AutoMap_Begin */
struct slot { int i; } __attribute__((aligned(16)));
struct slots { struct slot s[3]; short last; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
