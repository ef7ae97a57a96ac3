/*
 * Node types: constant tables that `automap --autolink` generates, one AL_TypeInfo for each record. They need
 * no MPI and no initialization at run time. With positional initializers they are valid C99 and C++17. A
 * program passes AutoLink_X to the functions of autolink.h wherever they take an AL_Type. Generated code
 * declares it as
 *
 *   extern const AL_TypeInfo AutoLink_X[1];
 *
 * test/autolink/figure3_types.c shows what generated code looks like; test/autolink/pointer_kinds.c has every
 * kind of pointer.
 *
 * Terms, after the AutoMap & AutoLink paper: a node is what one pointer points at, a single record or a
 * counted array, and has its own allocation. The nodes of a type are labeled 0, 1, … in the order of a
 * breadth-first search. Single records of a type and arrays of that type are two label sequences.
 */
#ifndef AUTOLINK_AL_TYPE_H
#define AUTOLINK_AL_TYPE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The version of these tables. Generated code puts it into each AL_TypeInfo; the library refuses others. */
#define AL_TYPE_ABI 3u

typedef struct AL_TypeInfo AL_TypeInfo;
typedef const AL_TypeInfo *AL_Type;

/*
 * Lets clang compare the root of a call with its AL_Type, as -Wtype-safety does: AL_ROOT stands at functions,
 * and AL_ROOT_IS at the types that automap generates. Constness does not count, nor do the names of structs
 * with the same fields.
 */
#if defined(__clang__) && defined(__has_attribute)
#if __has_attribute(pointer_with_type_tag) && __has_attribute(type_tag_for_datatype)
#define AL_ROOT(root, type) __attribute__((pointer_with_type_tag(AutoLink, root, type)))
#define AL_ROOT_IS(...) __attribute__((type_tag_for_datatype(AutoLink, __VA_ARGS__, layout_compatible)))
#endif
#endif
#ifdef AL_ROOT
/* Begins the definition of a type. clang would take its value for another name of the type: this hides it. */
#define AL_TEXT_OF(x) #x
#define AL_TEXT(x) AL_TEXT_OF(x)
#define AL_DEFINE(name)                                                                                                \
  AL_EXTERN_C const AL_TypeInfo name##_defined[1] __asm__(AL_TEXT(__USER_LABEL_PREFIX__) #name);                       \
  const AL_TypeInfo name##_defined[1]
#ifdef __cplusplus
#define AL_EXTERN_C extern "C"
#else
#define AL_EXTERN_C extern
#endif
#else
#define AL_ROOT(root, type)
#define AL_ROOT_IS(...)
#define AL_DEFINE(name) const AL_TypeInfo name[1]
#endif

/* The basic types of C data, each named as its MPI datatype without the prefix MPI_. */
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
  AL_LINK = 1,       /* one node of type `target`; with `bias`, a place inside it */
  AL_ARRAY = 2,      /* the first of length() elements of type `target`, which may have pointers themselves */
  AL_STRING = 3,     /* characters up to and including a null character */
  AL_IGNORE = 4,     /* not followed; arrives as NULL */
  AL_INSIDE = 5,     /* any place inside a node that other pointers lead to, or one past its end. Not followed;
                    arrives pointing at the same place. An error if there is no such node. Where one node
                    ends and another begins, as records in an arena do, the beginning is meant */
  AL_ANY = 6,        /* what the choice that has the `value` of select() says; if there is none, NULL or an error */
  AL_DATA = 7,       /* in choices only: not a pointer now but data, which is sent as it is; a receiver on another
                    kind of machine refuses it unless it is zero */
  AL_ARRAY_LATE = 8, /* as AL_ARRAY, but length() also reads what other pointers of the record lead to: a receiver
                       calls it when all has arrived */
  AL_ANY_LATE = 9,   /* as AL_ANY, but select() reads the record that the pointer leads to; all choices are AL_LINK */
  AL_END = 10,       /* the end of the array whose AL_ARRAY_LATE stands `bias` bytes from here; length() returns the
                       number of its elements, which have the type `target` */
  AL_HEADED = 12,    /* what the last choice says, unless the pointer leads to the place that another one says, in a
                       record that the search has met before; all choices are AL_LINK: lists that lead back to a
                       head in another record */
  AL_ROW = 11,       /* as AL_ARRAY_LATE, in the elements of arrays: length() takes as `record` the place of the pointer
                       to the array that has the element */
  AL_WEAK = 13,      /* as AL_LINK, but not followed: arrives as NULL unless other pointers lead to the node. May also
                       lead to an element of an array of such records */
  AL_WEAK_INSIDE = 14 /* as AL_INSIDE, but arrives as NULL if there is no such node */
};

/*
 * Returns the number of elements of an array, from fields of the record alone: a receiver also calls it,
 * before the record's pointers are restored. (AL_ARRAY_LATE: from what they lead to, too, and afterwards.)
 * Negative is an error.
 *
 *   record   in   the record whose type this is
 *   pointer  in   where in the record the pointer stands. If a record lies inside another one, or in an array
 *                 in it, the generated code finds the fields beside the pointer from here
 */
typedef int64_t (*AL_Length)(const void *record, const void *pointer);

/* Returns the value that tells what an AL_ANY pointer points at, from fields of the record alone. */
typedef int64_t (*AL_Select)(const void *record, const void *pointer);

/* What the pointer points at if select() returns `value`. The other fields are as in AL_Pointer. */
typedef struct AL_Choice {
  int64_t value;
  uint32_t kind; /* all but AL_ANY */
  AL_Type target;
  uint64_t bias;
  AL_Length length;
} AL_Choice;

/* A pointer field, or `count` of them `stride` bytes apart: T *p[4], or pointers of an array of records. */
typedef struct AL_Pointer {
  const char *name; /* the name in messages: "left", "children", "edges.to" */
  uint32_t kind;    /* all but AL_DATA */
  uint32_t n_choices;
  uint64_t offset; /* bytes from the beginning of the record to the first one */
  uint64_t count;  /* >= 1 */
  uint64_t stride; /* bytes, at least the size of a pointer; ignored if count is 1 */
  AL_Type target;  /* the type of the node or element; else NULL */
  uint64_t bias;   /* AL_LINK, AL_WEAK: where in the node it points, in bytes, less than the node's size; usually 0.
                      Intrusive lists: offsetof(Item, list) if p points at an Item's `list`. AL_END: see there.
                      AL_ARRAY_LATE: the least number of elements, which length() may read. AL_ARRAY: one more than
                      the offset of the field that is the length, if there is one for each pointer, `stride` apart as
                      these; else 0. Objects of C++ need not have it (autolink/objects.md) */
  AL_Length length;
  AL_Select select;
  const AL_Choice *choices;
} AL_Pointer;

/* What a field of a record is, unless it is a basic type. */
enum {
  AL_FIELD_RECORD = 64,  /* a record with fields of its own */
  AL_FIELD_POINTER = 65, /* a pointer; AL_Pointer says where it leads */
  AL_FIELD_BITS = 66     /* the bytes of bit-fields, whose types, names and widths are its name */
};

/*
 * The name of a field: `count` values, `stride` bytes apart. Files keep it, so that a program finds the fields of an
 * earlier version of a struct (al_file.h). Fields of bases and of anonymous members are those of the record around
 * them. Fields that are left out are not in the table.
 */
typedef struct AL_Field AL_Field;
struct AL_Field {
  const char *name; /* "position" */
  uint32_t kind;    /* AL_CHAR … AL_BYTE, or AL_FIELD_… */
  uint64_t offset;  /* bytes from the beginning of the record that has the field */
  uint64_t count;   /* >= 1 */
  uint64_t stride;  /* bytes; ignored if count is 1 */
  uint64_t n_fields;
  const AL_Field *fields; /* AL_FIELD_RECORD: the fields of each */
};

/* Flags in AL_TypeInfo.flags. */
enum {
  AL_TREE = 1 /* promises that no two pointers lead to one node of this type (AutoMap_Tree) */
};

/* Generated code that does the work of the tables for one type: al_inline.h. */
typedef struct AL_Routines AL_Routines;

/*
 * A node type or element type. Whatever is in neither `data` nor `pointers` is padding. The record's bytes
 * are sent as they are; a receiver on another kind of machine converts them by `data`.
 *
 *   abi              AL_TYPE_ABI
 *   flags            AL_TREE or 0
 *   name             as the user wrote it, without `struct`. Two types of a program with the same name, size
 *                    and signature count as one type
 *   size, align      sizeof and alignment in bytes; size >= 1
 *   signature_hash,  hash of the data and of where the pointers lead, as printed by automap (README.md says
 *   signature_count  of what), only compared for equality; number of values that are not pointers
 *   n_data, data     the type map of the data without the pointers, in the same order wherever the record is
 *                    compiled: by this order, values of different machines are paired
 *   n_pointers,      the pointers of the record, and of records inside it, in search order (the paper: A's
 *   pointers         children are B, B', C because its fields are declared in this order)
 *   routines         functions that do the same as the tables, faster; or NULL
 *   n_fields,        the names of all fields, which only files need; none: files cannot be read after the type
 *   fields           has changed
 *   initial          stores a new record, for what files that were written before do not have; or NULL, and then that
 *                    is zero. `record` has `size` bytes, of any alignment; pointers in it do not count
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
  uint64_t n_fields;
  const AL_Field *fields;
  void (*initial)(void *record);
};

/*
 * The types of single values: AL_Basic + AL_DOUBLE for the elements of double *p. (For T **p, the element is
 * a generated type of the size of a pointer, with one AL_LINK at offset 0 and no data. For double (*p)[4],
 * the element is double and the length is four times as large.)
 */
extern const AL_TypeInfo AL_Basic[AL_BASIC_TYPES];

#ifdef __cplusplus
}

/* For overloads of calls. Whether T is a record, as only roots are, and not the place of a pointer to one. */
extern "C++" {
template <typename T, bool = __is_class(T) || __is_union(T)> struct AL_IfRoot {};
template <typename T> struct AL_IfRoot<T, true> {
  typedef int type;
};
}
#endif

#endif
