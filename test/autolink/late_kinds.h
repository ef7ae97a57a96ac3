/* Node types whose lengths and kinds depend on what pointers lead to, annotated as for automap --autolink. */
#pragma once

#include <stddef.h>
#include <stdint.h>

/*~ AutoMap_Begin */
typedef struct Sizes {
  short rows;
  unsigned char some[3];
  int64_t table[2][2];
} Sizes;

/* Structs whose first field tells which of them a pointer leads to. */
enum { IS_DISC = 1, IS_BOX = -7 };
typedef struct Shape {
  short type;
  char letter;
} Shape;
typedef struct Disc {
  Shape base;
  double radius;
} Disc;
typedef struct Box {
  Shape base;
  float sides[3];
  Shape *inside /*~ AutoMap_Any(->type: IS_DISC = Disc, IS_BOX = Box) */;
} Box;

/* A list through the `hook` of Beads, which begins in a Chain and leads back to it. */
typedef struct Hook {
  struct Hook *next /*~ AutoMap_Inside(Bead.hook, Chain.head) */, *previous /*~ AutoMap_Inside */;
} Hook;
typedef struct Bead {
  int id;
  Hook hook;
  struct Chain *owner; /* may be met before its list, or after it */
} Bead;
typedef struct Chain {
  char letter;
  Hook head;
} Chain;

/* A struct with elements at its end, of a number that it tells itself. */
typedef struct Tail {
  short n;
  struct {
    int scale;
  } in;
  __extension__ double values[] /*~ AutoMap_Len(n * in.scale) */;
} Tail;

typedef struct Parcel {
  int id;
  struct Parcel *next;
  /* Lengths from arrays and from behind pointers. */
  Sizes *sizes /*~ AutoMap_Len(1) */; /* other parcels may share it */
  int dims[2], which;
  double *grid /*~ AutoMap_Len(dims[0] * dims[1]) */;
  float *picked /*~ AutoMap_Len(dims[which]) */;
  int n;
  int *start /*~ AutoMap_Len(n + 1) */;
  short *columns /*~ AutoMap_Len(start[n]) */;
  float *weights /*~ AutoMap_Len(start[n] > 3 ? start[n] : 2 * (start[0] <= n)) */;
  char *bytes /*~ AutoMap_Len(sizes->rows + sizes->some[which]) */;
  Sizes *several /*~ AutoMap_Len(2) */;
  short *like_next /*~ AutoMap_Len(next->n) */;
  struct Parcel **others /*~ AutoMap_Len(several[1].table[which][1] + several->rows) */;
  /* What a pointer leads to says what it is. */
  Shape *shape /*~ AutoMap_Any(shape->type: IS_BOX = Box, IS_DISC = Disc) */;
  int n_shapes;
  Shape **shapes /*~ AutoMap_Len(n_shapes) */ /*~ AutoMap_Any(->type: IS_DISC = Disc, IS_BOX = Box) */;
  /* Payloads behind void pointers. */
  size_t n_blob;
  void *blob /*~ AutoMap_Len(n_blob) */;
  void *disc /*~ AutoMap_Any(Disc) */, *number /*~ AutoMap_Any(long double) */;
  unsigned char kind;
  void *some /*~ AutoMap_Any(kind: 1 = double, 2 = AutoMap_String, 3 = Sizes, 4 = int16_t, 5 = Disc) */
      /*~ AutoMap_Len(n_shapes + start[0]) */;
  /* Pairs of pointers to the beginning and the end of an array. */
  double *first /*~ AutoMap_Len(last - first) */, *last;
  struct {
    short (*end)[3], (*begin)[3] /*~ AutoMap_Len(end - begin) */;
    Sizes *sizes /*~ AutoMap_Len(sizes_end - sizes) */, *sizes_end;
  } spans[2];
  Chain *chain, *same_chain;
  Tail *tail, *same_tail, **tails /*~ AutoMap_Len(2) */;
  /* Rows, each of which has a length of its own. */
  int n_rows;
  int *lengths /*~ AutoMap_Len(n_rows) */;
  double **rows /*~ AutoMap_Len(n_rows, lengths[i]) */;
  float (**triangle)[2] /*~ AutoMap_Len(n_rows, i + 1) */;
  Disc **stacks /*~ AutoMap_Len(2, i * which + 1) */;
} Parcel /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
