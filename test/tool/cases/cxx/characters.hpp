/*~ AutoMap_Begin */
struct s { char c; wchar_t w[2]; char16_t c16; char32_t c32[2]; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
