/* layout: struct own view ids (AutoMap_own_ids): 24/8 | id MPI_INT@0, weight MPI_DOUBLE@16 | 4:4 | 0 */
/*~ AutoMap_Begin */
struct own { int id; char *text; double weight; ~own() { delete[] text; } } /*~ AutoMap_View(ids: id, weight) */;
/*~ AutoMap_End */
