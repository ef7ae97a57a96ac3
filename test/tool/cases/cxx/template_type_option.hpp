/* arguments: --type 'Vec<double, 3>' */
template <class T, int n> struct Vec { T at[n]; };
inline Vec<double, 3> origin;
