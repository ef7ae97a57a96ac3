/*~ AutoMap_Begin */
struct s { int n; double d; s(const s &other) : n(other.n), d(0) {} s() = default; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
