#ifndef RECORDS_H
#define RECORDS_H

#include <stddef.h>
#include <stdint.h>
#include <wchar.h>

#include <mpi.h>

/*~ AutoMap_Begin */

struct cmdline {
  char display[50];
  int maxiter;
  double xmin, ymin;
  double xmax, ymax;
  int width;
  int height;
} /*~ AutoMap_TpUsed */;

typedef struct {
  char tag;
  double pos[3];
  int id;
  short cell[3];
  float charge;
} particle; //~ AutoMap_TpUsed

/* 92 bytes that MPI alone would round up to 96. */
#pragma pack(push, 4)
struct packed92 {
  double values[11];
  int last;
} /*~ AutoMap_TpUsed */;
#pragma pack(pop)

struct packed1 {
  char c;
  double d;
  short s[3];
  long long l;
} __attribute__((packed)) /*~ AutoMap_TpUsed */;

struct inner {
  char flag;
  double value;
};

struct nested {
  int before;
  struct inner one;
  struct inner grid[2][3];
  particle cloud[4];
  struct {
    short depth;
    char letters[3];
  } unnamed[2];
  char after;
} /*~ AutoMap_TpUsed */;

struct vec3 {
  double x, y, z;
} /*~ AutoMap_TpUsed */;

struct wide {
  int only;
} __attribute__((aligned(16))) /*~ AutoMap_TpUsed */;

struct wides {
  struct wide w[3];
} /*~ AutoMap_TpUsed */;

enum color { RED, GREEN, BLUE };

struct integers {
  signed char sc;
  unsigned char uc;
  unsigned short us;
  unsigned int ui;
  long l;
  unsigned long ul;
  long long ll;
  unsigned long long ull;
  int8_t i8;
  int16_t i16;
  int32_t i32;
  int64_t i64;
  uint8_t u8;
  uint16_t u16;
  uint32_t u32;
  uint64_t u64;
  wchar_t wc;
  enum color hue;
  MPI_Aint aint;
  MPI_Count count;
  MPI_Offset offset;
  long double ld;
} /*~ AutoMap_TpUsed */;

struct links {
  int key;
  struct links *next /*~ AutoMap_Ignore */;
  double weight;
  void *owner; /*~ AutoMap_Ignore */
} /*~ AutoMap_TpUsed */;

/*~ AutoMap_End */

#endif
