/* layout: struct s (AutoMap_s): 12/4 | b..w MPI_CXX_BOOL@0*5+1, n MPI_INT@8 | 5:3 | 0 */
/*~ AutoMap_Begin */
enum switched : bool { off, on };
struct s { bool b; bool v[3]; switched w; int n; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
