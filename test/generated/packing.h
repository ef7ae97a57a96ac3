/* Structs for generated packing functions: padded, nested, without holes, with long parts and with many parts. */
#pragma once

/*~ AutoMap_Begin */
struct padded {
  char kind;
  double value;
  int id;
  short tag;
  float position[3];
} /*~ AutoMap_TpUsed */ /*~ AutoMap_View(thin: id, kind) */;

struct dense {
  int a, b;
  double x[3];
} /*~ AutoMap_TpUsed */;

struct letter {
  char c;
} /*~ AutoMap_TpUsed */;

struct tail {
  long long n;
  char text[21];
} /*~ AutoMap_TpUsed */;

struct nested {
  struct padded grid[3][4];
  char name[200];
  struct padded many[100];
  short last;
} /*~ AutoMap_TpUsed */;

struct __attribute__((packed)) squeezed {
  char c;
  double d;
  short s[3];
} /*~ AutoMap_TpUsed */;

struct gaps {
  struct {
    char c;
    short unsent /*~ AutoMap_Ignore */;
  } pairs[70];
  int i;
} /*~ AutoMap_TpUsed */;

struct paged { /* its gaps contain pages, which may not be mapped */
  char unsent[4091] /*~ AutoMap_Ignore */;
  char first[5];
  char page[4096] /*~ AutoMap_Ignore */;
  char last[5];
  char end[4091] /*~ AutoMap_Ignore */;
} /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
