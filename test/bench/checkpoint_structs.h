/* The structures of the benchmark of files. */
#pragma once

/*~ AutoMap_Begin */
struct Particle {
  double position[3];
  struct Particle *next;
} /*~ AutoMap_TpUsed */;

struct Patch {
  int n;
  double *values /*~ AutoMap_Len(n) */;
  struct Patch *next;
} /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
