/* arguments: --type 'geo::point<float>' */
namespace geo { template <class T> struct point { T x, y; char c; }; }
inline geo::point<float> start;
