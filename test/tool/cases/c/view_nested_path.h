/* layout: struct vec: 16/8 | x..y MPI_DOUBLE@0*2+8 | | 0 */
/* layout: struct body (AutoMap_body): 40/8 | pos.x..vel.y MPI_DOUBLE@0*4+8, id MPI_INT@32 | | 4 */
/* layout: struct vec view flat: 16/8 | x MPI_DOUBLE@0 | | 0 */
/* layout: struct vec view flat: 16/8 | y MPI_DOUBLE@8 | | 0 */
/* layout: struct body view flat (AutoMap_body_flat): 40/8 | pos.x..vel.y MPI_DOUBLE@0*2+24, id MPI_INT@32 | |
   4 */
/*~ AutoMap_Begin */
struct vec { double x, y; };
struct body { struct vec pos; struct vec vel; int id; } /*~ AutoMap_TpUsed */ /*~ AutoMap_View(flat: pos.x, vel.y, id) */;
/*~ AutoMap_End */
