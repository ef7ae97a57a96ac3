/* layout: struct s refused: it has a destructor of its own, so it owns something that its bytes only refer to
   */
/*~ AutoMap_Begin */
struct s { int n; ~s() { n = 0; } } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
