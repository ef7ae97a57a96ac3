/*~ AutoMap_Begin */
struct one { char c; double d __attribute__((packed)); int i; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
