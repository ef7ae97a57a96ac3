/* Node types with weak pointers of every kind, annotated as for automap --autolink. */
#pragma once

#include <stdint.h>

/*~ AutoMap_Begin */
typedef struct Spot {
  short number;
  struct Cell *owner /*~ AutoMap_Weak */;
} Spot;

/* No other pointers lead to it, so that pointers to it always arrive as NULL. */
typedef struct World {
  int id;
} World;

typedef struct Strap {
  struct Strap *next /*~ AutoMap_Inside(Cell.strap) */;
  struct Strap *previous /*~ AutoMap_Inside(Cell.strap) */ /*~ AutoMap_Weak */;
} Strap;

typedef struct Cell {
  int64_t id;
  struct Cell *child[3];
  struct Cell *parent /*~ AutoMap_Weak */;
  struct Cell *near[2] /*~ AutoMap_Weak */;
  int n_beside;
  struct Cell **beside /*~ AutoMap_Len(n_beside) */ /*~ AutoMap_Weak */;
  int n_spots;
  Spot *spots /*~ AutoMap_Len(n_spots) */;
  Spot *single;
  Spot *favourite /*~ AutoMap_Weak */;
  int n_values;
  double *values /*~ AutoMap_Len(n_values) */;
  void *cursor /*~ AutoMap_Inside */ /*~ AutoMap_Weak */;
  double *strict /*~ AutoMap_Inside */;
  void **cursors /*~ AutoMap_Len(n_beside) */ /*~ AutoMap_Inside */ /*~ AutoMap_Weak */;
  World *world /*~ AutoMap_Weak */;
  int kind;
  void *any /*~ AutoMap_Any(kind: 1 = Cell, 2 = Spot) */ /*~ AutoMap_Weak */;
  Strap strap;
} Cell /*~ AutoMap_TpUsed */;

/* Promised to be a tree, and its parents are known. */
typedef struct Twig {
  char key;
  struct Twig *left, *right;
  struct Twig *parent /*~ AutoMap_Weak */, *other /*~ AutoMap_Weak */;
} Twig /*~ AutoMap_TpUsed */ /*~ AutoMap_Tree */;
/*~ AutoMap_End */
