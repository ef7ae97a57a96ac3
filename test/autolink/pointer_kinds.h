/* Node types with every kind of pointer that AutoLink knows, annotated as for automap --autolink. */
#pragma once

#include <stdint.h>

/*~ AutoMap_Begin */
typedef struct List {
  double data[4];
  struct List *next;
} List /*~ AutoMap_TpUsed */;

typedef struct Tree {
  int key;
  struct Tree *left, *right;
} Tree /*~ AutoMap_TpUsed */ /*~ AutoMap_Tree */;

typedef struct Graph {
  int64_t id;
  struct Graph *link[4];
} Graph /*~ AutoMap_TpUsed */;

typedef struct Leaf {
  short number;
  char letter;
} Leaf /*~ AutoMap_TpUsed */;

typedef struct Ring {
  struct Ring *next /*~ AutoMap_Inside(Item.ring) */, *previous /*~ AutoMap_Inside(Item.ring) */;
} Ring;

typedef struct Item {
  int value;
  Ring ring;
} Item /*~ AutoMap_TpUsed */;

typedef struct Part {
  char *label /*~ AutoMap_String */;
  int n;
  float *values /*~ AutoMap_Len(n) */;
  struct Leaf *leaf;
} Part;

/* Several types of records, whose pointers are all links. A Road may be inside a City. */
typedef struct Sign {
  char text[12];
} Sign /*~ AutoMap_Tree */;

typedef struct Road {
  double length;
  struct City *to;
  struct Road *next;
  Sign *sign;
} Road;

typedef struct City {
  Road main;
  int64_t id;
  Road *road[2];
  Sign *sign;
} City /*~ AutoMap_TpUsed */;

typedef struct Kinds {
  int id;
  struct Kinds *next;
  struct Kinds *four[4];
  int n_numbers;
  double *numbers /*~ AutoMap_Len(n_numbers) */;
  double *same_numbers /*~ AutoMap_Len(n_numbers) */;
  double *cursor /*~ AutoMap_Inside */;
  int n_records;
  Leaf *records /*~ AutoMap_Len(n_records) */;
  Leaf *favourite /*~ AutoMap_Inside */;
  int n_parts;
  Part *parts /*~ AutoMap_Len(n_parts) */;
  int n_pointers;
  Leaf **pointers /*~ AutoMap_Len(n_pointers) */;
  int n_rows;
  double (*rows)[3] /*~ AutoMap_Len(n_rows) */;
  char *name /*~ AutoMap_String */;
  void *cache /*~ AutoMap_Ignore */;
  int kind;
  void *any /*~ AutoMap_Any(kind: 1 = Leaf, 2 = Kinds, 3 = Item) */;
  unsigned char tag;
  union {
    Leaf *leaf;
    struct Kinds *kinds;
    double number;
  } tagged /*~ AutoMap_Any(tag: 1 = leaf, 2 = kinds, 3 = number) */;
  Item *item;
  Part inner[2];
} Kinds /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
