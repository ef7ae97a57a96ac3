/* The node types of the AutoLink benchmark, for which automap --autolink generates the code of the AutoLink sides. */
#pragma once

#include <stdint.h>

/*~ AutoMap_Begin */
typedef struct Small {
  double data[4];
  struct Small *next;
} Small /*~ AutoMap_TpUsed */;

typedef struct Slim {
  double data[2];
  struct Slim *next;
} Slim /*~ AutoMap_TpUsed */;

typedef struct Large {
  float data[1000];
  struct Large *next;
} Large /*~ AutoMap_TpUsed */;

typedef struct Tree {
  double key;
  struct Tree *left, *right;
} Tree /*~ AutoMap_TpUsed */;

typedef struct Branch {
  double key, weight;
  int64_t n;
  double *values /*~ AutoMap_Len(n) */;
  struct Branch *left, *right;
} Branch /*~ AutoMap_TpUsed */;

typedef struct Graph {
  int64_t id;
  struct Graph *link[4];
} Graph /*~ AutoMap_TpUsed */;

typedef struct Triangle {
  float angle[3];
} Triangle;

typedef struct Circle {
  double radius;
  Triangle *inner;
} Circle;

typedef struct Square {
  int id;
  Circle *first, *second;
  Triangle *third;
  struct Square *next;
} Square /*~ AutoMap_TpUsed */;

typedef struct Row {
  int n;
  double *values /*~ AutoMap_Len(n) */;
  double *greatest /*~ AutoMap_Inside */;
  struct Row *next;
} Row /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
