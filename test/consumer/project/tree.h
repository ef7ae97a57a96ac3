#pragma once
/*~ AutoMap_Begin */
typedef struct tree { char *key /*~ AutoMap_String */; struct tree *kids[2]; } tree /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
