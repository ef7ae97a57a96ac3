/* layout: struct shape: 16/8 | id MPI_INT@8 | | 4 */
/* layout: struct circle (AutoMap_circle): 24/8 | id MPI_INT@8, r MPI_DOUBLE@16 | 12:4 | 0 */
/*~ AutoMap_Begin */
struct shape { int id; virtual double area() const { return 0; } };
struct circle : shape { double r; double area() const override { return r; } } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
