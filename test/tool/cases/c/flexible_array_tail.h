/*~ AutoMap_Begin */
struct message { double d; char n; char text[]; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
