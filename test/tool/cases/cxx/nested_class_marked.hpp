/* layout: struct outer::item (AutoMap_outer_item): 8/4 | i MPI_INT@0, c MPI_CHAR@4 | | 3 */
/*~ AutoMap_Begin */
struct outer {
    struct item { int i; char c; } /*~ AutoMap_TpUsed */;
    item items[2];
};
/*~ AutoMap_End */
