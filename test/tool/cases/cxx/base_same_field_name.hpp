/* unnameable: derived.x */
/*~ AutoMap_Begin */
struct base { int x; };
struct derived : base { double x; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
