/* layout: struct message: 8/4 | n MPI_INT@0, c MPI_CHAR@4 | | 3 */
/* remark: 6: field 'text' is a flexible array member: its elements are no part of the datatype */
/* layout: struct packet (AutoMap_packet): 16/4 | m.n MPI_INT@0, m.c MPI_CHAR@4, behind MPI_CHAR@8*5+1 | 5:3 |
   3 */
/*~ AutoMap_Begin */
struct message { int n; char c; char text[]; };
struct packet { struct message m; char behind[5]; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
