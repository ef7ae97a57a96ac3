/*~ AutoMap_Begin */
union block { double d[2][2]; char bytes[40]; } /*~ AutoMap_Use(d) */;
struct s { union block b; int i; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
