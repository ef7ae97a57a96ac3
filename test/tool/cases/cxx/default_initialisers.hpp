/*~ AutoMap_Begin */
struct config { int n = 3; double x[2] = {1, 2}; bool on{true}; char c = 'c'; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
