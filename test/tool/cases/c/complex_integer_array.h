/*~ AutoMap_Begin */
struct gauss { long _Complex z[2]; short tail; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
