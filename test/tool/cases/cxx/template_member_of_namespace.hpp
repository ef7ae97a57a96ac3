/*~ AutoMap_Begin */
namespace geo {
template <class T> struct point { T x, y; };
template <class T, template <class> class P> struct segment { P<T> from, to; char tag; };
}
using segment_f = geo::segment<float, geo::point>; /*~ AutoMap_TpUsed */
/*~ AutoMap_End */
