/* layout: struct s (AutoMap_s): 24/4 | c MPI_CHAR@0, w MPI_WCHAR@4*2+4, c16 MPI_UINT16_T@12, c32
   MPI_UINT32_T@16*2+4 | 1:3 14:2 | 0 */
/*~ AutoMap_Begin */
struct s { char c; wchar_t w[2]; char16_t c16; char32_t c32[2]; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
