/*~ AutoMap_Begin */
struct packed { char c; double d; short s; int i[2]; } __attribute__((packed)) /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
