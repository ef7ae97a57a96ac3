/* layout: struct hidden: 8/4 | i MPI_INT@0, s MPI_SHORT@4 | | 2 */
/* layout: struct s (AutoMap_s): 12/4 | h.i MPI_INT@0, h.s MPI_SHORT@4, c MPI_CHAR@8 | 6:2 | 3 */
/*~ AutoMap_Begin */
namespace { struct hidden { int i; short s; }; }
struct s { hidden h; char c; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
