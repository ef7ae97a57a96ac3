/*~ AutoMap_Begin */
struct fixed { const int a; volatile double b; mutable char c; explicit fixed(int n) : a(n), b(0), c(0) {} } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
