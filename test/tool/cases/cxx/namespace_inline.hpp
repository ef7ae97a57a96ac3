/*~ AutoMap_Begin */
namespace lib { inline namespace v2 { struct item { int i; char c; } /*~ AutoMap_TpUsed */; } }
struct user { lib::item x; lib::v2::item y; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
