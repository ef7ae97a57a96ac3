/* compilers: clang */
/*~ AutoMap_Begin */
struct brain { __bf16 b[2]; float f; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
