/*~ AutoMap_Begin */
struct inner { int i; char c; };
struct s { const struct inner ci; volatile struct inner vi[2]; const struct { short h; } cu; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
