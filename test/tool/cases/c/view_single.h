/* layout: struct particle (AutoMap_particle): 56/8 | pos..vel[2] MPI_DOUBLE@0*6+8, id MPI_INT@48, tag
   MPI_CHAR@52 | | 3 */
/* layout: struct particle view ghost (AutoMap_particle_ghost): 56/8 | pos MPI_DOUBLE@0*3+8, id MPI_INT@48 | |
   3 */
/*~ AutoMap_Begin */
struct particle { double pos[3]; double vel[3]; int id; char tag; } /*~ AutoMap_TpUsed */ /*~ AutoMap_View(ghost: pos, id) */;
/*~ AutoMap_End */
