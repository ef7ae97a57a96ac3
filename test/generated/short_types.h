#pragma once

#include <wchar.h>

/*~ AutoMap_Begin */
struct short_types {
    char c;
    wchar_t text[3];
    long double x;
    long double _Complex z;
    char d;
} /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
