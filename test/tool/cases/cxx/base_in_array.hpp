/*~ AutoMap_Begin */
struct base { int i; protected: char c; };
struct item : base { char d; };
struct list { item items[2]; int n; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
