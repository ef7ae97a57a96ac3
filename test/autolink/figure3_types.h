/* The node types of Figure 3 of the AutoMap & AutoLink paper: a square has two circles and a triangle. */
#pragma once

/*~ AutoMap_Begin */
typedef struct Triangle {
  float angle[3];
} Triangle /*~ AutoMap_TpUsed */;

typedef struct Circle {
  double radius;
  Triangle *inner;
} Circle /*~ AutoMap_TpUsed */;

typedef struct Square {
  int id;
  Circle *first;
  Circle *second;
  Triangle *third;
} Square /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
