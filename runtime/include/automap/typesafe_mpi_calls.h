/*
 * The macros of typesafe_mpi.h, which includes this file. Each passes a call's buffers on as pointers to
 * their innermost elements, because clang compares only types. AUTOMAP_IN is for buffers that MPI reads,
 * and drops const; AUTOMAP_OUT is for those that it writes. Arguments are evaluated once, addresses stay,
 * and what the function would not accept as a buffer is not accepted here either.
 */
#ifndef AUTOMAP_TYPESAFE_MPI_CALLS_H
#define AUTOMAP_TYPESAFE_MPI_CALLS_H

#ifdef __cplusplus

extern "C++" { /* C headers may be included inside extern "C" */

#include <array>
#include <complex>
#include <cstddef>
#include <type_traits>
#include <utility>

namespace automap {
namespace typesafe {

/* The type that an element is checked as. */
template <typename T, typename = void> struct element {
  using type = T;
};
template <typename T> struct element<const T> : element<T> {};
template <typename T, std::size_t N> struct element<T[N]> : element<T> {};
template <typename T, std::size_t N>
struct element<const T[N]> : element<T> { /* without this, both of the above match */
};
template <typename T> struct element<T[]> : element<T> {};
template <typename T> struct element<const T[]> : element<T> {};
template <typename T, std::size_t N> struct element<std::array<T, N>> : element<T> {};
template <> struct element<std::complex<float>> {
  using type = float _Complex;
};
template <> struct element<std::complex<double>> {
  using type = double _Complex;
};
template <> struct element<std::complex<long double>> {
  using type = long double _Complex;
};
template <typename First, typename Second> struct element<std::pair<First, Second>> {
  struct type {
    First first;
    Second second;
  };
};
#ifdef __cpp_lib_byte
template <> struct element<std::byte> {
  using type = void;
};
#endif
template <typename T>
struct element<T, typename std::enable_if<std::is_enum<T>::value && !std::is_const<T>::value>::type> {
  using underlying = typename std::underlying_type<T>::type;
  using type = typename std::conditional<std::is_same<underlying, unsigned>::value, void, underlying>::type;
};

/* The type that the elements of a buffer are checked as; void for a null pointer or a class object. */
template <typename T> struct buffer {
  using type = void;
};
template <typename T> struct buffer<T *> : element<T> {};
template <typename T> using element_of = typename buffer<typename std::decay<T>::type>::type;

} /* namespace typesafe */
} /* namespace automap */

} /* extern "C++" */

#define AUTOMAP_ELEMENT(p) ::automap::typesafe::element_of<decltype(p)>

/* Only one copy of the argument can cause warnings. */
#define AUTOMAP_IN(p)                                                                                                  \
  _Pragma("clang diagnostic push")                                                                                     \
      _Pragma("clang diagnostic ignored \"-Weverything\"") const_cast<AUTOMAP_ELEMENT(p) *>(                           \
          static_cast<const AUTOMAP_ELEMENT(p) *>(_Pragma("clang diagnostic pop") static_cast<const void *>(p)))
#define AUTOMAP_OUT(p)                                                                                                 \
  _Pragma("clang diagnostic push")                                                                                     \
      _Pragma("clang diagnostic ignored \"-Weverything\"") static_cast<AUTOMAP_ELEMENT(p) *>(                          \
          _Pragma("clang diagnostic pop") static_cast<void *>(p))

#else

/* The buffer if it is a pointer, else null: the compiler then reports the buffer itself. */
#define AUTOMAP_POINTER(p)                                                                                             \
  __builtin_choose_expr(__builtin_classify_type(p) == __builtin_classify_type((void *)0), p, (void *)0)

/* A pointer to the first element for a pointer to an array, else the pointer itself. Reads nothing. */
#define AUTOMAP_INTO(p)                                                                                                \
  __builtin_choose_expr(__builtin_types_compatible_p(__typeof__(*(p)), __typeof__(__extension__({ *(p); }))), p, *(p))

/* The type of pointers to the innermost elements, of up to six dimensions: as they are, and without const. */
#define AUTOMAP_INNERMOST(p, result)                                                                                   \
  __typeof__(__extension__({                                                                                           \
    __auto_type automap_1 = AUTOMAP_POINTER(p);                                                                        \
    __auto_type automap_2 = AUTOMAP_INTO(automap_1);                                                                   \
    __auto_type automap_3 = AUTOMAP_INTO(automap_2);                                                                   \
    __auto_type automap_4 = AUTOMAP_INTO(automap_3);                                                                   \
    __auto_type automap_5 = AUTOMAP_INTO(automap_4);                                                                   \
    __auto_type automap_6 = AUTOMAP_INTO(automap_5);                                                                   \
    result;                                                                                                            \
  }))
#define AUTOMAP_QUALIFIED(p) AUTOMAP_INNERMOST(p, automap_6)
#define AUTOMAP_WITHOUT_CONST(p) AUTOMAP_INNERMOST(p, AUTOMAP_DROP_CONST(automap_6))

/* The pointer to unqualified elements, as dereferencing makes them. The compiler reports volatile. */
#define AUTOMAP_DROP_CONST(p)                                                                                          \
  __builtin_choose_expr(__builtin_types_compatible_p(__typeof__(p), volatile __typeof__(*(p)) *), p,                   \
                        (__typeof__(__extension__({ *(p); })) *)0)

/* unsigned int is compatible with this enum and any other, but the enums are not with each other. */
enum automap_unsigned { automap_unsigned_value };

/* Applies `what` to each basic type except unsigned int: associations of a _Generic. */
#define AUTOMAP_EACH_BASIC(what, p)                                                                                    \
  what(p, char), what(p, signed char), what(p, unsigned char), what(p, short), what(p, unsigned short), what(p, int),  \
      what(p, long), what(p, unsigned long), what(p, long long), what(p, unsigned long long), what(p, float),          \
      what(p, double), what(p, long double), what(p, _Bool), what(p, float _Complex), what(p, double _Complex),        \
      what(p, long double _Complex)

/* A cast to the type in the last arguments. Basic types are named, because messages show the names. */
#define AUTOMAP_CAST(p, ...)                                                                                           \
  _Generic((__VA_ARGS__)0,                                                                                             \
      AUTOMAP_EACH_BASIC(AUTOMAP_TO, p),                                                                               \
      unsigned *: __builtin_choose_expr(__builtin_types_compatible_p(__VA_ARGS__, enum automap_unsigned *),            \
                                        (unsigned *)AUTOMAP_POINTER(p), (void *)AUTOMAP_POINTER(p)),                   \
      default: __extension__({                                                                                         \
             typedef __typeof__(*(__VA_ARGS__)0) automap_element;                                                      \
             (automap_element *)AUTOMAP_POINTER(p);                                                                    \
           }))
#define AUTOMAP_TO(p, type) type * : (type *)AUTOMAP_POINTER(p)

/* Whether a cast is needed: neither for what is no pointer nor for a pointer to a struct, for example. */
#define AUTOMAP_IS_OTHER(p, ...)                                                                                       \
  _Generic((__VA_ARGS__)0,                                                                                             \
      AUTOMAP_EACH_BASIC(AUTOMAP_YES, p),                                                                              \
      unsigned *: 1,                                                                                                   \
      default: !__builtin_types_compatible_p(__typeof__(1 ? AUTOMAP_POINTER(p) : (void *)0), __VA_ARGS__))
#define AUTOMAP_YES(p, type) type * : 1

/* Only one copy of the argument can cause warnings. */
#define AUTOMAP_AS(p, ...)                                                                                             \
  __builtin_choose_expr(_Pragma("clang diagnostic push") _Pragma("clang diagnostic ignored \"-Weverything\"")          \
                            AUTOMAP_IS_OTHER(p, __VA_ARGS__),                                                          \
                        AUTOMAP_CAST(p, __VA_ARGS__) _Pragma("clang diagnostic pop"), p)
#define AUTOMAP_IN(p) AUTOMAP_AS(p, AUTOMAP_WITHOUT_CONST(p))
#define AUTOMAP_OUT(p) AUTOMAP_AS(p, AUTOMAP_QUALIFIED(p))

#endif

/* clang-format off */

/*
 * Parts of a call's arguments, for the calls below: one, some, or all from one on; and buffers. A macro among
 * the arguments counts as its expansion, which may be several arguments.
 */
#define AUTOMAP_1(...) AUTOMAP_GET_1(__VA_ARGS__, )
#define AUTOMAP_2(...) AUTOMAP_GET_2(__VA_ARGS__, )
#define AUTOMAP_3(...) AUTOMAP_GET_3(__VA_ARGS__, )
#define AUTOMAP_4(...) AUTOMAP_GET_4(__VA_ARGS__, )
#define AUTOMAP_5(...) AUTOMAP_GET_5(__VA_ARGS__, )
#define AUTOMAP_6(...) AUTOMAP_GET_6(__VA_ARGS__, )
#define AUTOMAP_GET_1(a1, ...) a1
#define AUTOMAP_GET_2(a1, a2, ...) a2
#define AUTOMAP_GET_3(a1, a2, a3, ...) a3
#define AUTOMAP_GET_4(a1, a2, a3, a4, ...) a4
#define AUTOMAP_GET_5(a1, a2, a3, a4, a5, ...) a5
#define AUTOMAP_GET_6(a1, a2, a3, a4, a5, a6, ...) a6
#define AUTOMAP_1_TO_2(a1, a2, ...) a1, a2
#define AUTOMAP_1_TO_3(a1, a2, a3, ...) a1, a2, a3
#define AUTOMAP_1_TO_4(a1, a2, a3, a4, ...) a1, a2, a3, a4
#define AUTOMAP_2_TO_3(a1, a2, a3, ...) a2, a3
#define AUTOMAP_2_TO_4(a1, a2, a3, a4, ...) a2, a3, a4
#define AUTOMAP_2_TO_5(a1, a2, a3, a4, a5, ...) a2, a3, a4, a5
#define AUTOMAP_FROM_2(a1, ...) __VA_ARGS__
#define AUTOMAP_FROM_3(a1, a2, ...) __VA_ARGS__
#define AUTOMAP_FROM_4(a1, a2, a3, ...) __VA_ARGS__
#define AUTOMAP_FROM_5(a1, a2, a3, a4, ...) __VA_ARGS__
#define AUTOMAP_FROM_6(a1, a2, a3, a4, a5, ...) __VA_ARGS__
#define AUTOMAP_FROM_7(a1, a2, a3, a4, a5, a6, ...) __VA_ARGS__
#define AUTOMAP_IN_1(...) AUTOMAP_IN(AUTOMAP_1(__VA_ARGS__))
#define AUTOMAP_IN_2(...) AUTOMAP_IN(AUTOMAP_2(__VA_ARGS__))
#define AUTOMAP_IN_3(...) AUTOMAP_IN(AUTOMAP_3(__VA_ARGS__))
#define AUTOMAP_OUT_1(...) AUTOMAP_OUT(AUTOMAP_1(__VA_ARGS__))
#define AUTOMAP_OUT_2(...) AUTOMAP_OUT(AUTOMAP_2(__VA_ARGS__))
#define AUTOMAP_OUT_3(...) AUTOMAP_OUT(AUTOMAP_3(__VA_ARGS__))
#define AUTOMAP_OUT_4(...) AUTOMAP_OUT(AUTOMAP_4(__VA_ARGS__))
#define AUTOMAP_OUT_5(...) AUTOMAP_OUT(AUTOMAP_5(__VA_ARGS__))
#define AUTOMAP_OUT_6(...) AUTOMAP_OUT(AUTOMAP_6(__VA_ARGS__))

/*
 * The function for a call of n arguments. Commas outside parentheses, as in MPI_Send((int[]){1, 2}, ...),
 * make more arguments here, and nothing tells which belong together. The macro then expands to the whole
 * call, unchecked, and to something that swallows the arguments that follow.
 */
#define AUTOMAP_SECOND(first, second, ...) second
#define AUTOMAP_CALL_4(function, ...) AUTOMAP_CHOICE_4(__VA_ARGS__, , , , , , , , , , , , , , )(function, __VA_ARGS__)
#define AUTOMAP_CALL_5(function, ...) AUTOMAP_CHOICE_5(__VA_ARGS__, , , , , , , , , , , , , , )(function, __VA_ARGS__)
#define AUTOMAP_CALL_6(function, ...) AUTOMAP_CHOICE_6(__VA_ARGS__, , , , , , , , , , , , , , )(function, __VA_ARGS__)
#define AUTOMAP_CALL_7(function, ...) AUTOMAP_CHOICE_7(__VA_ARGS__, , , , , , , , , , , , , , )(function, __VA_ARGS__)
#define AUTOMAP_CALL_8(function, ...) AUTOMAP_CHOICE_8(__VA_ARGS__, , , , , , , , , , , , , , )(function, __VA_ARGS__)
#define AUTOMAP_CALL_9(function, ...) AUTOMAP_CHOICE_9(__VA_ARGS__, , , , , , , , , , , , , , )(function, __VA_ARGS__)
#define AUTOMAP_CALL_10(function, ...) AUTOMAP_CHOICE_10(__VA_ARGS__, , , , , , , , , , , , , , )(function, __VA_ARGS__)
#define AUTOMAP_CALL_11(function, ...) AUTOMAP_CHOICE_11(__VA_ARGS__, , , , , , , , , , , , , , )(function, __VA_ARGS__)
#define AUTOMAP_CALL_12(function, ...) AUTOMAP_CHOICE_12(__VA_ARGS__, , , , , , , , , , , , , , )(function, __VA_ARGS__)
#define AUTOMAP_CALL_13(function, ...) AUTOMAP_CHOICE_13(__VA_ARGS__, , , , , , , , , , , , , , )(function, __VA_ARGS__)
#define AUTOMAP_CHOICE_4(a1, a2, a3, a4, more, ...) AUTOMAP_CHOICE(more)
#define AUTOMAP_CHOICE_5(a1, a2, a3, a4, a5, more, ...) AUTOMAP_CHOICE(more)
#define AUTOMAP_CHOICE_6(a1, a2, a3, a4, a5, a6, more, ...) AUTOMAP_CHOICE(more)
#define AUTOMAP_CHOICE_7(a1, a2, a3, a4, a5, a6, a7, more, ...) AUTOMAP_CHOICE(more)
#define AUTOMAP_CHOICE_8(a1, a2, a3, a4, a5, a6, a7, a8, more, ...) AUTOMAP_CHOICE(more)
#define AUTOMAP_CHOICE_9(a1, a2, a3, a4, a5, a6, a7, a8, a9, more, ...) AUTOMAP_CHOICE(more)
#define AUTOMAP_CHOICE_10(a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, more, ...) AUTOMAP_CHOICE(more)
#define AUTOMAP_CHOICE_11(a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, more, ...) AUTOMAP_CHOICE(more)
#define AUTOMAP_CHOICE_12(a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, more, ...) AUTOMAP_CHOICE(more)
#define AUTOMAP_CHOICE_13(a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, more, ...) AUTOMAP_CHOICE(more)
#define AUTOMAP_CHOICE(...) AUTOMAP_SECOND(__VA_OPT__(, AUTOMAP_LEAVE), AUTOMAP_LOOK_AT, )
#define AUTOMAP_LOOK_AT(function, ...) function
#define AUTOMAP_LEAVE(function, ...) \
  _Pragma("clang diagnostic push") _Pragma("clang diagnostic ignored \"-Wtype-safety\"") \
  function(__VA_ARGS__) _Pragma("clang diagnostic pop") AUTOMAP_NOTHING
#define AUTOMAP_NOTHING(...)

/* clang-format on */

#include "automap/typesafe_mpi_functions.h"

#endif
