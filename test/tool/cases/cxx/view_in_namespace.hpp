/*~ AutoMap_Begin */
namespace ns { struct s { short a; int b; double d; } /*~ AutoMap_TpUsed */ /*~ AutoMap_View(ghost: a, d) */; }
/*~ AutoMap_End */
