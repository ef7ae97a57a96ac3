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
} Parcel /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
