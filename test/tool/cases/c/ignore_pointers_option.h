/* arguments: --ignore-pointers */
/* layout: struct node (AutoMap_node): 32/8 | key MPI_DOUBLE@16 | | 0 */
/*~ AutoMap_Begin */
struct node { struct node *left, *right; double key; const char *name; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
