/*~ AutoMap_Begin */
typedef struct same { int same; } same;
struct outer { same same; struct same others[2]; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
