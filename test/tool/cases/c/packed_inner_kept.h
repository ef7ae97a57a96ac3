/*~ AutoMap_Begin */
struct inner { char c; int i; };
struct __attribute__((packed)) outer { char tag; struct inner in; short s; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
