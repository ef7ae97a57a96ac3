/*~ AutoMap_Begin */
struct base { int i; char c; };
struct derived : base { char d; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
