/*~ AutoMap_Begin */
struct alignas(32) wide { int i; alignas(16) char c; } /*~ AutoMap_TpUsed */;
struct user { char c; wide w[2]; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
