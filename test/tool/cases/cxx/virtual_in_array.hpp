/* layout: struct poly: 16/8 | s MPI_SHORT@8 | | 6 */
/* layout: struct holder (AutoMap_holder): 40/8 | p[0].s..p[1].s MPI_SHORT@8*2+16, c MPI_CHAR@32 | 10:6 26:6 |
   7 */
/*~ AutoMap_Begin */
struct poly { short s; virtual void f() {} };
struct holder { poly p[2]; char c; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
