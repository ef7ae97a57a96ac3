/*~ AutoMap_Begin */
struct s { int n; s() = delete; s(const s &) = default; s &operator=(const s &) = delete; double d; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
