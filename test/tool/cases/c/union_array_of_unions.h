/*~ AutoMap_Begin */
union value { short s; int i; char c[6]; } /*~ AutoMap_Use(s) */;
struct s { char n; union value v[3]; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
