/*~ AutoMap_Begin */
union value { int i; double d; };
struct s { union value a /*~ AutoMap_Use(d) */; union value b /*~ AutoMap_Use(i) */; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
