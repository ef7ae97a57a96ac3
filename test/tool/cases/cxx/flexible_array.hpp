/* layout: struct message (AutoMap_message): 16/8 | when MPI_DOUBLE@0, n MPI_CHAR@8 | | 7 */
/* remark: 4: field 'text' is a flexible array member: its elements are no part of the datatype */
/*~ AutoMap_Begin */
struct message { double when; char n; char text[]; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
