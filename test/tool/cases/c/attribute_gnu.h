/* layout: struct s (AutoMap_s): 24/8 | n MPI_INT@0, c MPI_CHAR@16 | 4:4 | 7 */
/*~ AutoMap_Begin */
struct __attribute__((annotate("AutoMap_TpUsed"))) s {
    int n;
    int *p __attribute__((annotate("AutoMap_Ignore")));
    char c;
};
/*~ AutoMap_End */
