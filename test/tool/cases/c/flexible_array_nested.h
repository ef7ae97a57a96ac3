/* layout: struct message: 8/4 | n MPI_INT@0, c MPI_CHAR@4 | | 3 */
/* remark: 5: field 'text' is a flexible array member: its elements are no part of the datatype */
/* layout: struct packet (AutoMap_packet): 16/8 | time MPI_DOUBLE@0, m.n MPI_INT@8, m.c MPI_CHAR@12 | | 3 */
/*~ AutoMap_Begin */
struct message { int n; char c; char text[]; };
struct packet { double time; struct message m; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
