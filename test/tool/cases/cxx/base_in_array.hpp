/* layout: struct base: 8/4 | i MPI_INT@0, c MPI_CHAR@4 | | 3 */
/* layout: struct item: 8/4 | i MPI_INT@0, c..d MPI_CHAR@4*2+1 | | 2 */
/* layout: struct list (AutoMap_list): 20/4 | items[0].i MPI_INT@0, items[0].c..items[0].d MPI_CHAR@4*2+1,
   items[1].i MPI_INT@8, items[1].c..items[1].d MPI_CHAR@12*2+1, n MPI_INT@16 | 6:2 14:2 | 0 */
/*~ AutoMap_Begin */
struct base { int i; protected: char c; };
struct item : base { char d; };
struct list { item items[2]; int n; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
