/* layout: struct s (AutoMap_s): 16/16 | i MPI_INT@0 | | 12 */
/*~ AutoMap_Begin */
struct alignas(16) none { };
struct s : none { int i; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
