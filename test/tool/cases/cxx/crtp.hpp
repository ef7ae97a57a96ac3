/*~ AutoMap_Begin */
template <class D> struct shape { int id; D &self() { return static_cast<D &>(*this); } };
struct circle : shape<circle> { double r; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
