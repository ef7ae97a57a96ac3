/* layout: class hidden: 8/4 | key MPI_INT@0, tag MPI_SHORT@4 | | 2 */
/* layout: class shown (AutoMap_shown): 16/8 | key MPI_INT@0, tag MPI_SHORT@4, value MPI_DOUBLE@8 | 6:2 | 0 */
/*~ AutoMap_Begin */
class hidden { int key; protected: short tag; };
class shown : private hidden { double value; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
