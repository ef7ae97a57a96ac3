/*~ AutoMap_Begin */
#include <stdbool.h>
struct flags { _Bool a; bool b[3]; int n; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
