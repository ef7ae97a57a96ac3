/* layout: struct table (AutoMap_table): 24/8 | a MPI_INT@0, b MPI_DOUBLE@8, c MPI_CHAR@16 | 4:4 | 7 */
/*~ AutoMap_Begin */
#define FIELDS(X) X(int, a) X(double, b) X(char, c)
#define FIELD(type, name) type name;
struct table { FIELDS(FIELD) } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
