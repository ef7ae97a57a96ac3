/*~ AutoMap_Begin */
struct gauss { char c; _Complex int z; _Complex short s; unsigned char _Complex u; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
