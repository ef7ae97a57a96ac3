/*~ AutoMap_Begin */
typedef union { int i; float f; } first, second /*~ AutoMap_Use(f) */;
struct s { first a; second b; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
