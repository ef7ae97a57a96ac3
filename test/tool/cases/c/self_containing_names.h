/* layout: struct same: 4/4 | same MPI_INT@0 | | 0 */
/* layout: struct outer (AutoMap_outer): 12/4 | same.same..others[1].same MPI_INT@0*3+4 | | 0 */
/*~ AutoMap_Begin */
typedef struct same { int same; } same;
struct outer { same same; struct same others[2]; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
