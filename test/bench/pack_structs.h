// Structs of the benchmark of packing.
#pragma once

/*~ AutoMap_Begin */
#pragma pack(push, 1)
struct bench_packed { // the paper's Struct Array
  int a, b;
  char text[64];
  double x, y;
  float z;
} /*~ AutoMap_TpUsed */;
#pragma pack(pop)

struct bench_padded {
  char kind;
  double value;
  int id;
  short tag;
  float position[3];
} /*~ AutoMap_TpUsed */;

struct bench_sample {
  char kind;
  double values[200];
  int id;
} /*~ AutoMap_TpUsed */;

struct bench_tiny {
  int i;
  char c;
} /*~ AutoMap_TpUsed */;

struct bench_dense {
  double x, y, z;
  int i, j;
} /*~ AutoMap_TpUsed */;

struct bench_mixed {
  char c0;
  double d0;
  short s0;
  int i0;
  char c1;
  float f0;
  double d1;
  char c2, c3;
  int i1;
  short s1;
  double d2;
  float f1;
  char c4;
  int i2;
  double d3;
  short s2;
  char c5;
  float f2;
  int i3;
} /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
