/*~ AutoMap_Begin */
struct outer {
    struct item { int i; char c; } /*~ AutoMap_TpUsed */;
    item items[2];
};
/*~ AutoMap_End */
