/* layout: struct user (AutoMap_user): 16/8 | x MPI_DOUBLE@0, n MPI_INT@8 | | 4 */
/*~ AutoMap_Begin */
struct policy { };
struct user : policy { double x; int n; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
