/*~ AutoMap_Begin */
struct message { int n; char c; char text[]; };
struct packet { double time; struct message m; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
