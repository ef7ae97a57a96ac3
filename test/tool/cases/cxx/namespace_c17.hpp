/* layout: struct a::b::c::deep (AutoMap_a_b_c_deep): 16/8 | s MPI_SHORT@0, l MPI_LONG@8 | 2:6 | 0 */
/* layout: struct user (AutoMap_user): 32/8 | d[0].s MPI_SHORT@0, d[0].l MPI_LONG@8, d[1].s MPI_SHORT@16,
   d[1].l MPI_LONG@24 | 2:6 18:6 | 0 */
/*~ AutoMap_Begin */
namespace a::b::c { struct deep { short s; long l; } /*~ AutoMap_TpUsed */; }
using a::b::c::deep;
struct user { deep d[2]; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
