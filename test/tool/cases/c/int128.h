/*~ AutoMap_Begin */
struct big { char c; __int128 i; unsigned __int128 u[2]; int n; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
