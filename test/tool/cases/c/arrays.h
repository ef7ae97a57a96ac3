/*~ AutoMap_Begin */
typedef float row[4];
struct grid { char tag; double m[2][3]; row rows[2]; int empty[0]; short one[1]; } /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
