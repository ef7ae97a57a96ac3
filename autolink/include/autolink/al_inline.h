/*
 * Building blocks of the code that `automap --autolink` generates: the inline steps of a transfer, one of
 * which runs for each pointer. Each record has four functions, whose addresses are in its table
 * (AL_TypeInfo.routines):
 *
 *   walk    visits what a record's pointers lead to                       AL_Free, AL_Count
 *   pack    visits, and copies the record with labels in place of the     AL_Send, AL_Pack
 *           pointers
 *   unpack  copies a record and replaces the labels by addresses          AL_Recv, AL_Unpack
 *   relink  replaces the labels by addresses in records already in place  AL_Recv, AL_Unpack: arenas, arrays
 *
 * Without routines, the library does the same from the tables alone, with the same messages. Routines are
 * only faster, because they know sizes, places and kinds at compile time. The checks of labels are here and
 * in the library, not in generated code. Users are not meant to call any of this.
 *
 * A target is one thing that a pointer can lead to. The pointers of a record are visited in the order of
 * AL_TypeInfo.pointers. An AL_ANY has as many targets as choices, every other pointer has one. Targets are
 * numbered from 0 in this order.
 */
#ifndef AUTOLINK_AL_INLINE_H
#define AUTOLINK_AL_INLINE_H

#include <string.h>

#include "autolink/al_type.h"

/* The header whose structs the code is generated for may have types with the names below. */
#ifdef __GNUC__
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wshadow"
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* The version of this file. Generated code puts it into AL_Routines; the library refuses others. */
#define AL_ROUTINES_ABI 3u

/* ---- The sending side */

/* The labels of a class of nodes, and the marks around those met last (autolink/core/base/shadow.h). */
typedef struct AL_Nodes {
  uint64_t labels; /* number of nodes that have one */
  uint64_t region; /* the region whose marks are used here; ~0: none */
  /* Marks by place. A mark is 0, or the label plus one with, in the upper bits, the node's class and the
   * granule of the place in which the node begins. */
  uint32_t *region_labels;
  uint32_t granule_log2; /* bytes */
  uint32_t place_log2;   /* granules */
  uint32_t tag;          /* the tag of the class in marks */
  uint32_t long_label;   /* the mark of labels that are kept elsewhere; others are less */
  uint64_t long_from;    /* labels from here on are kept elsewhere */
  uint16_t node_class;
  uint8_t is_marked;  /* 0 if nothing is shared, as promised */
  uint8_t is_checked; /* 1 if shared nodes are refused */
} AL_Nodes;

#define AL_REGION_LOG2 10 /* granules in a region */

/* A breadth-first search. */
typedef struct AL_Walk {
  AL_Nodes *const *targets;   /* classes of the targets of the record that is being visited */
  uintptr_t *next, *next_end; /* room for the nodes that are still to be visited; when it is full,
                                 the library makes more */
  uint16_t *next_class;       /* beside `next`; null if there is only one class */
} AL_Walk;

/* Does the rest of al_visit. Library functions return 0 after a failure, which the library then notices. */
uint64_t AL_walk_link(AL_Walk *walk, AL_Nodes *nodes, uintptr_t address);

/* Returns the mark of a granule in the region, and what the mark of a node of this class has beside the label. */
static inline uint32_t *al_mark(const AL_Nodes *nodes, uint64_t granule, uint32_t *tag) {
  const uint32_t places = (1u << AL_REGION_LOG2) - 1;
  const uint32_t in_region = (uint32_t)granule & places;
  /* The place in the lower bits; in the upper bits, where in the place the node begins. */
  const uint32_t at = in_region >> nodes->place_log2 | in_region << (-nodes->place_log2 & 31);
  *tag = (at & ~places) | nodes->tag;
  return nodes->region_labels + (at & places);
}

/* Returns the word for a link to the record at `address`, which is not null: its label plus one. */
static inline uint64_t al_visit(AL_Walk *walk, AL_Nodes *nodes, uintptr_t address) {
  if (walk->next == walk->next_end)
    return AL_walk_link(walk, nodes, address);
  if (nodes->is_marked) {
    const uint64_t granule = (uint64_t)address >> nodes->granule_log2;
    uint32_t *mark, tag, known;
    if (granule >> AL_REGION_LOG2 != nodes->region)
      return AL_walk_link(walk, nodes, address);
    mark = al_mark(nodes, granule, &tag);
    if (*mark != 0) {
      known = *mark ^ tag; /* greater than long_label if it is another node's */
      return known >= nodes->long_label || nodes->is_checked ? AL_walk_link(walk, nodes, address) : known;
    }
    if (nodes->labels >= nodes->long_from)
      return AL_walk_link(walk, nodes, address);
    *mark = ((uint32_t)nodes->labels + 1) | tag;
  }
  *walk->next++ = address;
  if (walk->next_class)
    *walk->next_class++ = nodes->node_class;
  return ++nodes->labels;
}

/* Copies a record. If gcc knows the number of bytes, it copies 273 to 8192 of them by one instruction (rep
 * movs), which takes up to twice as long as a call. */
static inline void al_copy(void *to, const void *from, size_t bytes) {
  volatile size_t unknown;
  if (bytes <= 256) {
    memcpy(to, from, bytes);
    return;
  }
  unknown = bytes;
  memcpy(to, from, unknown);
}

/* Returns the word for an AL_LINK. field: where the pointer stands; bias: as in AL_Pointer. */
static inline uint64_t al_link(AL_Walk *walk, uint32_t target, const void *field, uint64_t bias) {
  uintptr_t address;
  memcpy(&address, field, sizeof address);
  return address == 0 ? 0 : al_visit(walk, walk->targets[target], address - (uintptr_t)bias);
}

/* Return the words for AL_ARRAY, with the result of its length function; AL_STRING; AL_INSIDE; AL_WEAK and
 * AL_WEAK_INSIDE; AL_HEADED, which is pointer number `pointer` of the record; and for such an AL_ANY, whose value
 * is none of its choices. */
uint64_t AL_walk_array(AL_Walk *walk, uint32_t target, const void *field, int64_t length);
uint64_t AL_walk_string(AL_Walk *walk, uint32_t target, const void *field);
uint64_t AL_walk_inside(AL_Walk *walk, const void *field);
uint64_t AL_walk_weak(AL_Walk *walk, uint32_t target, const void *field);
uint64_t AL_walk_headed(AL_Walk *walk, uint32_t pointer, const void *field);
uint64_t AL_walk_no_choice(AL_Walk *walk, uint32_t pointer, const void *field);

/* Returns the word for an AL_WEAK: twice the word of the link if the record has been met, else an odd one. Marks
 * nothing. Granules are no larger than the alignment of records to which such pointers lead. */
static inline uint64_t al_weak(AL_Walk *walk, uint32_t target, const void *field, uint64_t bias) {
  const AL_Nodes *nodes = walk->targets[target];
  uintptr_t address;
  uint64_t granule;
  uint32_t tag, mark;
  memcpy(&address, field, sizeof address);
  if (address == 0)
    return 0;
  address -= (uintptr_t)bias;
  granule = (uint64_t)address >> nodes->granule_log2;
  if (granule >> AL_REGION_LOG2 == nodes->region && granule << nodes->granule_log2 == address) {
    mark = *al_mark(nodes, granule, &tag);
    if (mark != 0 && (mark ^ tag) < nodes->long_label)
      return 2 * (uint64_t)(mark ^ tag);
  }
  return AL_walk_weak(walk, target, field);
}

/* Returns the word for AL_DATA: the bytes that are there. */
static inline uint64_t al_data(const void *field) {
  uintptr_t word;
  memcpy(&word, field, sizeof word);
  return word;
}

static inline void al_put(void *field, uint64_t word) {
  const uintptr_t short_word = (uintptr_t)word;
  memcpy(field, &short_word, sizeof short_word);
}

/* Returns the word for an AL_ANY_LATE or AL_HEADED: the word of one of its `n` links, and which of them it is. */
static inline uint64_t al_choice(uint64_t word, uint64_t n, uint64_t choice) {
  return word == 0 ? 0 : (word - 1) * n + choice + 1;
}

/* ---- The receiving side */

/* The nodes of a class that the receiver has made. */
typedef struct AL_Made {
  uint64_t labels;      /* number of labels announced; others are refused */
  uint64_t referenced;  /* number of labels that some pointer had, if `places` hold addresses */
  uint64_t first;       /* label l has number l + first */
  uint64_t place_bytes; /* bytes from one label to the next */
  uintptr_t places[64]; /* the place that number 0 would have, by the number's leading zeros */
  uint8_t holds_nodes;  /* places are the nodes (in arenas); else they hold addresses of nodes, whose lowest
                           bit is set once the node has been referred to */
  uint8_t is_tree;      /* each may be referred to only once */
  uint16_t node_class;
} AL_Made;

typedef struct AL_Restore {
  AL_Made *const *targets; /* classes of the targets of the record that is being restored */
} AL_Restore;

/* Does the rest of al_node: refusals, and trees in arenas. */
void *AL_restore_link(AL_Restore *restore, AL_Made *made, uint64_t word);

/* Returns the node that a word stands for, or null for 0. Also returns null for an impossible label, which
 * the library notices. */
static inline void *al_node(AL_Restore *restore, AL_Made *made, uint64_t word) {
  const uint64_t number = word - 1 + made->first;
  uintptr_t at, node;
  if (word == 0)
    return NULL;
  if (word > made->labels)
    return AL_restore_link(restore, made, word);
  at = made->places[__builtin_clzll(number)] + (uintptr_t)(number * made->place_bytes);
  if (made->holds_nodes)
    return made->is_tree ? AL_restore_link(restore, made, word) : (void *)at;
  memcpy(&node, (const void *)at, sizeof node);
  if (node & 1)
    return made->is_tree ? AL_restore_link(restore, made, word) : (void *)(node - 1);
  ++made->referenced;
  node |= 1;
  memcpy((void *)at, &node, sizeof node);
  return (void *)(node - 1);
}

/* Restores an AL_LINK: the word at `field` becomes a pointer. */
static inline void al_restore_link(AL_Restore *restore, uint32_t target, void *field, uint64_t bias) {
  const uint64_t word = al_data(field);
  char *node = (char *)al_node(restore, restore->targets[target], word);
  if (node)
    node += bias;
  memcpy(field, &node, sizeof node);
}

/* Does the rest of al_restore_weak, and all of it for AL_WEAK_INSIDE. */
void AL_restore_weak(AL_Restore *restore, uint32_t target, void *field);

/* Restores an AL_WEAK. The node does not count as referred to. */
static inline void al_restore_weak(AL_Restore *restore, uint32_t target, void *field, uint64_t bias) {
  const AL_Made *made = restore->targets[target];
  const uint64_t word = al_data(field), number = word / 2 - 1 + made->first;
  uintptr_t node;
  if (word == 0)
    return;
  if (word % 2 != 0 || word / 2 > made->labels) {
    AL_restore_weak(restore, target, field);
    return;
  }
  node = made->places[__builtin_clzll(number)] + (uintptr_t)(number * made->place_bytes);
  if (!made->holds_nodes) {
    memcpy(&node, (const void *)node, sizeof node);
    node &= ~(uintptr_t)1;
  }
  node += (uintptr_t)bias;
  memcpy(field, &node, sizeof node);
}

/* Returns which of its `n` links an AL_ANY_LATE or AL_HEADED is, whose word is at `field`, and leaves the link's own word there;
 * returns `n` for 0. */
static inline uint64_t al_take_choice(void *field, uint64_t n) {
  const uint64_t word = al_data(field);
  if (word == 0)
    return n;
  al_put(field, (word - 1) / n + 1);
  return (word - 1) % n;
}

/* Restores an AL_END, whose word is the number of the array's elements, of `size` bytes. */
static inline void al_restore_end(void *field, int64_t begin, uint64_t size) {
  uintptr_t end;
  memcpy(&end, (const char *)field + begin, sizeof end);
  if (end != 0)
    end += (uintptr_t)(al_data(field) * size);
  memcpy(field, &end, sizeof end);
}

/* Restore pointers of the other kinds: the word at `field` becomes a pointer. */
void AL_restore_array(AL_Restore *restore, uint32_t target, void *field, int64_t length);
void AL_restore_array_late(AL_Restore *restore, uint32_t target, void *field);
void AL_restore_string(AL_Restore *restore, uint32_t target, void *field);
void AL_restore_inside(AL_Restore *restore, void *field);
void AL_restore_no_choice(AL_Restore *restore, void *field);

/* ---- Lengths that are not fields of the record alone */

/* Returns where the pointer at `place` leads; null if there is no place. */
static inline const char *al_target(const char *place) {
  const char *to = NULL;
  if (place)
    memcpy(&to, place, sizeof to);
  return to;
}

/* Returns the place `offset` bytes into element `i` of `n`; null if there is none. */
static inline const char *al_element(const char *first, int64_t i, int64_t n, uint64_t stride, uint64_t offset) {
  return first && i >= 0 && i < n ? first + ((uint64_t)i * stride + offset) : NULL;
}

/* Returns how many elements of `size` bytes lie between two pointers, which are at these places; 0 if the first one is
 * null, INT64_MIN if the number is not a whole one. */
static inline int64_t al_distance(const void *begin, const void *end, int64_t size) {
  intptr_t from, to;
  memcpy(&from, begin, sizeof from);
  memcpy(&to, end, sizeof to);
  return from == 0 ? 0 : (to - from) % size != 0 ? INT64_MIN : (to - from) / size;
}

/* Returns the number of the pointer at `pointer` among those that the pointer at `rows` leads to. */
static inline int64_t al_row(const void *rows, const void *pointer) {
  uintptr_t first;
  memcpy(&first, rows, sizeof first);
  return (int64_t)(((uintptr_t)pointer - first) / sizeof(void *));
}

/* Returns the integer at `place`, of 1, 2, 4 or 8 bytes; INT64_MIN if there is no place. */
static inline int64_t al_integer(const char *place, size_t bytes, int is_signed) {
  int8_t one;
  int16_t two;
  int32_t four;
  int64_t eight;
  if (!place)
    return INT64_MIN;
  switch (bytes) {
  case 1:
    memcpy(&one, place, 1);
    return is_signed ? one : (uint8_t)one;
  case 2:
    memcpy(&two, place, 2);
    return is_signed ? two : (uint16_t)two;
  case 4:
    memcpy(&four, place, 4);
    return is_signed ? four : (int64_t)(uint32_t)four;
  default:
    memcpy(&eight, place, 8);
    return eight;
  }
}

/* ---- The functions of a record */

/*
 *   abi                 AL_ROUTINES_ABI
 *   n_targets, targets  what each target is, AL_LINK and so on, all but AL_ANY; the
 *                       library checks with these that routines and tables fit
 *   size                bytes of the record
 *   walk, pack          `record` stays as it is; `packed` has room for `size` bytes
 *   unpack, relink      take one packed record; n records, one after the other
 */
struct AL_Routines {
  uint32_t abi;
  uint32_t n_targets;
  const uint8_t *targets;
  uint64_t size;
  void (*walk)(AL_Walk *walk, const void *record);
  void (*pack)(AL_Walk *walk, const void *record, void *packed);
  void (*unpack)(AL_Restore *restore, const void *packed, void *record);
  void (*relink)(AL_Restore *restore, void *records, uint64_t n);
};

#ifdef __cplusplus
}
#endif

#ifdef __GNUC__
#pragma GCC diagnostic pop
#endif

#endif
