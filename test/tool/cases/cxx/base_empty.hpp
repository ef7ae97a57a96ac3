/*~ AutoMap_Begin */
struct policy { };
struct user : policy { double x; int n; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
