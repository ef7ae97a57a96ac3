/*~ AutoMap_Begin */
struct vec { double x, y; };
struct body { struct vec pos; struct vec vel; int id; } /*~ AutoMap_TpUsed */ /*~ AutoMap_View(flat: pos.x, vel.y, id) */;
/*~ AutoMap_End */
