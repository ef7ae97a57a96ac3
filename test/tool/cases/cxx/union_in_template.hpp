/*~ AutoMap_Begin */
template <class T> union either { T value; char raw[24]; } /*~ AutoMap_Use(value) */;
struct s { either<double> d; either<short> s; int n; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
