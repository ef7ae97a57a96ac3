/* compilers: clang */
/*~ AutoMap_Begin */
struct s { _Float16 h[3]; float f; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
