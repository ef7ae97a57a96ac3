/* layout: struct second: 4/4 | n MPI_INT@0 | | 0 */
/* layout: struct both (AutoMap_both): 12/4 | n MPI_INT@4, c MPI_CHAR@8 | 0:4 | 3 */
/*~ AutoMap_Begin */
struct none { };
struct first : none { };
struct second : none { int n; };
struct both : first, second { char c; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
