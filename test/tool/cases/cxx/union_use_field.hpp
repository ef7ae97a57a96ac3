/* layout: union: 16/8 | f MPI_FLOAT@0*3+4 | | 4 */
/* layout: class s (AutoMap_s): 24/8 | u.f MPI_FLOAT@0*3+4, c MPI_CHAR@16 | 12:4 | 7 */
/*~ AutoMap_Begin */
class s {
    union { long l; float f[3]; } u /*~ AutoMap_Use(f) */;
    char c;
} /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
