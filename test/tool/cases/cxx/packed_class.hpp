/*~ AutoMap_Begin */
class __attribute__((packed)) p { char c; double d; bool b; int i; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
