/*~ AutoMap_Begin */
#include "include/vec3.h"
/*~ AutoMap_End */
struct plain { int not_known; };
/*~ AutoMap_Begin */
struct s { char c; vec3 v; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
