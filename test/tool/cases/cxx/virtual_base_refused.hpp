/*~ AutoMap_Begin */
struct top { int i; };
struct middle : virtual top { int j; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
