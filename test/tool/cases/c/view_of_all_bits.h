/* bit-fields: s.b s.e */
/*~ AutoMap_Begin */
enum level { LOW, HIGH };
struct s { enum level a[2]; _Bool b : 1; enum level e : 3; char rest; } /*~ AutoMap_TpUsed */ /*~ AutoMap_View(x: a, b, e) */;
/*~ AutoMap_End */
