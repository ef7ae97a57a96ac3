/*~ AutoMap_Begin */
struct half { _Float16 h; _Float16 v[3]; float f; _Float16 _Complex z; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
