/*~ AutoMap_Begin */
struct node { double w; };
typedef struct node node_t;
typedef node_t node_alias;
struct list { node_t a; node_alias b[2]; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
