/* layout: struct enums (AutoMap_enums): 24/8 | s MPI_UNSIGNED_CHAR@0, p MPI_UNSIGNED@4, n MPI_INT@8*2+4, w
   MPI_UNSIGNED_LONG@16 | 1:3 | 0 */
/*~ AutoMap_Begin */
enum plain { P };
enum negative { N = -1 };
enum wide { W = 1L << 40 };
enum __attribute__((packed)) small { S };
struct enums { enum small s; enum plain p; enum negative n[2]; enum wide w; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
