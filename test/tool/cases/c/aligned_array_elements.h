/*~ AutoMap_Begin */
struct slot { int i; } __attribute__((aligned(16)));
struct slots { struct slot s[3]; short last; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
