/*~ AutoMap_Begin */
struct __attribute__((annotate("AutoMap_TpUsed"))) s {
    int n;
    int *p __attribute__((annotate("AutoMap_Ignore")));
    char c;
};
/*~ AutoMap_End */
