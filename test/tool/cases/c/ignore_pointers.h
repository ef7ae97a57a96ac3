/* layout: struct node (AutoMap_node): 56/8 | key MPI_INT@0, w MPI_DOUBLE@24, c MPI_CHAR@48 | 4:4 | 7 */
/*~ AutoMap_Begin */
struct node {
    int key;
    struct node *next /*~ AutoMap_Ignore */;
    void (*visit)(struct node *) /*~ AutoMap_Ignore */;
    double w; char *names[2]; /*~ AutoMap_Ignore */
    char c;
} /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
