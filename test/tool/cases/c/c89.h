/* arguments: -- -std=c89 */
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
