/*~ AutoMap_Begin */
struct message { int n; double data[]; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
