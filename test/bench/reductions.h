/* Structs with operators, for the benchmark of reductions. */
#pragma once

/*~ AutoMap_Begin */
struct vec {
  double x, y, z;
} /*~ AutoMap_Reduce(x: sum, y: sum, z: sum) */;

struct cell {
  double mass, t_max;
  int id;
  struct vec momentum;
  float e_min, e_max;
} /*~ AutoMap_Reduce(mass: sum, t_max: max, id: min, e_min: min, e_max: max) */;

struct histogram {
  double sum[64];
  unsigned count[64];
  short flags[32];
} /*~ AutoMap_Reduce(sum: sum, count: sum, flags: bor) */;

struct best {
  double energy;
  int rank, index;
} /*~ AutoMap_Reduce(energy: minloc(rank, index)) */;
/*~ AutoMap_End */
