#ifndef EXPRESSION_H
#define EXPRESSION_H

/*~ AutoMap_Begin */
typedef struct expression {
    char kind; /* '+', '-', '*', 'x', or 'c' for a constant */
    double constant;
    struct expression *left, *right; /* NULL in 'x' and 'c' */
} expression /*~ AutoMap_TpUsed */ /*~ AutoMap_Tree */;
/*~ AutoMap_End */

#endif
