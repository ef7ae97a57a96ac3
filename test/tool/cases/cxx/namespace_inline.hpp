/* layout: struct lib::item (AutoMap_lib_item): 8/4 | i MPI_INT@0, c MPI_CHAR@4 | | 3 */
/* layout: struct user (AutoMap_user): 16/4 | x.i MPI_INT@0, x.c MPI_CHAR@4, y.i MPI_INT@8, y.c MPI_CHAR@12 |
   5:3 | 3 */
/*~ AutoMap_Begin */
namespace lib { inline namespace v2 { struct item { int i; char c; } /*~ AutoMap_TpUsed */; } }
struct user { lib::item x; lib::v2::item y; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
