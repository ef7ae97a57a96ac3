/*~ AutoMap_Begin */
struct extended { char c; long double x; long double v[2]; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
