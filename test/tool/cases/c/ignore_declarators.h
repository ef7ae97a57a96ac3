/*~ AutoMap_Begin */
struct s { int a, *p /*~ AutoMap_Ignore */, b; float x, y; /*~ AutoMap_Ignore */
    char c;
} /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
