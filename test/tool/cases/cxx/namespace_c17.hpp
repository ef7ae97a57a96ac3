/*~ AutoMap_Begin */
namespace a::b::c { struct deep { short s; long l; } /*~ AutoMap_TpUsed */; }
using a::b::c::deep;
struct user { deep d[2]; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
