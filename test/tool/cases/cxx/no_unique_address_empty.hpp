/* arguments: -- -std=c++20 */
/* layout: struct none: 1/1 | | | 1 */
/* layout: struct user (AutoMap_user): 8/4 | n MPI_INT@0 | | 4 */
/*~ AutoMap_Begin */
struct none { };
struct user {
    [[no_unique_address]] none a;
    int n;
    [[no_unique_address]] none b;
} /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
