/*~ AutoMap_Begin */
namespace { struct hidden { int i; short s; }; }
struct s { hidden h; char c; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
