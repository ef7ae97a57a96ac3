/* layout: struct s (AutoMap_s): 48/8 | n MPI_INT@0, c MPI_CHAR@40 | 4:4 | 7 */
/*~ AutoMap_Begin */
struct s;
typedef void (s::*method)(int);
struct s { int n; int s::*field /*~ AutoMap_Ignore */; method call /*~ AutoMap_Ignore */; void (*f)() /*~ AutoMap_Ignore */; char c; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
