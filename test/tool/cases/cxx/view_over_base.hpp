/* layout: struct base: 16/8 | id MPI_INT@0, mass MPI_DOUBLE@8 | 4:4 | 0 */
/* layout: struct body (AutoMap_body): 48/8 | id MPI_INT@0, mass..pos[2] MPI_DOUBLE@8*4+8, c MPI_CHAR@40 | 4:4
   | 7 */
/* layout: struct base view place: 16/8 | mass MPI_DOUBLE@8 | 4:4 | 0 */
/* layout: struct body view place (AutoMap_body_place): 48/8 | mass..pos[2] MPI_DOUBLE@8*4+8 | 4:4 | 7 */
/*~ AutoMap_Begin */
struct base { int id; double mass; };
struct body : base { double pos[3]; char c; } /*~ AutoMap_TpUsed */ /*~ AutoMap_View(place: pos, mass) */;
/*~ AutoMap_End */
