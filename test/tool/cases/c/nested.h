/*~ AutoMap_Begin */
struct inner { char c; double d; };
struct outer { int before; struct inner in; struct inner grid[2]; int after; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
