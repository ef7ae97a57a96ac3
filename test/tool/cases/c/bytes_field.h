/*~ AutoMap_Begin */
struct handle { int fd; void *cookie; };
struct s { char c; struct handle h /*~ AutoMap_Bytes */; int *where /*~ AutoMap_Bytes */; double d[2] /*~ AutoMap_Bytes */; short t; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
