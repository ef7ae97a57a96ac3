/*~ AutoMap_Begin */
union inner { int i; float f; } /*~ AutoMap_Use(f) */;
union outer { union inner in; double d; } /*~ AutoMap_Use(in) */;
struct s { union outer o; int n; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
