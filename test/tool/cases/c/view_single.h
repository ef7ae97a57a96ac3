/*~ AutoMap_Begin */
struct particle { double pos[3]; double vel[3]; int id; char tag; } /*~ AutoMap_TpUsed */ /*~ AutoMap_View(ghost: pos, id) */;
/*~ AutoMap_End */
