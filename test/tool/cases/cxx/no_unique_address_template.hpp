/* arguments: -- -std=c++20 */
/*~ AutoMap_Begin */
template <class A, class B> struct both {
    [[no_unique_address]] A a;
    [[no_unique_address]] B b;
};
struct none { };
struct user { both<none, int> x; both<double, none> y; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
