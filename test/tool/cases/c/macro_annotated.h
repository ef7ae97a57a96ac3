/* tags: one */
/*~ AutoMap_Begin */
#define EXPORTED(name) struct name { int n; float f; } /*~ AutoMap_TpUsed */
EXPORTED(one);
/*~ AutoMap_End */
