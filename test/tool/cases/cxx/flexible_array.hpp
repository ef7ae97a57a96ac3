/*~ AutoMap_Begin */
struct message { double when; char n; char text[]; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
