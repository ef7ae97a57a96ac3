/*~ AutoMap_Begin */
namespace a { struct item { int i; } /*~ AutoMap_TpUsed */; }
namespace b { struct item { double d; } /*~ AutoMap_TpUsed */; }
struct both { a::item a; b::item b; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
