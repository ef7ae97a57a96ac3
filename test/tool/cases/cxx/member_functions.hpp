/* layout: struct point (AutoMap_point): 16/8 | x..y MPI_DOUBLE@0*2+8 | | 0 */
/*~ AutoMap_Begin */
struct point {
    double x = 1, y = 2;
    point() = default;
    point(double x, double y) : x(x), y(y) {}
    double norm2() const { return x * x + y * y; }
    static point origin() { return {}; }
    point operator-() const { return {-x, -y}; }
    template <class T> T as() const { return T(x); }
    friend bool same(const point &a, const point &b) { return a.x == b.x; }
} /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
