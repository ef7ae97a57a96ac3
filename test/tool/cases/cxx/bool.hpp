/*~ AutoMap_Begin */
enum switched : bool { off, on };
struct s { bool b; bool v[3]; switched w; int n; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
