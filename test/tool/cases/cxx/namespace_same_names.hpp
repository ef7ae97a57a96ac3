/* layout: struct a::item (AutoMap_a_item): 4/4 | i MPI_INT@0 | | 0 */
/* layout: struct b::item (AutoMap_b_item): 8/8 | d MPI_DOUBLE@0 | | 0 */
/* layout: struct both (AutoMap_both): 16/8 | a.i MPI_INT@0, b.d MPI_DOUBLE@8 | 4:4 | 0 */
/*~ AutoMap_Begin */
namespace a { struct item { int i; } /*~ AutoMap_TpUsed */; }
namespace b { struct item { double d; } /*~ AutoMap_TpUsed */; }
struct both { a::item a; b::item b; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
