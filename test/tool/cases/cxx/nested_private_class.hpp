/* layout: struct tree::node: 16/8 | c MPI_CHAR@0, w MPI_DOUBLE@8 | 1:7 | 0 */
/* layout: class tree (AutoMap_tree): 40/8 | nodes[0].c MPI_CHAR@0, nodes[0].w MPI_DOUBLE@8, nodes[1].c
   MPI_CHAR@16, nodes[1].w MPI_DOUBLE@24, used MPI_INT@32 | 1:7 17:7 | 4 */
/*~ AutoMap_Begin */
class tree {
    struct node { char c; double w; };
    node nodes[2];
    int used;
} /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
