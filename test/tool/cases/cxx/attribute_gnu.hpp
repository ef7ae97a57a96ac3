/*~ AutoMap_Begin */
#define MAP(x) __attribute__((annotate("AutoMap_" #x)))
struct MAP(TpUsed) s { short n; int *p MAP(Ignore); char raw[3] MAP(Bytes); };
/*~ AutoMap_End */
