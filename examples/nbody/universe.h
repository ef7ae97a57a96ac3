#ifndef UNIVERSE_H
#define UNIVERSE_H

/*~ AutoMap_Begin */
typedef struct body {
    double position[3], velocity[3], mass;
} body;

/* A cube of space. */
typedef struct node {
    double low[3], side;
    double mass, centre[3];           /* of all bodies in it */
    struct node *child[8];            /* NULL where there are no bodies */
    body *only /*~ AutoMap_Inside */; /* of a leaf: its body, which is one of the universe's */
} node;

typedef struct universe {
    int n, step;
    body *bodies /*~ AutoMap_Len(n) */;
    node *root;
} universe /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */

#endif
