/*
 * What AutoLink knows of a node type: constant tables that `automap --autolink` generates, one AL_TypeInfo
 * for each record. They need no MPI and no initialization at run time, and are valid C99 and C++17 when
 * written with positional initializers. A program hands AutoLink_X, which generated code declares as
 *
 *   extern const AL_TypeInfo AutoLink_X[1];
 *
 * to the functions of autolink.h wherever they take an AL_Type. test/autolink/figure3_types.c shows what
 * generated code looks like; test/autolink/pointer_kinds.c has every kind of pointer.
 *
 * Terms, after the AutoMap & AutoLink paper: a node is what one pointer points at, a single record or a
 * counted array, and was allocated by itself. The nodes of a type are labelled 0, 1, … in the order of a
 * breadth-first search; single records of a type and arrays of that type are two label sequences.
 */
#ifndef AUTOLINK_AL_TYPE_H
#define AUTOLINK_AL_TYPE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The version of these tables. Generated code puts it into each AL_TypeInfo; the library refuses others. */
#define AL_TYPE_ABI 1u

typedef struct AL_TypeInfo AL_TypeInfo;
typedef const AL_TypeInfo *AL_Type;

/* The basic types of C that data can be of, each called as its MPI datatype without the prefix MPI_. */
enum {
  AL_CHAR = 0,
  AL_SIGNED_CHAR,
  AL_UNSIGNED_CHAR,
  AL_WCHAR,
  AL_SHORT,
  AL_UNSIGNED_SHORT,
  AL_INT,
  AL_UNSIGNED,
  AL_LONG,
  AL_UNSIGNED_LONG,
  AL_LONG_LONG,
  AL_UNSIGNED_LONG_LONG,
  AL_FLOAT,
  AL_DOUBLE,
  AL_LONG_DOUBLE,
  AL_C_BOOL,
  AL_C_FLOAT_COMPLEX,
  AL_C_DOUBLE_COMPLEX,
  AL_C_LONG_DOUBLE_COMPLEX,
  AL_CXX_BOOL,
  AL_CXX_FLOAT_COMPLEX,
  AL_CXX_DOUBLE_COMPLEX,
  AL_CXX_LONG_DOUBLE_COMPLEX,
  AL_INT8_T,
  AL_INT16_T,
  AL_INT32_T,
  AL_INT64_T,
  AL_UINT8_T,
  AL_UINT16_T,
  AL_UINT32_T,
  AL_UINT64_T,
  AL_AINT,
  AL_COUNT,
  AL_OFFSET,
  AL_BYTE, /* bytes that are sent as they are: unions, bit-fields, enumerations of odd widths */
  AL_BASIC_TYPES
};

/* A run of the type map: `count` values of one basic type, `stride` bytes apart. */
typedef struct AL_Run {
  uint32_t basic;  /* AL_CHAR … AL_BYTE */
  uint64_t offset; /* bytes from the beginning of the record */
  uint64_t count;
  uint64_t stride; /* bytes; ignored if count is 1 */
} AL_Run;

/* What a pointer points at. */
enum {
  AL_LINK = 1,   /* one node of type `target`; with `bias`, a place inside it */
  AL_ARRAY = 2,  /* the first of length() elements of type `target`, which may have pointers themselves */
  AL_STRING = 3, /* characters up to and with a null character */
  AL_IGNORE = 4, /* not followed; arrives as NULL */
  AL_INSIDE = 5, /* any place inside, or one past the end of, a node that other pointers lead to; is not
                    followed, arrives pointing at the same place; an error where there is no such node. Where
                    one ends and another begins, as records in an arena do, it is the beginning */
  AL_ANY = 6, /* what the choice says whose `value` select() gives; where there is none, NULL or an error */
  AL_DATA = 7 /* in choices only: there is no pointer now but data, which is sent as it is, and refused by
                    a receiver on another kind of machine unless it is zero */
};

/*
 * The number of elements of an array, from fields of the record alone (a receiver asks too, before the
 * record's pointers are restored). Negative is an error.
 *
 *   record   in   the record whose type this is
 *   pointer  in   where in the record the pointer stands: where a record lies inside another one, or in an
 *                 array in it, the generated code finds the fields beside the pointer from here
 */
typedef int64_t (*AL_Length)(const void *record, const void *pointer);

/* The value that says what an AL_ANY pointer points at, from fields of the record alone. */
typedef int64_t (*AL_Select)(const void *record, const void *pointer);

/* `value`: what the pointer points at if select() gives it. The others as in AL_Pointer. */
typedef struct AL_Choice {
  int64_t value;
  uint32_t kind; /* AL_LINK, AL_ARRAY, AL_STRING, AL_IGNORE, AL_INSIDE or AL_DATA */
  AL_Type target;
  uint64_t bias;
  AL_Length length;
} AL_Choice;

/* A pointer field, or `count` of them `stride` bytes apart: T *p[4], or pointers of an array of records. */
typedef struct AL_Pointer {
  const char *name; /* for messages: "left", "children", "edges.to" */
  uint32_t kind;    /* AL_LINK … AL_ANY */
  uint32_t n_choices;
  uint64_t offset; /* of the first one, bytes from the beginning of the record */
  uint64_t count;  /* >= 1 */
  uint64_t stride; /* bytes, at least the size of a pointer; ignored if count is 1 */
  AL_Type target;  /* AL_LINK, AL_ARRAY: the type of the node or element; else NULL */
  uint64_t bias;   /* AL_LINK: where in the node it points, bytes, less than the node's size; usually 0.
                      Intrusive lists: offsetof(Item, list) where p points at an Item's `list` */
  AL_Length length;
  AL_Select select;
  const AL_Choice *choices;
} AL_Pointer;

/* AL_TypeInfo.flags */
enum {
  AL_TREE = 1 /* promised: no two pointers lead to one node of this type (AutoMap_Tree) */
};

/* Generated code that takes the tables' part for one type: al_inline.h. */
typedef struct AL_Routines AL_Routines;

/*
 * A node type or element type. What is neither in `data` nor in `pointers` is padding. The
 * record's bytes are sent as they are; a receiver on another kind of machine converts them by its `data`.
 *
 *   abi              AL_TYPE_ABI
 *   flags            AL_TREE or 0
 *   name             as the user wrote it, without `struct`; two types of a program that have one name,
 *                    one size and one signature are taken for the same
 *   size, align      sizeof and alignment in bytes; size >= 1
 *   signature_hash,  of the data and where the pointers lead, as automap prints them (README.md says of what);
 *   signature_count  only compared for equality; the number of values that are no pointers
 *   n_data, data     the type map of the data without the pointers, in one order wherever the record is
 *                    compiled: values of machines that differ are paired by it
 *   n_pointers,      the pointers of the record, also those of records inside it, in the order of the search
 *   pointers         (the paper: A's children are B, B', C because its fields are declared so)
 *   routines         functions that do what the tables say, faster; or NULL
 */
struct AL_TypeInfo {
  uint32_t abi;
  uint32_t flags;
  const char *name;
  uint64_t size;
  uint64_t align;
  uint64_t signature_hash;
  uint64_t signature_count;
  uint64_t n_data;
  const AL_Run *data;
  uint64_t n_pointers;
  const AL_Pointer *pointers;
  const AL_Routines *routines;
};

/*
 * The types of single values: AL_Basic + AL_DOUBLE for the elements of double *p. (For T **p the element is a
 * generated type of the size of a pointer, with one AL_LINK at offset 0 and no data; for double (*p)[4] the
 * element is double and the length four times as many.)
 */
extern const AL_TypeInfo AL_Basic[AL_BASIC_TYPES];

#ifdef __cplusplus
}
#endif

#endif
