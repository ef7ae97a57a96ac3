/* layout: struct box_f (AutoMap_box_f): 12/4 | lo..hi MPI_FLOAT@0*2+4, tag MPI_CHAR@8 | | 3 */
/* layout: struct box_s (AutoMap_box_s): 6/2 | lo..hi MPI_SHORT@0*2+2, tag MPI_CHAR@4 | | 1 */
/*~ AutoMap_Begin */
template <class T> struct box { T lo, hi; char tag; };
typedef box<float> box_f /*~ AutoMap_TpUsed */;
typedef box<short> box_s; /*~ AutoMap_TpUsed */
/*~ AutoMap_End */
