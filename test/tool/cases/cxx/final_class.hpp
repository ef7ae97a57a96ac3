/* layout: class sealed (AutoMap_sealed): 24/8 | s MPI_SHORT@0, l MPI_LONG@8, i MPI_INT@16 | 2:6 | 4 */
/*~ AutoMap_Begin */
class sealed final { short s; long l; public: int i; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
