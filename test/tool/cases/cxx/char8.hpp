/* arguments: -- -std=c++20 */
/* layout: struct s (AutoMap_s): 6/1 | text MPI_UINT8_T@0*5+1, c MPI_CHAR@5 | | 0 */
/*~ AutoMap_Begin */
struct s { char8_t text[5]; char c; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
