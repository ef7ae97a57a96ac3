/*~ AutoMap_Begin */
union value { int i; double d; };
struct s { int n; union value v; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
