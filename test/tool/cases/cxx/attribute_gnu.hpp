/* layout: struct s (AutoMap_s): 24/8 | n MPI_SHORT@0, raw MPI_BYTE@16*3+1 | 2:6 | 5 */
/*~ AutoMap_Begin */
#define MAP(x) __attribute__((annotate("AutoMap_" #x)))
struct MAP(TpUsed) s { short n; int *p MAP(Ignore); char raw[3] MAP(Bytes); };
/*~ AutoMap_End */
