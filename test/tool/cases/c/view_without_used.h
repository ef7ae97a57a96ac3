/* layout: struct particle view id (AutoMap_particle_id): 32/8 | id MPI_INT@24 | | 2 */
/*~ AutoMap_Begin */
struct particle { double pos[3]; int id; short kind; } /*~ AutoMap_View(id: id) */;
/*~ AutoMap_End */
