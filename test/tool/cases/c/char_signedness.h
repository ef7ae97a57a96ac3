/* arguments: -- -funsigned-char */
/* layout: struct s (AutoMap_s): 5/1 | o MPI_UNSIGNED_CHAR@0*3+1, t MPI_SIGNED_CHAR@3, c MPI_CHAR@4 | | 0 */
/*~ AutoMap_Begin */
typedef unsigned char octet;
struct s { octet o[3]; signed char t; char c; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
