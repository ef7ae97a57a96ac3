/* layout: struct record (AutoMap_record): 16/8 | n MPI_LONG@0, c MPI_CHAR@8 | | 7 */
/*~ AutoMap_Begin */
typedef struct { long n; char c; } record /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
