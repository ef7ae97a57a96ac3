/*~ AutoMap_Begin */
union value { int i; double d; value() : i(0) {} } /*~ AutoMap_Use(d) */;
struct s { int kind; value v; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
