/* unnameable: owner.t._M_head_impl owner.t._M_head_impl.q */
/* layout: struct owner::own: 4/4 | q MPI_INT@0 | | 0 */
/* layout: class owner (AutoMap_owner): 12/4 | t._M_head_impl MPI_SHORT@0, t._M_head_impl.q..n MPI_INT@4*2+4 |
   2:2 | 0 */
/*~ AutoMap_Begin */
#include <tuple>
class owner {
    struct own { int q; };
    std::tuple<own, short> t;
    int n;
} /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
