/* layout: struct shape (AutoMap_shape): 24/8 | area MPI_DOUBLE@8, id MPI_INT@16 | | 4 */
/*~ AutoMap_Begin */
struct shape { double area; int id; virtual void draw() {} virtual ~shape() = default; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
