/*~ AutoMap_Begin */
union value { long l; char c[3]; };
struct s { union value v[2] /*~ AutoMap_Use(c) */; int n; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
