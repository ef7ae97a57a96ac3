/*~ AutoMap_Begin */
#include <uchar.h>
#include <wchar.h>
struct text { char narrow[3]; char16_t c16; char32_t c32[2]; wchar_t wide[2]; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
