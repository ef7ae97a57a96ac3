/*~ AutoMap_Begin */
struct message { int n; char c; char text[]; };
struct packet { struct message m; char behind[5]; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
