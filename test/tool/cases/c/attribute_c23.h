/* arguments: -- -std=c2x */
/*~ AutoMap_Begin */
struct [[clang::annotate("AutoMap_TpUsed")]] s {
    [[clang::annotate("AutoMap_Ignore")]] void *p;
    int n;
};
/*~ AutoMap_End */
