/* layout: struct shape: 16/8 | id MPI_INT@8 | | 4 */
/* layout: struct disc (AutoMap_disc): 24/8 | id MPI_INT@8, r MPI_FLOAT@12*2+4 | | 4 */
/*~ AutoMap_Begin */
struct shape { int id; virtual double area() const = 0; };
struct disc : shape { float r[2]; double area() const override { return r[0]; } } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
