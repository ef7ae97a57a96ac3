/* unnameable: s.p.a s.p.b */
/* layout: struct pair: 4/2 | a MPI_SHORT@0, b MPI_CHAR@2 | | 1 */
/* layout: struct s (AutoMap_s): 8/4 | c MPI_CHAR@0, p.a MPI_SHORT@4, p.b MPI_CHAR@6 | 1:3 | 1 */
/*~ AutoMap_Begin */
struct pair { short a; char b; };
struct s { char c; _Atomic(struct pair) p; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
