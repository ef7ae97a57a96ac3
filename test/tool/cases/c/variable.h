/*~ AutoMap_Begin */
struct { char c; short s; } state /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
