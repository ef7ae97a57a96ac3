/* bit-fields: s.c s.d */
/* layout: struct s (AutoMap_s): 4/4 | c..d MPI_BYTE@0*2+1, t MPI_SHORT@2 | | 0 */
/* remark: 6: bit-fields 'c' to 'd' travel as the 2 bytes that hold them */
/*~ AutoMap_Begin */
enum color { RED, GREEN, BLUE };
struct s { enum color c : 2; enum color d : 7; short t; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
