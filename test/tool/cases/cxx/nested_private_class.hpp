/*~ AutoMap_Begin */
class tree {
    struct node { char c; double w; };
    node nodes[2];
    int used;
} /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
