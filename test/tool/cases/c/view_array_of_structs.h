/*~ AutoMap_Begin */
struct cell { char state; double mass; };
struct grid { int n; struct cell cells[3]; } /*~ AutoMap_TpUsed */ /*~ AutoMap_View(masses: cells.mass) */;
/*~ AutoMap_End */
