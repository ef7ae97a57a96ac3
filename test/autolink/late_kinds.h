/* Node types whose lengths and kinds depend on what pointers lead to, annotated as for automap --autolink. */
#pragma once

#include <stdint.h>

/*~ AutoMap_Begin */
typedef struct Sizes {
  short rows;
  unsigned char some[3];
  int64_t table[2][2];
} Sizes;

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
} Parcel /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
