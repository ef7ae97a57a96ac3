/*~ AutoMap_Begin */
typedef struct tag { int x; char y; } first /*~ AutoMap_TpUsed */, second /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
