/* layout: struct s (AutoMap_s): 32/8 | a..b MPI_INT@0*2+16, c MPI_CHAR@28 | 4:4 | 3 */
/*~ AutoMap_Begin */
struct s { int a, *p /*~ AutoMap_Ignore */, b; float x, y; /*~ AutoMap_Ignore */
    char c;
} /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
