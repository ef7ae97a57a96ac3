/*~ AutoMap_Begin */
union value { long l; float f; } /*~ AutoMap_Use(f) */;
struct cell { char kind; union value v; };
struct grid { struct cell cells[2]; short n; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
