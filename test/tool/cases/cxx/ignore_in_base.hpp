/*~ AutoMap_Begin */
struct base { int n; base *next /*~ AutoMap_Ignore */; };
struct derived : base { char c; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
