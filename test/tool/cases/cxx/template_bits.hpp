/* bit-fields: bits7.a bits7.b bits20.a bits20.b */
/*~ AutoMap_Begin */
template <int n> struct packed_bits { unsigned a : n; unsigned b : n; short c; };
using bits7 = packed_bits<7>; /*~ AutoMap_TpUsed */
using bits20 = packed_bits<20>; /*~ AutoMap_TpUsed */
/*~ AutoMap_End */
