#pragma once
/*~ AutoMap_Begin */
typedef struct chain { int value; struct chain *next; } chain /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
