/*~ AutoMap_Begin */
struct cache { void *p; int n; };
struct s { double d; struct cache cache[2] /*~ AutoMap_Ignore */; int i; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
