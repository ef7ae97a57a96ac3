/* layout: struct none: 1/1 | | | 1 */
/* layout: struct user (AutoMap_user): 8/4 | n MPI_INT@4 | 0:4 | 0 */
/*~ AutoMap_Begin */
struct none { };
struct user : none { none first; int n; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
