/*~ AutoMap_Begin */
struct item { char c; short s; };
struct list { char n; struct item items[]; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
