/* layout: struct node: 8/8 | w MPI_DOUBLE@0 | | 0 */
/* layout: struct list (AutoMap_list): 24/8 | a.w..b[1].w MPI_DOUBLE@0*3+8 | | 0 */
/*~ AutoMap_Begin */
struct node { double w; };
typedef struct node node_t;
typedef node_t node_alias;
struct list { node_t a; node_alias b[2]; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
