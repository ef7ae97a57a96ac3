/* arguments: -- -std=c++20 */
/*~ AutoMap_Begin */
struct none { };
struct user {
    [[no_unique_address]] none a;
    int n;
    [[no_unique_address]] none b;
} /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
