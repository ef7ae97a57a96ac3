/*~ AutoMap_Begin */
struct base { int id; double mass; };
struct body : base { double pos[3]; char c; } /*~ AutoMap_TpUsed */ /*~ AutoMap_View(place: pos, mass) */;
/*~ AutoMap_End */
