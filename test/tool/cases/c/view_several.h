/*~ AutoMap_Begin */
struct cell { int i; float f; char c; double d; } /*~ AutoMap_TpUsed */ /*~ AutoMap_View(ends: i, d) */ /*~ AutoMap_View(middle: f, c) */;
/*~ AutoMap_End */
