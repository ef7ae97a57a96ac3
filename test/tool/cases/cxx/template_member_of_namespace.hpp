/* layout: struct geo::point<float>: 8/4 | x..y MPI_FLOAT@0*2+4 | | 0 */
/* layout: struct segment_f (AutoMap_segment_f): 20/4 | from.x..to.y MPI_FLOAT@0*4+4, tag MPI_CHAR@16 | | 3 */
/*~ AutoMap_Begin */
namespace geo {
template <class T> struct point { T x, y; };
template <class T, template <class> class P> struct segment { P<T> from, to; char tag; };
}
using segment_f = geo::segment<float, geo::point>; /*~ AutoMap_TpUsed */
/*~ AutoMap_End */
