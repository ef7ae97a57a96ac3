/* unnameable: s.p.a s.p.b */
/*~ AutoMap_Begin */
struct pair { short a; char b; };
struct s { char c; _Atomic(struct pair) p; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
