#pragma once

/*~ AutoMap_Begin */
struct local {
    char c;
    int i;
} /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
