/*~ AutoMap_Begin */
struct s { const double m[2][2]; struct { int a, b; } const z[2]; s(); } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
