/*~ AutoMap_Begin */
typedef struct { short a; double b; } rec __attribute__((annotate("AutoMap_TpUsed")));
/*~ AutoMap_End */
