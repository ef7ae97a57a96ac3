/*~ AutoMap_Begin */
struct node {
    int key;
    struct node *next /*~ AutoMap_Ignore */;
    void (*visit)(struct node *) /*~ AutoMap_Ignore */;
    double w; char *names[2]; /*~ AutoMap_Ignore */
    char c;
} /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
