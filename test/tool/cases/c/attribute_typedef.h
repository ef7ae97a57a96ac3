/* layout: struct rec (AutoMap_rec): 16/8 | a MPI_SHORT@0, b MPI_DOUBLE@8 | 2:6 | 0 */
/*~ AutoMap_Begin */
typedef struct { short a; double b; } rec __attribute__((annotate("AutoMap_TpUsed")));
/*~ AutoMap_End */
