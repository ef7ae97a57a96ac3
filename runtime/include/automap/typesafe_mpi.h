/*
 * Includes <mpi.h> and lets clang check the buffers of MPI calls: it warns if the elements of a buffer are
 * not of the C type that the call's datatype describes (-Wtype-safety, on by default). It works in C99 and
 * C++11. Include it instead of <mpi.h> or after it, before or after generated headers. Other compilers see
 * only <mpi.h>; so does clang if MPI is older than 3.1. The compiled code is the same with and without it.
 *
 *   double x[3];
 *   MPI_Send(x, 3, MPI_FLOAT, 1, 0, comm);
 *
 *   argument type 'double *' doesn't match specified 'MPI' type tag that requires 'float *' [-Wtype-safety]
 *
 * clang knows the types of the datatypes that automap generates, and of MPI's own for C and C++. It checks
 * all functions of MPI 4.0 that take a buffer and its datatype, also those for large counts, and those of
 * automap.h. It does not check
 *
 *   - other datatypes: variables, also of MPI_Type_create_...; arrays of datatypes (MPI_Alltoallw, ...);
 *     Fortran's; MPI_DATATYPE_NULL; MPI_BYTE and MPI_PACKED; MPI_2INT, which goes with structs and int[2];
 *   - buffers of type void *, such as MPI_IN_PLACE, MPI_BOTTOM and NULL, or std::byte *. Cast to void * if
 *     another type is meant: the first member of a struct, or a struct with the same layout;
 *   - calls in which an argument has a comma outside parentheses: MPI_Send((int[]){1, 2}, ...), f<0, 1>().
 *     With parentheses around the argument, they are checked: MPI_Send(((int[]){1, 2}), ...).
 *
 * What counts is the type of the innermost elements, without const: double a[4][3] and const
 * std::array<double, 3> * are buffers of MPI_DOUBLE. It must be exactly that type, even if another has the
 * same size: long is not long long, and char * is not raw memory. But
 *
 *   - char also stands for signed char or unsigned char, whichever it behaves as;
 *   - an enum stands for its underlying type, or for anything if that is unsigned int, because C's enums are
 *     commonly sent as MPI_INT;
 *   - std::complex<T> and T _Complex are the same to the complex datatypes;
 *   - MPI_DOUBLE_INT and the like take a struct of two such members, or a std::pair.
 *
 * MPI calls become macros that cast their buffers (typesafe_mpi_calls.h), because clang would compare const,
 * too. After each warning, clang notes from which macro the call was expanded; ignore that. &MPI_Send and
 * (MPI_Send)(...) are still the function. Define AUTOMAP_TYPESAFE_WITHOUT_MACROS beforehand to leave the
 * macros out: where MPI functions are defined (in a profiling library), or where the program has its own
 * macros (#define MPI_Send fake_send) or members of these names. clang then also warns of const elements and
 * arrays of arrays.
 */
#ifndef AUTOMAP_TYPESAFE_MPI_H
#define AUTOMAP_TYPESAFE_MPI_H

/* MPICH's own tags, if it has them, require a null buffer with MPI_DATATYPE_NULL. */
#ifndef MPICH_NO_ATTR_TYPE_TAGS
#define MPICH_NO_ATTR_TYPE_TAGS 1
#endif
#include <mpi.h>

#if defined(__clang__) && defined(__has_attribute) && (MPI_VERSION > 3 || (MPI_VERSION == 3 && MPI_SUBVERSION >= 1))
#if __has_attribute(pointer_with_type_tag) && __has_attribute(type_tag_for_datatype)

#include <stddef.h>
#include <stdint.h>

#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wpedantic" /* _Complex in C++ */
#pragma push_macro("MPI")
#undef MPI /* the kind of the tags, as in MPICH's own header */

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Declares the functions again, with what mpi.h leaves out: which argument is the datatype of which buffer.
 */
#if MPI_VERSION >= 4 || (defined(OMPI_MAJOR_VERSION) && OMPI_MAJOR_VERSION >= 5)
#define AUTOMAP_MPI_4_CALLS 1
#else
#define AUTOMAP_MPI_4_CALLS 0
#endif
#define AUTOMAP_BUFFER(buffer, datatype) __attribute__((pointer_with_type_tag(MPI, buffer, datatype)))
#ifdef AUTOMAP_TYPESAFE_WITHOUT_MACROS
#define AUTOMAP_MUST_BE_ITSELF(name, ...)
#else
#define AUTOMAP_MUST_BE_ITSELF(name, ...)                                                                              \
  _Static_assert(__builtin_strcmp(name, #__VA_ARGS__) == 0,                                                            \
                 name " is a macro: <automap/typesafe_mpi.h> needs AUTOMAP_TYPESAFE_WITHOUT_MACROS here");
#endif
#define AUTOMAP_TAG_ONE(function, ...)                                                                                 \
  AUTOMAP_MUST_BE_ITSELF(#function, function) extern __typeof__(function) function __VA_ARGS__;
#include "automap/typesafe_mpi_functions.h"
#undef AUTOMAP_TAG_ONE
#undef AUTOMAP_MUST_BE_ITSELF
#undef AUTOMAP_BUFFER

/*
 * MPI's datatypes. In Open MPI, they are addresses of variables, which are declared again here. In MPICH and
 * its descendants, they are numbers; unused constants tell clang what they stand for.
 */
#ifdef __cplusplus
#define AUTOMAP_BOOL bool
#else
#define AUTOMAP_BOOL _Bool
#endif
struct automap_float_int {
  float value;
  int index;
};
struct automap_double_int {
  double value;
  int index;
};
struct automap_long_double_int {
  long double value;
  int index;
};
struct automap_long_int {
  long value;
  int index;
};
struct automap_short_int {
  short value;
  int index;
};

#if defined(OPEN_MPI) && OPEN_MPI
#define AUTOMAP_TYPE(handle, name, ...)                                                                                \
  extern __typeof__(ompi_mpi_##name) ompi_mpi_##name __attribute__((type_tag_for_datatype(MPI, __VA_ARGS__)));
#elif (defined(MPICH) || defined(MPICH_VERSION) || defined(I_MPI_VERSION) || defined(MVAPICH2_VERSION)) &&             \
    !(defined(MPI_ABI_VERSION) && MPI_ABI_VERSION > 0)
/* A datatype that the library lacks is MPI_DATATYPE_NULL. */
#define AUTOMAP_TYPE(handle, name, ...)                                                                                \
  static const MPI_Datatype automap_tag_of_##name __attribute__((unused, type_tag_for_datatype(MPI, __VA_ARGS__))) =   \
      handle == MPI_DATATYPE_NULL ? -1 : handle;
#else
#define AUTOMAP_TYPE(handle, name, ...)
#endif

AUTOMAP_TYPE(MPI_CHAR, char, char)
AUTOMAP_TYPE(MPI_SIGNED_CHAR, signed_char, signed char)
AUTOMAP_TYPE(MPI_UNSIGNED_CHAR, unsigned_char, unsigned char)
AUTOMAP_TYPE(MPI_WCHAR, wchar, wchar_t)
AUTOMAP_TYPE(MPI_SHORT, short, short)
AUTOMAP_TYPE(MPI_UNSIGNED_SHORT, unsigned_short, unsigned short)
AUTOMAP_TYPE(MPI_INT, int, int)
AUTOMAP_TYPE(MPI_UNSIGNED, unsigned, unsigned)
AUTOMAP_TYPE(MPI_LONG, long, long)
AUTOMAP_TYPE(MPI_UNSIGNED_LONG, unsigned_long, unsigned long)
AUTOMAP_TYPE(MPI_LONG_LONG, long_long_int, long long)
AUTOMAP_TYPE(MPI_UNSIGNED_LONG_LONG, unsigned_long_long, unsigned long long)
AUTOMAP_TYPE(MPI_FLOAT, float, float)
AUTOMAP_TYPE(MPI_DOUBLE, double, double)
AUTOMAP_TYPE(MPI_LONG_DOUBLE, long_double, long double)
AUTOMAP_TYPE(MPI_INT8_T, int8_t, int8_t)
AUTOMAP_TYPE(MPI_INT16_T, int16_t, int16_t)
AUTOMAP_TYPE(MPI_INT32_T, int32_t, int32_t)
AUTOMAP_TYPE(MPI_INT64_T, int64_t, int64_t)
AUTOMAP_TYPE(MPI_UINT8_T, uint8_t, uint8_t)
AUTOMAP_TYPE(MPI_UINT16_T, uint16_t, uint16_t)
AUTOMAP_TYPE(MPI_UINT32_T, uint32_t, uint32_t)
AUTOMAP_TYPE(MPI_UINT64_T, uint64_t, uint64_t)
AUTOMAP_TYPE(MPI_AINT, aint, MPI_Aint)
AUTOMAP_TYPE(MPI_COUNT, count, MPI_Count)
AUTOMAP_TYPE(MPI_OFFSET, offset, MPI_Offset)
AUTOMAP_TYPE(MPI_C_BOOL, c_bool, AUTOMAP_BOOL)
AUTOMAP_TYPE(MPI_CXX_BOOL, cxx_bool, AUTOMAP_BOOL)
AUTOMAP_TYPE(MPI_C_FLOAT_COMPLEX, c_float_complex, float _Complex)
AUTOMAP_TYPE(MPI_C_DOUBLE_COMPLEX, c_double_complex, double _Complex)
AUTOMAP_TYPE(MPI_C_LONG_DOUBLE_COMPLEX, c_long_double_complex, long double _Complex)
AUTOMAP_TYPE(MPI_CXX_FLOAT_COMPLEX, cxx_cplex, float _Complex)
AUTOMAP_TYPE(MPI_CXX_DOUBLE_COMPLEX, cxx_dblcplex, double _Complex)
AUTOMAP_TYPE(MPI_CXX_LONG_DOUBLE_COMPLEX, cxx_ldblcplex, long double _Complex)
AUTOMAP_TYPE(MPI_FLOAT_INT, float_int, struct automap_float_int, layout_compatible)
AUTOMAP_TYPE(MPI_DOUBLE_INT, double_int, struct automap_double_int, layout_compatible)
AUTOMAP_TYPE(MPI_LONG_DOUBLE_INT, longdbl_int, struct automap_long_double_int, layout_compatible)
AUTOMAP_TYPE(MPI_LONG_INT, long_int, struct automap_long_int, layout_compatible)
AUTOMAP_TYPE(MPI_SHORT_INT, short_int, struct automap_short_int, layout_compatible)
#undef AUTOMAP_TYPE
#undef AUTOMAP_BOOL

#ifdef __cplusplus
}
#endif

#pragma pop_macro("MPI")

#ifndef AUTOMAP_TYPESAFE_WITHOUT_MACROS
#include "typesafe_mpi_calls.h"
#endif
#undef AUTOMAP_MPI_4_CALLS
#pragma clang diagnostic pop

#define AUTOMAP_TYPESAFE_IS_ON 1
#include "typesafe_automap.h"

#endif
#endif
#endif
