/* arguments: --ignore-pointers */
/*~ AutoMap_Begin */
struct node { struct node *left, *right; double key; const char *name; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
