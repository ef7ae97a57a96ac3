/* Nodes whose types the tests pass with right and wrong roots. */
#pragma once

/*~ AutoMap_Begin */
typedef struct node {
    int id;
    struct node *next;
    struct leaf *leaf;
} node /*~ AutoMap_TpUsed */;

struct leaf {
    double values[2];
};
/*~ AutoMap_End */
