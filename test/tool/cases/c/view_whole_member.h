/* layout: struct vec: 16/8 | x..y MPI_DOUBLE@0*2+8 | | 0 */
/* layout: struct body (AutoMap_body): 40/8 | c MPI_CHAR@0, pos.x..vel.y MPI_DOUBLE@8*4+8 | 1:7 | 0 */
/* layout: struct body view where (AutoMap_body_where): 40/8 | pos.x..pos.y MPI_DOUBLE@8*2+8 | 1:7 | 0 */
/*~ AutoMap_Begin */
struct vec { double x, y; };
struct body { char c; struct vec pos; struct vec vel; } /*~ AutoMap_TpUsed */ /*~ AutoMap_View(where: pos) */;
/*~ AutoMap_End */
