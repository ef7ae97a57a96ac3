/*~ AutoMap_Begin */
struct none { };
struct first : none { };
struct second : none { int n; };
struct both : first, second { char c; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
