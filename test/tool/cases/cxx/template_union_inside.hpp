/*~ AutoMap_Begin */
template <class T> struct holder {
    union { T t; char c[12]; } /*~ AutoMap_Use(t) */;
    int n;
};
using holder_d = holder<double>; /*~ AutoMap_TpUsed */
/*~ AutoMap_End */
