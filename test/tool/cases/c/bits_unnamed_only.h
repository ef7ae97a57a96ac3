/*~ AutoMap_Begin */
struct s { int a; int : 20; char b; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
