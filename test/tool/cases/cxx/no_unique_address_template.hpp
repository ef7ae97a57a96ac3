/* arguments: -- -std=c++20 */
/* layout: struct none: 1/1 | | | 1 */
/* layout: struct both<none, int>: 4/4 | b MPI_INT@0 | | 0 */
/* layout: struct both<double, none>: 8/8 | a MPI_DOUBLE@0 | | 0 */
/* layout: struct user (AutoMap_user): 16/8 | x.b MPI_INT@0, y.a MPI_DOUBLE@8 | 4:4 | 0 */
/*~ AutoMap_Begin */
template <class A, class B> struct both {
    [[no_unique_address]] A a;
    [[no_unique_address]] B b;
};
struct none { };
struct user { both<none, int> x; both<double, none> y; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
