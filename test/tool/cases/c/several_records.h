/*~ AutoMap_Begin */
struct a { int x; } /*~ AutoMap_TpUsed */;
struct b { struct a a; char c; } /*~ AutoMap_TpUsed */;
struct c { struct b b[2]; struct a a; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
