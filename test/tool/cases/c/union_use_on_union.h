/*~ AutoMap_Begin */
union value { int i; double d; char bytes[12]; } /*~ AutoMap_Use(d) */;
struct s { int kind; union value v; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
