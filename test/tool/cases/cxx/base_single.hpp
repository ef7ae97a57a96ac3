/*~ AutoMap_Begin */
struct base { int a; double b; };
struct derived : base { char c; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
