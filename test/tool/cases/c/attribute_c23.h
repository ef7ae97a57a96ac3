/* arguments: -- -std=c2x */
/* layout: struct s (AutoMap_s): 16/8 | n MPI_INT@8 | | 4 */
/*~ AutoMap_Begin */
struct [[clang::annotate("AutoMap_TpUsed")]] s {
    [[clang::annotate("AutoMap_Ignore")]] void *p;
    int n;
};
/*~ AutoMap_End */
