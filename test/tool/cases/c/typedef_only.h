/*~ AutoMap_Begin */
typedef struct { long n; char c; } record /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
