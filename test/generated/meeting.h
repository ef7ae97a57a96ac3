/* What a C program has of the classes in meeting.hpp: pointers and lengths. */
#ifndef MEETING_H
#define MEETING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*~ AutoMap_Begin */
typedef struct spot {
  float x;
  double y;
} spot;

typedef struct part {
  int id;
  char *name /*~ AutoMap_String */;
  int64_t n;
  double *values /*~ AutoMap_Len(n) */;
} part;

typedef struct node {
  int value;
  struct node *next;
} node;

typedef struct vertex {
  int id;
  int degree;
  struct vertex **to /*~ AutoMap_Len(degree) */;
} vertex;

typedef struct entry {
  char *key /*~ AutoMap_String */;
  int value;
} entry;

typedef struct kept {
  int n;
  int *numbers /*~ AutoMap_Len(n) */;
  char letter;
} kept;

typedef struct mesh {
  char title[8];
  bool is_done;
  int n;
  double *x /*~ AutoMap_Len(n) */;
  double *y /*~ AutoMap_Len(n) */;
  unsigned char n_parts;
  part *parts /*~ AutoMap_Len(n_parts) */;
  short n_words;
  char **words /*~ AutoMap_Len(n_words) */ /*~ AutoMap_String */;
  spot origin, corners[2];
  uint32_t n_spots;
  spot *spots /*~ AutoMap_Len(n_spots) */;
  int rows, columns;
  float *grid /*~ AutoMap_Len(rows * columns) */;
  unsigned flags : 3, more : 9;
  kept owned;
  part single[2];
  struct mesh *coarser;
  node *list;
  vertex *graph;
  vertex *again;
  size_t n_entries;
  entry *entries /*~ AutoMap_Len(n_entries) */;
  void *cache /*~ AutoMap_Ignore */;
} mesh /*~ AutoMap_TpUsed */;

typedef struct segment {
  spot begin, end;
} segment;

typedef struct view {
  segment *all;
  spot *place;
} view /*~ AutoMap_TpUsed */;

typedef struct other {
  int first;
  float second;
  int n;
  short *numbers /*~ AutoMap_Len(n) */;
} other /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */

#endif
