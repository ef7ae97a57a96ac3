/* layout: struct node view data (AutoMap_node_data): 24/8 | key MPI_INT@0, value MPI_DOUBLE@16 | 4:4 | 0 */
/*~ AutoMap_Begin */
struct node { int key; struct node *next; double value; } /*~ AutoMap_View(data: key, value) */;
/*~ AutoMap_End */
