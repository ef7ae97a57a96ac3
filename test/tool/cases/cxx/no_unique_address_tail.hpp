/* arguments: -- -std=c++20 */
/*~ AutoMap_Begin */
class part { int i; char c; };
struct user {
    [[no_unique_address]] part p;
    char d;
    short e;
} /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
