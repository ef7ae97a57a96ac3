/* unnameable: derived.x derived.y last.x last.y */
/*~ AutoMap_Begin */
struct base { int x; short y; };
struct derived : base { void x() {} double y; enum { z }; } /*~ AutoMap_TpUsed */;
struct last : derived { struct y { }; char z; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
