/* layout: struct ns::s (AutoMap_ns_s): 16/8 | a MPI_SHORT@0, b MPI_INT@4, d MPI_DOUBLE@8 | 2:2 | 0 */
/* layout: struct ns::s view ghost (AutoMap_ns_s_ghost): 16/8 | a MPI_SHORT@0, d MPI_DOUBLE@8 | 2:2 | 0 */
/*~ AutoMap_Begin */
namespace ns { struct s { short a; int b; double d; } /*~ AutoMap_TpUsed */ /*~ AutoMap_View(ghost: a, d) */; }
/*~ AutoMap_End */
