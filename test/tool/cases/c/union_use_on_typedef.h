/*~ AutoMap_Begin */
typedef union { int i; float f[3]; } number /*~ AutoMap_Use(f) */;
struct s { char c; number n; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
