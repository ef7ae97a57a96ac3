/* layout: struct point: 16/8 | tag MPI_CHAR@0, x MPI_DOUBLE@8 | 1:7 | 0 */
/* layout: union shape: 24/8 | p.tag MPI_CHAR@0, p.x MPI_DOUBLE@8 | | 0 */
/* layout: struct s (AutoMap_s): 32/8 | a.p.tag MPI_CHAR@0, a.p.x MPI_DOUBLE@8, c MPI_CHAR@24 | | 7 */
/*~ AutoMap_Begin */
struct point { char tag; double x; };
union shape { struct point p; int raw[6]; } /*~ AutoMap_Use(p) */;
struct s { union shape a; char c; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
