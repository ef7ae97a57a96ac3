/* unnameable: both.t */
/*~ AutoMap_Begin */
struct top { int t; };
struct left : top { char l; };
struct right : top { double r; };
struct both : left, right { short s; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
