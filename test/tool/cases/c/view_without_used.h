/*~ AutoMap_Begin */
struct particle { double pos[3]; int id; short kind; } /*~ AutoMap_View(id: id) */;
/*~ AutoMap_End */
