/* layout: struct s (AutoMap_s): 56/8 | c MPI_CHAR@0, h..d[1] MPI_BYTE@8*40+1, t MPI_SHORT@48 | 1:7 | 6 */
/* remark: 5: field 'cookie' is a pointer: sent as bytes it means nothing on another rank */
/* remark: 6: field 'where' is a pointer: sent as bytes it means nothing on another rank */
/*~ AutoMap_Begin */
struct handle { int fd; void *cookie; };
struct s { char c; struct handle h /*~ AutoMap_Bytes */; int *where /*~ AutoMap_Bytes */; double d[2] /*~ AutoMap_Bytes */; short t; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
