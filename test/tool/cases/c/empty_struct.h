/*~ AutoMap_Begin */
struct none { };
struct holder { int a; struct none n; int b; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
