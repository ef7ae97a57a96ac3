/* arguments: -- -std=c2x */
/* compilers: clang */
/*~ AutoMap_Begin */
struct flags { bool yes; bool many[2]; short s; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
