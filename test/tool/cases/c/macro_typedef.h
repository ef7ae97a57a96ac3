/* layout: struct double3 (AutoMap_double3): 32/8 | at MPI_DOUBLE@0*3+8, len MPI_UNSIGNED_CHAR@24 | | 7 */
/* layout: struct short5 (AutoMap_short5): 12/2 | at MPI_SHORT@0*5+2, len MPI_UNSIGNED_CHAR@10 | | 1 */
/*~ AutoMap_Begin */
#define VECTOR(type, n) typedef struct { type at[n]; unsigned char len; } type##n
VECTOR(double, 3) /*~ AutoMap_TpUsed */;
VECTOR(short, 5) /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
