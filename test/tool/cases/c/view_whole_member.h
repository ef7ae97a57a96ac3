/*~ AutoMap_Begin */
struct vec { double x, y; };
struct body { char c; struct vec pos; struct vec vel; } /*~ AutoMap_TpUsed */ /*~ AutoMap_View(where: pos) */;
/*~ AutoMap_End */
