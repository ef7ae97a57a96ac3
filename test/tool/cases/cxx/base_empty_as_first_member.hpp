/*~ AutoMap_Begin */
struct none { };
struct user : none { none first; int n; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
