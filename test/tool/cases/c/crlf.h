/*~ AutoMap_Begin */
struct s {
    int n; // a comment
    char *p; //~ AutoMap_Ignore
    double d;
} /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
