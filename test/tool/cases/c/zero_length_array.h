/*~ AutoMap_Begin */
struct s { char c; double v[0]; short t; int w[0]; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
