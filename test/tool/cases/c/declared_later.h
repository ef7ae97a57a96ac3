/*~ AutoMap_Begin */
typedef struct late late_t /*~ AutoMap_TpUsed */;
struct late { int n; short s; };
/*~ AutoMap_End */
