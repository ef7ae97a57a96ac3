/* unnameable: owner.t._M_head_impl owner.t._M_head_impl.q */
/*~ AutoMap_Begin */
#include <tuple>
class owner {
    struct own { int q; };
    std::tuple<own, short> t;
    int n;
} /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
