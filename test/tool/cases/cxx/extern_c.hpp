/* layout: struct point (AutoMap_point): 16/8 | x MPI_DOUBLE@0, c MPI_CHAR@8 | | 7 */
/*~ AutoMap_Begin */
extern "C" {
typedef struct point { double x; char c; } point /*~ AutoMap_TpUsed */;
}
/*~ AutoMap_End */
