/* layout: struct text (AutoMap_text): 24/4 | narrow MPI_CHAR@0*3+1, c16 MPI_UINT16_T@4, c32
   MPI_UINT32_T@8*2+4, wide MPI_WCHAR@16*2+4 | 3:1 6:2 | 0 */
/*~ AutoMap_Begin */
#include <uchar.h>
#include <wchar.h>
struct text { char narrow[3]; char16_t c16; char32_t c32[2]; wchar_t wide[2]; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
