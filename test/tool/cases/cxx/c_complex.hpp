/*~ AutoMap_Begin */
struct s { float _Complex f; _Complex double d[2]; long double _Complex l; _Complex int i; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
