/* arguments: -- -std=c89 */
/* layout: struct point_tag: 8/4 | x..y MPI_INT@0*2+4 | | 0 */
/* layout: struct line (AutoMap_line): 24/4 | from.x..to.y MPI_INT@0*4+4, name MPI_CHAR@16*8+1 | | 0 */
/*~ AutoMap_Begin */
typedef struct point_tag {
    int x;
    int y;
} point;
struct line {
    point from, to;
    char name[8];
} /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
