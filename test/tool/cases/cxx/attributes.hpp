/*~ AutoMap_Begin */
class [[clang::annotate("AutoMap_TpUsed")]] s {
    int n;
    [[clang::annotate("AutoMap_Ignore")]] void *p;
    union [[clang::annotate("AutoMap_Use(f)")]] { int i; float f; } u;
};
using alias [[clang::annotate("AutoMap_TpUsed")]] = s;
/*~ AutoMap_End */
