/*~ AutoMap_Begin */
template <class T> class cell { T v; bool on; public: T get() const { return v; } };
using cell_i = cell<int>; /*~ AutoMap_TpUsed */
/*~ AutoMap_End */
