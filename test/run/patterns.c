/*
 * Communication patterns of applications, with MPI's datatypes: the data layouts of the programs from which DDTBench
 * takes its patterns (WRF, MILC, LAMMPS, NAS MG and LU, FFT, SPECFEM3D), transposes, ghost cells and padded structs.
 *
 *   patterns [ROUNDS [messages]]
 *
 * Each, or each that consists of messages, is repeated ROUNDS times. Rank 0 prints a line for each: its name, the bytes that a rank sends, and a
 * hash of what all ranks have received; on stderr, its name and the median of its times in microseconds.
 */
#include <mpi.h>

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int rank, ranks, rounds = 20;

/* A buffer that is filled, and hashed with its gaps. */
struct memory {
  unsigned char *bytes;
  size_t size;
};

static struct memory allocate(size_t size, unsigned seed) {
  struct memory out = {malloc(size), size};
  for (size_t i = 0; i < size; ++i)
    out.bytes[i] = (unsigned char)((i + seed) * 2654435761u >> 11);
  return out;
}

static unsigned long hash(const struct memory *memory) {
  unsigned long out = 14695981039346656037u;
  for (size_t i = 0; i < memory->size; ++i)
    out = (out ^ memory->bytes[i]) * 1099511628211u;
  return out;
}

static int compare_times(const void *a, const void *b) {
  const double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static void print(const char *name, long bytes, double *times, const struct memory *received) {
  unsigned long mine = hash(received), all = 0;
  MPI_Reduce(&mine, &all, 1, MPI_UNSIGNED_LONG, MPI_SUM, 0, MPI_COMM_WORLD);
  if (rank != 0)
    return;
  qsort(times, (size_t)rounds, sizeof *times, compare_times);
  printf("%s %ld %016lx\n", name, bytes, all);
  fprintf(stderr, "%s %.2f\n", name, times[rounds / 2] * 1e6);
}

/* Runs a pattern: exchange(argument, sent, received) once without timing, and then ROUNDS times. */
typedef void exchange(const void *argument, unsigned char *sent, unsigned char *received);
static void run(const char *name, long bytes, size_t size, exchange *exchange, const void *argument) {
  struct memory sent = allocate(size, (unsigned)rank), received = allocate(size, 100);
  double *times = malloc((size_t)rounds * sizeof *times);
  exchange(argument, sent.bytes, received.bytes);
  for (int i = 0; i < rounds; ++i) {
    MPI_Barrier(MPI_COMM_WORLD);
    const double begin = MPI_Wtime();
    exchange(argument, sent.bytes, received.bytes);
    times[i] = MPI_Wtime() - begin;
  }
  print(name, bytes, times, &received);
  free(times);
  free(sent.bytes);
  free(received.bytes);
}

/* Neighbours in a ring exchange one item of a datatype. */
static void in_ring(const void *argument, unsigned char *sent, unsigned char *received) {
  const MPI_Datatype type = *(const MPI_Datatype *)argument;
  MPI_Request requests[2];
  MPI_Irecv(received, 1, type, (rank + ranks - 1) % ranks, 1, MPI_COMM_WORLD, &requests[0]);
  MPI_Isend(sent, 1, type, (rank + 1) % ranks, 1, MPI_COMM_WORLD, &requests[1]);
  MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
}

static void run_type(const char *name, MPI_Datatype type) {
  int bytes;
  MPI_Aint begin, extent;
  MPI_Type_commit(&type);
  MPI_Type_size(type, &bytes);
  MPI_Type_get_true_extent(type, &begin, &extent);
  run(name, bytes, (size_t)(begin + extent) + 64, in_ring, &type);
  MPI_Type_free(&type);
}

/* One type for several arrays that lie one after the other. */
static MPI_Datatype together(int n, MPI_Datatype *types, const MPI_Aint *places) {
  int lengths[64];
  MPI_Datatype out;
  for (int i = 0; i < n; ++i)
    lengths[i] = 1;
  MPI_Type_create_struct(n, lengths, places, types, &out);
  for (int i = 0; i < n; ++i)
    MPI_Type_free(&types[i]);
  return out;
}

/* WRF: the halo of fields of two, three and four dimensions, along x or y, by vectors or by subarrays. */
static MPI_Datatype wrf(int along_x, int by_subarrays) {
  enum { nx = 100, nz = 28, ny = 60, nm = 3, halo = 3, fields = 11 };
  MPI_Datatype types[fields], row, plane;
  MPI_Aint places[fields], at = 0;
  for (int i = 0; i < fields; ++i) { /* 4 of two dimensions, 5 of three, 2 of four; x is the fastest */
    const int depth = i < 4 ? 1 : nz, more = i < 9 ? 1 : nm;
    const int sizes[] = {more, ny, depth, nx};
    const int parts[] = {more, along_x ? ny - 2 * halo : halo, depth, along_x ? halo : nx - 2 * halo};
    const int starts[] = {0, halo, 0, halo};
    if (by_subarrays) {
      MPI_Type_create_subarray(4, sizes, parts, starts, MPI_ORDER_C, MPI_FLOAT, &types[i]);
    } else {
      MPI_Type_vector(parts[1] * depth, parts[3], nx, MPI_FLOAT, &row);
      MPI_Type_create_hvector(more, 1, (MPI_Aint)sizeof(float) * ny * depth * nx, row, &plane);
      const int one = 1;
      const MPI_Aint first = (MPI_Aint)sizeof(float) * (halo * depth * nx + halo);
      MPI_Type_create_struct(1, &one, &first, &plane, &types[i]);
      MPI_Type_free(&row);
      MPI_Type_free(&plane);
    }
    places[i] = at;
    at += (MPI_Aint)sizeof(float) * more * ny * depth * nx;
  }
  return together(fields, types, places);
}

/* MILC: the half of a lattice's sites in a plane of z, each a vector of three complex numbers. */
static MPI_Datatype milc(void) {
  enum { x = 16, y = 16, z = 16, t = 16 };
  MPI_Datatype vector, line, out;
  MPI_Type_contiguous(6, MPI_FLOAT, &vector);
  MPI_Type_vector(t, x * y / 2, x * y * z / 2, vector, &line);
  MPI_Type_create_hvector(2, 1, (MPI_Aint)(6 * sizeof(float)) * x * y * z * t / 2, line, &out);
  MPI_Type_free(&vector);
  MPI_Type_free(&line);
  return out;
}

/* LAMMPS: the properties of particles that leave, in an array for each property. */
static MPI_Datatype lammps(int full) {
  enum { particles = 20000, leaving = 1500 };
  static const int widths[] = {3, 1, 1, 1, 1, 1};
  const int properties = full ? 6 : 4;
  static int places_of[leaving];
  MPI_Datatype types[6];
  MPI_Aint places[6], at = 0;
  for (int p = 0; p < properties; ++p) {
    unsigned random = 1;
    int particle = 0;
    for (int i = 0; i < leaving; ++i) {
      random = random * 1103515245u + 12345u;
      particle += 1 + (int)(random >> 16) % (particles / leaving);
      places_of[i] = particle * widths[p];
    }
    MPI_Type_create_indexed_block(leaving, widths[p], places_of, MPI_DOUBLE, &types[p]);
    places[p] = at;
    at += (MPI_Aint)sizeof(double) * particles * widths[p];
  }
  return together(properties, types, places);
}

/* NAS MG: the faces of a cube. */
static MPI_Datatype nas_mg(int dimension) {
  enum { n = 66 };
  const int sizes[] = {n, n, n}, starts[] = {1, 1, 1};
  int parts[] = {n - 2, n - 2, n - 2};
  MPI_Datatype out;
  parts[dimension] = 1;
  MPI_Type_create_subarray(3, sizes, parts, starts, MPI_ORDER_C, MPI_DOUBLE, &out);
  return out;
}

/* NAS LU: a row or a column of cells of five numbers. */
static MPI_Datatype nas_lu(int along_x) {
  enum { nx = 162, ny = 162 };
  MPI_Datatype out;
  MPI_Type_vector(along_x ? ny : 1, along_x ? 5 : 5 * nx, 5 * (nx + 2), MPI_DOUBLE, &out);
  return out;
}

/* SPECFEM3D: points on the boundary of an irregular mesh. */
static MPI_Datatype specfem(int kind) { /* 0: outer core; 1: crust mantle; 2: one component of three */
  enum { points = 60000, shared = 4000 };
  static int places_of[shared];
  const int width = kind == 1 ? 3 : 1;
  MPI_Datatype types[2], out;
  unsigned random = 7;
  int point = 0;
  for (int i = 0; i < shared; ++i) {
    random = random * 1103515245u + 12345u;
    point += 1 + (int)(random >> 16) % (points / shared);
    places_of[i] = point * width;
  }
  if (kind == 2) {
    MPI_Type_vector(shared, 1, 3, MPI_FLOAT, &out);
    return out;
  }
  MPI_Type_create_indexed_block(shared, width, places_of, MPI_FLOAT, &types[0]);
  if (kind == 0)
    return types[0];
  MPI_Type_dup(types[0], &types[1]);
  const MPI_Aint places[] = {0, (MPI_Aint)sizeof(float) * points * 3};
  return together(2, types, places);
}

/* A matrix of complex numbers is transposed, by columns with the extent of an element. */
struct transpose {
  MPI_Datatype column, row;
};
static void fft2(const void *argument, unsigned char *sent, unsigned char *received) {
  const struct transpose *types = argument;
  MPI_Alltoall(sent, 1, types->row, received, 1, types->column, MPI_COMM_WORLD);
}
static void run_fft2(void) {
  const int n = 256 / ranks * ranks, mine = n / ranks;
  struct transpose types;
  MPI_Datatype element, line, lines;
  MPI_Type_contiguous(2, MPI_DOUBLE, &element);
  MPI_Type_vector(mine, mine, n, element, &lines);
  MPI_Type_create_resized(lines, 0, (MPI_Aint)sizeof(double) * 2 * mine, &types.row);
  MPI_Type_free(&lines);
  MPI_Type_vector(mine, 1, n, element, &line);
  MPI_Type_create_resized(line, 0, (MPI_Aint)sizeof(double) * 2, &lines);
  MPI_Type_free(&line);
  MPI_Type_contiguous(mine, lines, &line);
  MPI_Type_create_resized(line, 0, (MPI_Aint)sizeof(double) * 2 * mine, &types.column);
  MPI_Type_free(&line);
  MPI_Type_free(&lines);
  MPI_Type_commit(&types.row);
  MPI_Type_commit(&types.column);
  run("fft2", (long)sizeof(double) * 2 * mine * n, sizeof(double) * 2 * (size_t)mine * (size_t)n, fft2, &types);
  MPI_Type_free(&types.row);
  MPI_Type_free(&types.column);
  MPI_Type_free(&element);
}

/* Slabs of a cube become slabs along another dimension, by a subarray for each rank. */
struct slabs {
  int *counts, *places;
  MPI_Datatype *sent, *received;
};
static void alltoallw(const void *argument, unsigned char *sent, unsigned char *received) {
  const struct slabs *slabs = argument;
  MPI_Alltoallw(sent, slabs->counts, slabs->places, slabs->sent, received, slabs->counts, slabs->places,
                slabs->received, MPI_COMM_WORLD);
}
static void run_alltoallw(void) {
  enum { n = 48 };
  const int mine = n / ranks;
  struct slabs slabs = {calloc((size_t)ranks, sizeof(int)), calloc((size_t)ranks, sizeof(int)),
                        calloc((size_t)ranks, sizeof(MPI_Datatype)), calloc((size_t)ranks, sizeof(MPI_Datatype))};
  for (int i = 0; i < ranks; ++i) {
    const int from[] = {mine, n, n}, to[] = {n, mine, n}, part[] = {mine, mine, n};
    const int from_start[] = {0, i * mine, 0}, to_start[] = {i * mine, 0, 0};
    slabs.counts[i] = 1;
    MPI_Type_create_subarray(3, from, part, from_start, MPI_ORDER_C, MPI_DOUBLE, &slabs.sent[i]);
    MPI_Type_create_subarray(3, to, part, to_start, MPI_ORDER_C, MPI_DOUBLE, &slabs.received[i]);
    MPI_Type_commit(&slabs.sent[i]);
    MPI_Type_commit(&slabs.received[i]);
  }
  run("alltoallw", (long)sizeof(double) * mine * n * n, sizeof(double) * (size_t)mine * n * n, alltoallw, &slabs);
  for (int i = 0; i < ranks; ++i) {
    MPI_Type_free(&slabs.sent[i]);
    MPI_Type_free(&slabs.received[i]);
  }
  free(slabs.counts);
  free(slabs.places);
  free(slabs.sent);
  free(slabs.received);
}

/* The ghost cells of a grid, from the neighbours before and after. */
struct ghosts {
  MPI_Comm grid;
  int counts[2];
  MPI_Aint sent[2], received[2];
  MPI_Datatype types[2];
};
static void neighbours(const void *argument, unsigned char *sent, unsigned char *received) {
  const struct ghosts *ghosts = argument;
  MPI_Neighbor_alltoallw(sent, ghosts->counts, ghosts->sent, ghosts->types, received, ghosts->counts, ghosts->received,
                         ghosts->types, ghosts->grid);
}
static void run_neighbours(void) {
  enum { nx = 512, ny = 512, halo = 2 };
  const int periodic = 0;
  struct ghosts ghosts = {.counts = {1, 1}};
  MPI_Cart_create(MPI_COMM_WORLD, 1, &ranks, &periodic, 0, &ghosts.grid);
  MPI_Type_vector(ny, halo, nx, MPI_DOUBLE, &ghosts.types[0]);
  MPI_Type_commit(&ghosts.types[0]);
  ghosts.types[1] = ghosts.types[0];
  ghosts.sent[0] = halo * (MPI_Aint)sizeof(double);
  ghosts.sent[1] = (nx - 2 * halo) * (MPI_Aint)sizeof(double);
  ghosts.received[0] = 0;
  ghosts.received[1] = (nx - halo) * (MPI_Aint)sizeof(double);
  run("neighbours", (long)sizeof(double) * 2 * ny * halo, sizeof(double) * nx * ny, neighbours, &ghosts);
  MPI_Type_free(&ghosts.types[0]);
  MPI_Comm_free(&ghosts.grid);
}

/* Padded structs, a different number from each rank. */
struct particle {
  double mass;
  char kind;
  int cell;
  short flags;
};
struct particles {
  MPI_Datatype type;
  int *counts, *places;
};
static void allgatherv(const void *argument, unsigned char *sent, unsigned char *received) {
  const struct particles *particles = argument;
  MPI_Allgatherv(sent, particles->counts[rank], particles->type, received, particles->counts, particles->places,
                 particles->type, MPI_COMM_WORLD);
}
static MPI_Datatype particle_type(void) {
  const int lengths[] = {1, 1, 1, 1};
  const MPI_Aint places[] = {offsetof(struct particle, mass), offsetof(struct particle, kind),
                             offsetof(struct particle, cell), offsetof(struct particle, flags)};
  const MPI_Datatype types[] = {MPI_DOUBLE, MPI_CHAR, MPI_INT, MPI_SHORT};
  MPI_Datatype fields, out;
  MPI_Type_create_struct(4, lengths, places, types, &fields);
  MPI_Type_create_resized(fields, 0, sizeof(struct particle), &out);
  MPI_Type_free(&fields);
  MPI_Type_commit(&out);
  return out;
}
static void run_allgatherv(void) {
  enum { n = 10000 };
  struct particles particles = {particle_type(), calloc((size_t)ranks, sizeof(int)),
                                calloc((size_t)ranks, sizeof(int))};
  int all = 0;
  for (int i = 0; i < ranks; ++i) {
    particles.counts[i] = n + 100 * i;
    particles.places[i] = all;
    all += particles.counts[i];
  }
  run("allgatherv", 15L * particles.counts[0], sizeof(struct particle) * (size_t)all, allgatherv, &particles);
  MPI_Type_free(&particles.type);
  free(particles.counts);
  free(particles.places);
}

/* Numbers without gaps, for comparison. */
static void dense(const void *argument, unsigned char *sent, unsigned char *received) {
  const int n = *(const int *)argument;
  MPI_Sendrecv(sent, n, MPI_DOUBLE, (rank + 1) % ranks, 2, received, n, MPI_DOUBLE, (rank + ranks - 1) % ranks, 2,
               MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}
static void dense_allgather(const void *argument, unsigned char *sent, unsigned char *received) {
  const int n = *(const int *)argument;
  MPI_Allgather(sent, n, MPI_DOUBLE, received, n, MPI_DOUBLE, MPI_COMM_WORLD);
}
static void structs(const void *argument, unsigned char *sent, unsigned char *received) {
  const MPI_Datatype type = *(const MPI_Datatype *)argument;
  MPI_Sendrecv(sent, 4000, type, (rank + 1) % ranks, 2, received, 4000, type, (rank + ranks - 1) % ranks, 2,
               MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  if (argc > 1 && atoi(argv[1]) > 0)
    rounds = atoi(argv[1]);
  run_type("wrf_x_vector", wrf(1, 0));
  run_type("wrf_x_subarray", wrf(1, 1));
  run_type("wrf_y_vector", wrf(0, 0));
  run_type("wrf_y_subarray", wrf(0, 1));
  run_type("milc", milc());
  run_type("lammps_full", lammps(1));
  run_type("lammps_atomic", lammps(0));
  run_type("nas_mg_x", nas_mg(2));
  run_type("nas_mg_y", nas_mg(1));
  run_type("nas_mg_z", nas_mg(0));
  run_type("nas_lu_x", nas_lu(1));
  run_type("nas_lu_y", nas_lu(0));
  run_type("specfem_oc", specfem(0));
  run_type("specfem_cm", specfem(1));
  run_type("specfem_mt", specfem(2));
  if (argc > 2) {
    MPI_Finalize();
    return 0;
  }
  run_fft2();
  run_alltoallw();
  run_neighbours();
  run_allgatherv();
  MPI_Datatype particle = particle_type();
  run("structs", 15L * 4000, sizeof(struct particle) * 4000, structs, &particle);
  MPI_Type_free(&particle);
  for (int n = 1; n <= 100000; n *= 100) {
    char name[40];
    snprintf(name, sizeof name, "dense_%d", n);
    run(name, 8L * n, 8 * (size_t)n, dense, &n);
    snprintf(name, sizeof name, "dense_allgather_%d", n);
    run(name, 8L * n, 8 * (size_t)n * (size_t)ranks, dense_allgather, &n);
  }
  MPI_Finalize();
  return 0;
}
