/*~ AutoMap_Begin */
struct base { int id; void *link /*~ AutoMap_Ignore */; };
struct derived : base { double x; } /*~ AutoMap_View(only_own: x) */;
/*~ AutoMap_End */
