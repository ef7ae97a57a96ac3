/* The C program of two that exchange structures: meeting.cpp has C++ objects in their place. */
#include "al_routines.h"
#include "meeting.h"
#include "meeting_steps.h"

#include <autolink/autolink.h>
#include <mpi.h>

#include <stdio.h>
#include <stdlib.h>

static int n_failures = 0;

#define CHECK(condition, seed)                                                                                         \
  do {                                                                                                                 \
    if (!(condition)) {                                                                                                \
      fprintf(stderr, "FAILED: %s, line %d, seed %d\n", #condition, __LINE__, (int)(seed));                            \
      ++n_failures;                                                                                                    \
    }                                                                                                                  \
  } while (0)

static void *allocate(size_t n, size_t size) { return n == 0 ? NULL : calloc(n, size); }

/* Returns a string, for 0 in C sometimes none. */
static char *make_text(uint64_t *state) {
  char text[20];
  const unsigned number = random_below(state, 1000);
  char *out;
  if (number % 4 == 0)
    return number % 8 == 0 ? NULL : (char *)calloc(1, 1);
  sprintf(text, "text %u", number);
  out = (char *)malloc(strlen(text) + 1);
  return strcpy(out, text);
}

static double *make_numbers(uint64_t *state, unsigned n) {
  double *out = (double *)allocate(n, sizeof *out);
  unsigned i;
  for (i = 0; i < n; ++i)
    out[i] = random_below(state, 1000) / 8.0;
  return out;
}

static void make_part(uint64_t *state, part *out) {
  const unsigned n = random_length(state);
  out->id = (int)random_below(state, 100);
  out->name = make_text(state);
  out->n = n;
  out->values = make_numbers(state, n);
}

static spot make_spot(uint64_t *state) {
  spot out;
  memset(&out, 0, sizeof out);
  out.x = (float)random_below(state, 100);
  out.y = random_below(state, 100);
  return out;
}

static node *make_list(unsigned n) {
  node *out = NULL;
  for (; n > 0; --n) {
    node *first = (node *)calloc(1, sizeof *first);
    first->value = (int)n;
    first->next = out;
    out = first;
  }
  return out;
}

static mesh *make_mesh(uint64_t *state, int depth) {
  mesh *out = (mesh *)calloc(1, sizeof *out);
  unsigned i, j, n = random_length(state);
  vertex *all[6];

  sprintf(out->title, "m%u", random_below(state, 1000));
  out->is_done = random_below(state, 2) == 1;
  out->n = (int)n;
  out->x = make_numbers(state, n);
  out->y = random_below(state, 3) ? make_numbers(state, n) : NULL;
  out->n_parts = (unsigned char)random_below(state, 5);
  out->parts = (part *)allocate(out->n_parts, sizeof *out->parts);
  for (i = 0; i < out->n_parts; ++i)
    make_part(state, &out->parts[i]);
  out->n_words = (short)random_below(state, 5);
  out->words = (char **)allocate((size_t)out->n_words, sizeof *out->words);
  for (i = 0; i < (unsigned)out->n_words; ++i)
    out->words[i] = make_text(state);
  out->origin = make_spot(state);
  out->corners[0] = make_spot(state);
  out->corners[1] = make_spot(state);
  out->n_spots = random_length(state);
  out->spots = (spot *)allocate(out->n_spots, sizeof *out->spots);
  for (i = 0; i < out->n_spots; ++i)
    out->spots[i] = make_spot(state);
  out->rows = (int)random_below(state, 4);
  out->columns = (int)random_below(state, 4);
  out->grid = (float *)allocate((size_t)(out->rows * out->columns), sizeof *out->grid);
  for (i = 0; i < (unsigned)(out->rows * out->columns); ++i)
    out->grid[i] = (float)random_below(state, 100);
  out->flags = random_below(state, 8) & 7;
  out->more = random_below(state, 512) & 511;
  out->owned.n = (int)random_below(state, 4);
  out->owned.numbers = (int *)allocate((size_t)out->owned.n, sizeof(int));
  for (i = 0; i < (unsigned)out->owned.n; ++i)
    out->owned.numbers[i] = (int)random_below(state, 100);
  out->owned.letter = (char)('a' + random_below(state, 26));
  make_part(state, &out->single[0]);
  make_part(state, &out->single[1]);
  out->coarser = depth > 0 && random_below(state, 2) ? make_mesh(state, depth - 1) : NULL;
  out->list = make_list(random_below(state, 20) ? random_below(state, 5) : long_list);
  if (random_below(state, 3)) {
    for (i = 0; i < 6; ++i) {
      all[i] = (vertex *)calloc(1, sizeof(vertex));
      all[i]->id = (int)i;
    }
    for (i = 0; i < 6; ++i) {
      all[i]->degree = 1 + (int)random_below(state, 3);
      all[i]->to = (vertex **)allocate((size_t)all[i]->degree, sizeof *all[i]->to);
      all[i]->to[0] = all[(i + 1) % 6];
      for (j = 1; j < (unsigned)all[i]->degree; ++j) {
        const unsigned to = random_below(state, 7);
        all[i]->to[j] = to < 6 ? all[to] : NULL;
      }
    }
    out->graph = all[random_below(state, 6)];
    out->again = random_below(state, 2) ? all[random_below(state, 6)] : NULL;
  }
  out->n_entries = random_below(state, 6);
  out->entries = (entry *)allocate(out->n_entries, sizeof *out->entries);
  for (i = 0; i < out->n_entries; ++i) {
    char text[8];
    sprintf(text, "key %c", (char)('a' + i));
    out->entries[i].key = strcpy((char *)malloc(8), text);
    out->entries[i].value = (int)random_below(state, 100);
  }
  return out;
}

static void digest_numbers(uint64_t *sum, const double *numbers, size_t n) {
  size_t i;
  digest_number(sum, numbers ? (double)n : 0);
  for (i = 0; numbers && i < n; ++i)
    digest_number(sum, numbers[i]);
}

static void digest_part(uint64_t *sum, const part *from) {
  digest_number(sum, from->id);
  digest_text(sum, from->name);
  digest_numbers(sum, from->values, (size_t)from->n);
}

static void digest_spot(uint64_t *sum, const spot *from) {
  digest_number(sum, from->x);
  digest_number(sum, from->y);
}

/* Digests a graph whose vertices have the numbers 0 to 5: each leads to the next one. */
static void digest_graph(uint64_t *sum, const vertex *from) {
  const vertex *at = from;
  int i, j;
  digest_number(sum, from ? from->id : -1);
  for (i = 0; from && i < 6; ++i, at = at->to[0])
    for (j = 0; j < at->degree; ++j)
      digest_number(sum, at->to[j] ? at->to[j]->id : -1);
  digest_number(sum, at == from);
}

static uint64_t digest_mesh(const mesh *from) {
  uint64_t sum = 1;
  const node *at;
  size_t i;
  for (; from; from = from->coarser) {
    digest_text(&sum, from->title);
    digest_number(&sum, from->is_done);
    digest_numbers(&sum, from->x, (size_t)from->n);
    digest_numbers(&sum, from->y, (size_t)from->n);
    digest_number(&sum, from->n_parts);
    for (i = 0; i < from->n_parts; ++i)
      digest_part(&sum, &from->parts[i]);
    digest_number(&sum, from->n_words);
    for (i = 0; i < (size_t)from->n_words; ++i)
      digest_text(&sum, from->words[i]);
    digest_spot(&sum, &from->origin);
    digest_spot(&sum, &from->corners[0]);
    digest_spot(&sum, &from->corners[1]);
    digest_number(&sum, from->n_spots);
    for (i = 0; i < from->n_spots; ++i)
      digest_spot(&sum, &from->spots[i]);
    digest_number(&sum, from->rows);
    for (i = 0; i < (size_t)(from->rows * from->columns); ++i)
      digest_number(&sum, from->grid[i]);
    digest_number(&sum, from->flags);
    digest_number(&sum, from->more);
    digest_number(&sum, from->owned.n);
    for (i = 0; i < (size_t)from->owned.n; ++i)
      digest_number(&sum, from->owned.numbers[i]);
    digest_number(&sum, from->owned.letter);
    digest_part(&sum, &from->single[0]);
    digest_part(&sum, &from->single[1]);
    for (at = from->list; at; at = at->next)
      digest_number(&sum, at->value);
    digest_graph(&sum, from->graph);
    digest_number(&sum, from->again ? from->again->id : -1);
    if (from->again && from->graph) { /* the same vertices */
      const vertex *found = from->graph;
      while (found->id != from->again->id)
        found = found->to[0];
      digest_number(&sum, found == from->again);
    }
    digest_number(&sum, (double)from->n_entries);
    for (i = 0; i < from->n_entries; ++i) {
      digest_text(&sum, from->entries[i].key);
      digest_number(&sum, from->entries[i].value);
    }
  }
  return sum;
}

/* Compares what has come with the digest of what was sent, and frees it. */
static void check_mesh(mesh *received, uint64_t expected, int seed) {
  CHECK(digest_mesh(received) == expected, seed);
  AL_Free(received, AutoLink_mesh);
}

static void exchange(int seed) {
  uint64_t state = (uint64_t)seed * 77777 + 5, expected, theirs;
  mesh *mine = make_mesh(&state, 2), *received = NULL;
  void *packed = NULL;
  size_t bytes = 0;
  int n = 0;
  AL_Request request;
  MPI_Status status;

  if (seed == 0) {
    while (mine->list) {
      node *first = mine->list;
      mine->list = first->next;
      free(first);
    }
    mine->list = make_list(longest_list);
  }
  expected = digest_mesh(mine);
  MPI_Sendrecv(&expected, 1, MPI_UINT64_T, rank_of_cpp, 0, &theirs, 1, MPI_UINT64_T, rank_of_cpp, 0, MPI_COMM_WORLD,
               MPI_STATUS_IGNORE);
  CHECK(theirs == expected, seed);
  AL_Send(mine, AutoLink_mesh, rank_of_cpp, 1, MPI_COMM_WORLD);
  CHECK(AL_Recv(&received, AutoLink_mesh, rank_of_cpp, 2, MPI_COMM_WORLD, &status) == MPI_SUCCESS, seed);
  check_mesh(received, expected, seed);
  AL_Isend(mine, AutoLink_mesh, rank_of_cpp, 3, MPI_COMM_WORLD, &request);
  AL_Wait(&request, MPI_STATUS_IGNORE);
  AL_Irecv(&received, AutoLink_mesh, rank_of_cpp, 4, MPI_COMM_WORLD, &request);
  AL_Wait(&request, MPI_STATUS_IGNORE);
  check_mesh(received, expected, seed);
  /* Collective calls. */
  received = mine;
  CHECK(AL_Bcast(&received, AutoLink_mesh, rank_of_c, MPI_COMM_WORLD) == MPI_SUCCESS, seed);
  CHECK(AL_Bcast(&received, AutoLink_mesh, rank_of_cpp, MPI_COMM_WORLD) == MPI_SUCCESS, seed);
  check_mesh(received, expected, seed);
  /* Bytes in memory. */
  AL_Pack(mine, AutoLink_mesh, &packed, &bytes);
  MPI_Send(packed, (int)bytes, MPI_BYTE, rank_of_cpp, 5, MPI_COMM_WORLD);
  free(packed);
  MPI_Probe(rank_of_cpp, 6, MPI_COMM_WORLD, &status);
  MPI_Get_count(&status, MPI_BYTE, &n);
  packed = malloc((size_t)n);
  MPI_Recv(packed, n, MPI_BYTE, rank_of_cpp, 6, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  CHECK(AL_Unpack(packed, (size_t)n, &received, AutoLink_mesh) == MPI_SUCCESS, seed);
  check_mesh(received, expected, seed);
  free(packed);
  AL_Free(mine, AutoLink_mesh);
}

/* Expects an error whose text has these words. */
static void check_error(int code, const char *words) {
  char text[MPI_MAX_ERROR_STRING];
  int length = 0;
  CHECK(code != MPI_SUCCESS, 0);
  MPI_Error_string(code, text, &length);
  if (!strstr(text, words)) {
    fprintf(stderr, "FAILED: \"%s\" is not in: %s\n", words, text);
    ++n_failures;
  }
}

int main(int argc, char **argv) {
  int seed, i;
  other first = {1, 2, 0, NULL}, *received = NULL;
  mesh *whole = NULL;
  node shared = {1, NULL};
  mesh pair = {0};
  mesh coarse = {0};
  view *inner = NULL;

  AL_Init(&argc, &argv);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  for (seed = 0; seed < n_seeds; ++seed)
    exchange(seed);

  /* NULL, in both directions. */
  AL_Send(NULL, AutoLink_mesh, rank_of_cpp, 10, MPI_COMM_WORLD);
  AL_Send(NULL, AutoLink_mesh, rank_of_cpp, 10, MPI_COMM_WORLD);
  whole = &pair;
  AL_Recv(&whole, AutoLink_mesh, rank_of_cpp, 11, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  CHECK(whole == NULL, 0);

  /* What differs is named, and the next message arrives. */
  for (i = 0; i < 5; ++i)
    AL_Send(&first, AutoLink_other, rank_of_cpp, 12, MPI_COMM_WORLD);
  check_error(AL_Recv(&received, AutoLink_other, rank_of_cpp, 13, MPI_COMM_WORLD, MPI_STATUS_IGNORE),
              "meeting::second_differs.second of C++ is a double, and C has other.second, which is float");
  check_error(AL_Recv(&received, AutoLink_other, rank_of_cpp, 13, MPI_COMM_WORLD, MPI_STATUS_IGNORE),
              "meeting::elements_differ.numbers of C++ is an int32_t, and C has array of short");
  check_error(AL_Recv(&received, AutoLink_other, rank_of_cpp, 13, MPI_COMM_WORLD, MPI_STATUS_IGNORE),
              "C has other.n, which is int, and meeting::too_few of C++ has nothing for it");
  check_error(AL_Recv(&received, AutoLink_other, rank_of_cpp, 13, MPI_COMM_WORLD, MPI_STATUS_IGNORE),
              "meeting::too_many.more of C++ is an int32_t, and other of C has nothing for it");
  check_error(AL_Recv(&received, AutoLink_other, rank_of_cpp, 13, MPI_COMM_WORLD, MPI_STATUS_IGNORE),
              "meeting::not_of_c was sent, and a structure is received");
  CHECK(received == NULL, 0);
  CHECK(AL_Recv(&received, AutoLink_other, rank_of_cpp, 13, MPI_COMM_WORLD, MPI_STATUS_IGNORE) == MPI_SUCCESS, 0);
  CHECK(received && received->first == 1 && received->n == 3 && received->numbers[2] == 9, 0);
  AL_Free(received, AutoLink_other);

  /* Contents that the other side cannot have. */
  pair.list = coarse.list = &shared;
  pair.coarser = &coarse;
  AL_Send(&pair, AutoLink_mesh, rank_of_cpp, 14, MPI_COMM_WORLD);
  check_error(AL_Recv(&whole, AutoLink_mesh, rank_of_cpp, 15, MPI_COMM_WORLD, MPI_STATUS_IGNORE),
              "arrays have different lengths, and in C mesh.n, which is int, is the length of all");
  check_error(AL_Recv(&whole, AutoLink_mesh, rank_of_cpp, 15, MPI_COMM_WORLD, MPI_STATUS_IGNORE),
              "an array of 300 elements is too long for mesh.n_parts, which is unsigned char");
  check_error(AL_Recv(&whole, AutoLink_mesh, rank_of_cpp, 15, MPI_COMM_WORLD, MPI_STATUS_IGNORE),
              "a string has a null character inside");
  check_error(AL_Recv(&whole, AutoLink_mesh, rank_of_cpp, 15, MPI_COMM_WORLD, MPI_STATUS_IGNORE), "mesh.grid");
  check_error(AL_Recv(&inner, AutoLink_view, rank_of_cpp, 16, MPI_COMM_WORLD, MPI_STATUS_IGNORE),
              "leads into another object, and in C it would lead to a struct of its own, spot");
  MPI_Barrier(MPI_COMM_WORLD);
  AL_Finalize();
  return n_failures > 0;
}
