/*~ AutoMap_Begin */
struct a { int x; };
struct b : a { short y; };
struct c : b { char z; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
