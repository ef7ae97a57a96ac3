// The header for the selection file in tool/README.md.
#pragma once

struct vec3 {
  double x, y, z;
};
template <typename T, int N> struct Vec {
  T values[N];
};
template struct Vec<double, 3>;

namespace geo {
struct point {
  double x, y;
};
union number {
  int i;
  float f;
};
struct cell {
  vec3 pos, vel;
  struct {
    int hits, *pointer;
  } cache;
  union {
    double real;
    long whole;
  } value;
  number n;
  int count;
  double *samples;
  int dims[2];
  double *rows;
  struct {
    char text[3];
  } payload;
  cell *next;
};
} // namespace geo
