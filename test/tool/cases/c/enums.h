/*~ AutoMap_Begin */
enum plain { P };
enum negative { N = -1 };
enum wide { W = 1L << 40 };
enum __attribute__((packed)) small { S };
struct enums { enum small s; enum plain p; enum negative n[2]; enum wide w; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
