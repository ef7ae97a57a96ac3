/*~ AutoMap_Begin */
struct wide { char c; _Alignas(32) float f; _Alignas(double) char d; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
