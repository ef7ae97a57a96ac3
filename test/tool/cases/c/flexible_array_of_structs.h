/* layout: struct list (AutoMap_list): 2/2 | n MPI_CHAR@0 | | 1 */
/* remark: 5: field 'items' is a flexible array member: its elements are no part of the datatype */
/*~ AutoMap_Begin */
struct item { char c; short s; };
struct list { char n; struct item items[]; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
