#pragma once

/*~ AutoMap_Begin */
struct other {
    long double x;
    int n;
} /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
