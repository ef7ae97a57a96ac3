/* arguments: -- -funsigned-char */
/*~ AutoMap_Begin */
typedef unsigned char octet;
struct s { octet o[3]; signed char t; char c; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
