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

/*
 * The calls. A warning points to the parentheses around a buffer and shows only this line.
 */

/* Point to point */
#define MPI_Bsend(...) AUTOMAP_CALL_6(MPI_Bsend, __VA_ARGS__)((AUTOMAP_IN_1(__VA_ARGS__)), AUTOMAP_FROM_2(__VA_ARGS__))
#define MPI_Bsend_c(...) AUTOMAP_CALL_6(MPI_Bsend_c, __VA_ARGS__)((AUTOMAP_IN_1(__VA_ARGS__)), AUTOMAP_FROM_2(__VA_ARGS__))
#define MPI_Bsend_init(...) AUTOMAP_CALL_7(MPI_Bsend_init, __VA_ARGS__)((AUTOMAP_IN_1(__VA_ARGS__)), AUTOMAP_FROM_2(__VA_ARGS__))
#define MPI_Bsend_init_c(...) AUTOMAP_CALL_7(MPI_Bsend_init_c, __VA_ARGS__)((AUTOMAP_IN_1(__VA_ARGS__)), AUTOMAP_FROM_2(__VA_ARGS__))
#define MPI_Ibsend(...) AUTOMAP_CALL_7(MPI_Ibsend, __VA_ARGS__)((AUTOMAP_IN_1(__VA_ARGS__)), AUTOMAP_FROM_2(__VA_ARGS__))
#define MPI_Ibsend_c(...) AUTOMAP_CALL_7(MPI_Ibsend_c, __VA_ARGS__)((AUTOMAP_IN_1(__VA_ARGS__)), AUTOMAP_FROM_2(__VA_ARGS__))
#define MPI_Imrecv(...) AUTOMAP_CALL_5(MPI_Imrecv, __VA_ARGS__)((AUTOMAP_OUT_1(__VA_ARGS__)), AUTOMAP_FROM_2(__VA_ARGS__))
#define MPI_Imrecv_c(...) AUTOMAP_CALL_5(MPI_Imrecv_c, __VA_ARGS__)((AUTOMAP_OUT_1(__VA_ARGS__)), AUTOMAP_FROM_2(__VA_ARGS__))
#define MPI_Irecv(...) AUTOMAP_CALL_7(MPI_Irecv, __VA_ARGS__)((AUTOMAP_OUT_1(__VA_ARGS__)), AUTOMAP_FROM_2(__VA_ARGS__))
#define MPI_Irecv_c(...) AUTOMAP_CALL_7(MPI_Irecv_c, __VA_ARGS__)((AUTOMAP_OUT_1(__VA_ARGS__)), AUTOMAP_FROM_2(__VA_ARGS__))
#define MPI_Irsend(...) AUTOMAP_CALL_7(MPI_Irsend, __VA_ARGS__)((AUTOMAP_IN_1(__VA_ARGS__)), AUTOMAP_FROM_2(__VA_ARGS__))
#define MPI_Irsend_c(...) AUTOMAP_CALL_7(MPI_Irsend_c, __VA_ARGS__)((AUTOMAP_IN_1(__VA_ARGS__)), AUTOMAP_FROM_2(__VA_ARGS__))
#define MPI_Isend(...) AUTOMAP_CALL_7(MPI_Isend, __VA_ARGS__)((AUTOMAP_IN_1(__VA_ARGS__)), AUTOMAP_FROM_2(__VA_ARGS__))
#define MPI_Isend_c(...) AUTOMAP_CALL_7(MPI_Isend_c, __VA_ARGS__)((AUTOMAP_IN_1(__VA_ARGS__)), AUTOMAP_FROM_2(__VA_ARGS__))
#define MPI_Isendrecv(...) AUTOMAP_CALL_12(MPI_Isendrecv, __VA_ARGS__)((AUTOMAP_IN_1(__VA_ARGS__)), AUTOMAP_2_TO_5(__VA_ARGS__), (AUTOMAP_OUT_6(__VA_ARGS__)), AUTOMAP_FROM_7(__VA_ARGS__))
#define MPI_Isendrecv_c(...) AUTOMAP_CALL_12(MPI_Isendrecv_c, __VA_ARGS__)((AUTOMAP_IN_1(__VA_ARGS__)), AUTOMAP_2_TO_5(__VA_ARGS__), (AUTOMAP_OUT_6(__VA_ARGS__)), AUTOMAP_FROM_7(__VA_ARGS__))
#define MPI_Isendrecv_replace(...) AUTOMAP_CALL_9(MPI_Isendrecv_replace, __VA_ARGS__)((AUTOMAP_OUT_1(__VA_ARGS__)), AUTOMAP_FROM_2(__VA_ARGS__))
#define MPI_Isendrecv_replace_c(...) AUTOMAP_CALL_9(MPI_Isendrecv_replace_c, __VA_ARGS__)((AUTOMAP_OUT_1(__VA_ARGS__)), AUTOMAP_FROM_2(__VA_ARGS__))
#define MPI_Issend(...) AUTOMAP_CALL_7(MPI_Issend, __VA_ARGS__)((AUTOMAP_IN_1(__VA_ARGS__)), AUTOMAP_FROM_2(__VA_ARGS__))
#define MPI_Issend_c(...) AUTOMAP_CALL_7(MPI_Issend_c, __VA_ARGS__)((AUTOMAP_IN_1(__VA_ARGS__)), AUTOMAP_FROM_2(__VA_ARGS__))
#define MPI_Mrecv(...) AUTOMAP_CALL_5(MPI_Mrecv, __VA_ARGS__)((AUTOMAP_OUT_1(__VA_ARGS__)), AUTOMAP_FROM_2(__VA_ARGS__))
#define MPI_Mrecv_c(...) AUTOMAP_CALL_5(MPI_Mrecv_c, __VA_ARGS__)((AUTOMAP_OUT_1(__VA_ARGS__)), AUTOMAP_FROM_2(__VA_ARGS__))
#define MPI_Precv_init(...) AUTOMAP_CALL_9(MPI_Precv_init, __VA_ARGS__)((AUTOMAP_OUT_1(__VA_ARGS__)), AUTOMAP_FROM_2(__VA_ARGS__))
#define MPI_Psend_init(...) AUTOMAP_CALL_9(MPI_Psend_init, __VA_ARGS__)((AUTOMAP_IN_1(__VA_ARGS__)), AUTOMAP_FROM_2(__VA_ARGS__))
#define MPI_Recv(...) AUTOMAP_CALL_7(MPI_Recv, __VA_ARGS__)((AUTOMAP_OUT_1(__VA_ARGS__)), AUTOMAP_FROM_2(__VA_ARGS__))
#define MPI_Recv_c(...) AUTOMAP_CALL_7(MPI_Recv_c, __VA_ARGS__)((AUTOMAP_OUT_1(__VA_ARGS__)), AUTOMAP_FROM_2(__VA_ARGS__))
#define MPI_Recv_init(...) AUTOMAP_CALL_7(MPI_Recv_init, __VA_ARGS__)((AUTOMAP_OUT_1(__VA_ARGS__)), AUTOMAP_FROM_2(__VA_ARGS__))
#define MPI_Recv_init_c(...) AUTOMAP_CALL_7(MPI_Recv_init_c, __VA_ARGS__)((AUTOMAP_OUT_1(__VA_ARGS__)), AUTOMAP_FROM_2(__VA_ARGS__))
#define MPI_Rsend(...) AUTOMAP_CALL_6(MPI_Rsend, __VA_ARGS__)((AUTOMAP_IN_1(__VA_ARGS__)), AUTOMAP_FROM_2(__VA_ARGS__))
#define MPI_Rsend_c(...) AUTOMAP_CALL_6(MPI_Rsend_c, __VA_ARGS__)((AUTOMAP_IN_1(__VA_ARGS__)), AUTOMAP_FROM_2(__VA_ARGS__))
#define MPI_Rsend_init(...) AUTOMAP_CALL_7(MPI_Rsend_init, __VA_ARGS__)((AUTOMAP_IN_1(__VA_ARGS__)), AUTOMAP_FROM_2(__VA_ARGS__))
#define MPI_Rsend_init_c(...) AUTOMAP_CALL_7(MPI_Rsend_init_c, __VA_ARGS__)((AUTOMAP_IN_1(__VA_ARGS__)), AUTOMAP_FROM_2(__VA_ARGS__))
#define MPI_Send(...) AUTOMAP_CALL_6(MPI_Send, __VA_ARGS__)((AUTOMAP_IN_1(__VA_ARGS__)), AUTOMAP_FROM_2(__VA_ARGS__))
#define MPI_Send_c(...) AUTOMAP_CALL_6(MPI_Send_c, __VA_ARGS__)((AUTOMAP_IN_1(__VA_ARGS__)), AUTOMAP_FROM_2(__VA_ARGS__))
#define MPI_Send_init(...) AUTOMAP_CALL_7(MPI_Send_init, __VA_ARGS__)((AUTOMAP_IN_1(__VA_ARGS__)), AUTOMAP_FROM_2(__VA_ARGS__))
#define MPI_Send_init_c(...) AUTOMAP_CALL_7(MPI_Send_init_c, __VA_ARGS__)((AUTOMAP_IN_1(__VA_ARGS__)), AUTOMAP_FROM_2(__VA_ARGS__))
#define MPI_Sendrecv(...) AUTOMAP_CALL_12(MPI_Sendrecv, __VA_ARGS__)((AUTOMAP_IN_1(__VA_ARGS__)), AUTOMAP_2_TO_5(__VA_ARGS__), (AUTOMAP_OUT_6(__VA_ARGS__)), AUTOMAP_FROM_7(__VA_ARGS__))
#define MPI_Sendrecv_c(...) AUTOMAP_CALL_12(MPI_Sendrecv_c, __VA_ARGS__)((AUTOMAP_IN_1(__VA_ARGS__)), AUTOMAP_2_TO_5(__VA_ARGS__), (AUTOMAP_OUT_6(__VA_ARGS__)), AUTOMAP_FROM_7(__VA_ARGS__))
#define MPI_Sendrecv_replace(...) AUTOMAP_CALL_9(MPI_Sendrecv_replace, __VA_ARGS__)((AUTOMAP_OUT_1(__VA_ARGS__)), AUTOMAP_FROM_2(__VA_ARGS__))
#define MPI_Sendrecv_replace_c(...) AUTOMAP_CALL_9(MPI_Sendrecv_replace_c, __VA_ARGS__)((AUTOMAP_OUT_1(__VA_ARGS__)), AUTOMAP_FROM_2(__VA_ARGS__))
#define MPI_Ssend(...) AUTOMAP_CALL_6(MPI_Ssend, __VA_ARGS__)((AUTOMAP_IN_1(__VA_ARGS__)), AUTOMAP_FROM_2(__VA_ARGS__))
#define MPI_Ssend_c(...) AUTOMAP_CALL_6(MPI_Ssend_c, __VA_ARGS__)((AUTOMAP_IN_1(__VA_ARGS__)), AUTOMAP_FROM_2(__VA_ARGS__))
#define MPI_Ssend_init(...) AUTOMAP_CALL_7(MPI_Ssend_init, __VA_ARGS__)((AUTOMAP_IN_1(__VA_ARGS__)), AUTOMAP_FROM_2(__VA_ARGS__))
#define MPI_Ssend_init_c(...) AUTOMAP_CALL_7(MPI_Ssend_init_c, __VA_ARGS__)((AUTOMAP_IN_1(__VA_ARGS__)), AUTOMAP_FROM_2(__VA_ARGS__))

/* Collective */
#define MPI_Allgather(...) AUTOMAP_CALL_7(MPI_Allgather, __VA_ARGS__)((AUTOMAP_IN_1(__VA_ARGS__)), AUTOMAP_2_TO_3(__VA_ARGS__), (AUTOMAP_OUT_4(__VA_ARGS__)), AUTOMAP_FROM_5(__VA_ARGS__))
#define MPI_Allgather_c(...) AUTOMAP_CALL_7(MPI_Allgather_c, __VA_ARGS__)((AUTOMAP_IN_1(__VA_ARGS__)), AUTOMAP_2_TO_3(__VA_ARGS__), (AUTOMAP_OUT_4(__VA_ARGS__)), AUTOMAP_FROM_5(__VA_ARGS__))
#define MPI_Allgather_init(...) AUTOMAP_CALL_9(MPI_Allgather_init, __VA_ARGS__)((AUTOMAP_IN_1(__VA_ARGS__)), AUTOMAP_2_TO_3(__VA_ARGS__), (AUTOMAP_OUT_4(__VA_ARGS__)), AUTOMAP_FROM_5(__VA_ARGS__))
#define MPI_Allgather_init_c(...) AUTOMAP_CALL_9(MPI_Allgather_init_c, __VA_ARGS__)((AUTOMAP_IN_1(__VA_ARGS__)), AUTOMAP_2_TO_3(__VA_ARGS__), (AUTOMAP_OUT_4(__VA_ARGS__)), AUTOMAP_FROM_5(__VA_ARGS__))
#define MPI_Allgatherv(...) AUTOMAP_CALL_8(MPI_Allgatherv, __VA_ARGS__)((AUTOMAP_IN_1(__VA_ARGS__)), AUTOMAP_2_TO_3(__VA_ARGS__), (AUTOMAP_OUT_4(__VA_ARGS__)), AUTOMAP_FROM_5(__VA_ARGS__))
#define MPI_Allgatherv_c(...) AUTOMAP_CALL_8(MPI_Allgatherv_c, __VA_ARGS__)((AUTOMAP_IN_1(__VA_ARGS__)), AUTOMAP_2_TO_3(__VA_ARGS__), (AUTOMAP_OUT_4(__VA_ARGS__)), AUTOMAP_FROM_5(__VA_ARGS__))
#define MPI_Allgatherv_init(...) AUTOMAP_CALL_10(MPI_Allgatherv_init, __VA_ARGS__)((AUTOMAP_IN_1(__VA_ARGS__)), AUTOMAP_2_TO_3(__VA_ARGS__), (AUTOMAP_OUT_4(__VA_ARGS__)), AUTOMAP_FROM_5(__VA_ARGS__))
#define MPI_Allgatherv_init_c(...) AUTOMAP_CALL_10(MPI_Allgatherv_init_c, __VA_ARGS__)((AUTOMAP_IN_1(__VA_ARGS__)), AUTOMAP_2_TO_3(__VA_ARGS__), (AUTOMAP_OUT_4(__VA_ARGS__)), AUTOMAP_FROM_5(__VA_ARGS__))
#define MPI_Allreduce(...) AUTOMAP_CALL_6(MPI_Allreduce, __VA_ARGS__)((AUTOMAP_IN_1(__VA_ARGS__)), (AUTOMAP_OUT_2(__VA_ARGS__)), AUTOMAP_FROM_3(__VA_ARGS__))
#define MPI_Allreduce_c(...) AUTOMAP_CALL_6(MPI_Allreduce_c, __VA_ARGS__)((AUTOMAP_IN_1(__VA_ARGS__)), (AUTOMAP_OUT_2(__VA_ARGS__)), AUTOMAP_FROM_3(__VA_ARGS__))
#define MPI_Allreduce_init(...) AUTOMAP_CALL_8(MPI_Allreduce_init, __VA_ARGS__)((AUTOMAP_IN_1(__VA_ARGS__)), (AUTOMAP_OUT_2(__VA_ARGS__)), AUTOMAP_FROM_3(__VA_ARGS__))
#define MPI_Allreduce_init_c(...) AUTOMAP_CALL_8(MPI_Allreduce_init_c, __VA_ARGS__)((AUTOMAP_IN_1(__VA_ARGS__)), (AUTOMAP_OUT_2(__VA_ARGS__)), AUTOMAP_FROM_3(__VA_ARGS__))
#define MPI_Alltoall(...) AUTOMAP_CALL_7(MPI_Alltoall, __VA_ARGS__)((AUTOMAP_IN_1(__VA_ARGS__)), AUTOMAP_2_TO_3(__VA_ARGS__), (AUTOMAP_OUT_4(__VA_ARGS__)), AUTOMAP_FROM_5(__VA_ARGS__))
#define MPI_Alltoall_c(...) AUTOMAP_CALL_7(MPI_Alltoall_c, __VA_ARGS__)((AUTOMAP_IN_1(__VA_ARGS__)), AUTOMAP_2_TO_3(__VA_ARGS__), (AUTOMAP_OUT_4(__VA_ARGS__)), AUTOMAP_FROM_5(__VA_ARGS__))
#define MPI_Alltoall_init(...) AUTOMAP_CALL_9(MPI_Alltoall_init, __VA_ARGS__)((AUTOMAP_IN_1(__VA_ARGS__)), AUTOMAP_2_TO_3(__VA_ARGS__), (AUTOMAP_OUT_4(__VA_ARGS__)), AUTOMAP_FROM_5(__VA_ARGS__))
#define MPI_Alltoall_init_c(...) AUTOMAP_CALL_9(MPI_Alltoall_init_c, __VA_ARGS__)((AUTOMAP_IN_1(__VA_ARGS__)), AUTOMAP_2_TO_3(__VA_ARGS__), (AUTOMAP_OUT_4(__VA_ARGS__)), AUTOMAP_FROM_5(__VA_ARGS__))
#define MPI_Alltoallv(...) AUTOMAP_CALL_9(MPI_Alltoallv, __VA_ARGS__)((AUTOMAP_IN_1(__VA_ARGS__)), AUTOMAP_2_TO_4(__VA_ARGS__), (AUTOMAP_OUT_5(__VA_ARGS__)), AUTOMAP_FROM_6(__VA_ARGS__))
#define MPI_Alltoallv_c(...) AUTOMAP_CALL_9(MPI_Alltoallv_c, __VA_ARGS__)((AUTOMAP_IN_1(__VA_ARGS__)), AUTOMAP_2_TO_4(__VA_ARGS__), (AUTOMAP_OUT_5(__VA_ARGS__)), AUTOMAP_FROM_6(__VA_ARGS__))
#define MPI_Alltoallv_init(...) AUTOMAP_CALL_11(MPI_Alltoallv_init, __VA_ARGS__)((AUTOMAP_IN_1(__VA_ARGS__)), AUTOMAP_2_TO_4(__VA_ARGS__), (AUTOMAP_OUT_5(__VA_ARGS__)), AUTOMAP_FROM_6(__VA_ARGS__))
#define MPI_Alltoallv_init_c(...) AUTOMAP_CALL_11(MPI_Alltoallv_init_c, __VA_ARGS__)((AUTOMAP_IN_1(__VA_ARGS__)), AUTOMAP_2_TO_4(__VA_ARGS__), (AUTOMAP_OUT_5(__VA_ARGS__)), AUTOMAP_FROM_6(__VA_ARGS__))
#define MPI_Bcast(...) AUTOMAP_CALL_5(MPI_Bcast, __VA_ARGS__)((AUTOMAP_OUT_1(__VA_ARGS__)), AUTOMAP_FROM_2(__VA_ARGS__))
#define MPI_Bcast_c(...) AUTOMAP_CALL_5(MPI_Bcast_c, __VA_ARGS__)((AUTOMAP_OUT_1(__VA_ARGS__)), AUTOMAP_FROM_2(__VA_ARGS__))
#define MPI_Bcast_init(...) AUTOMAP_CALL_7(MPI_Bcast_init, __VA_ARGS__)((AUTOMAP_OUT_1(__VA_ARGS__)), AUTOMAP_FROM_2(__VA_ARGS__))
#define MPI_Bcast_init_c(...) AUTOMAP_CALL_7(MPI_Bcast_init_c, __VA_ARGS__)((AUTOMAP_OUT_1(__VA_ARGS__)), AUTOMAP_FROM_2(__VA_ARGS__))
#define MPI_Exscan(...) AUTOMAP_CALL_6(MPI_Exscan, __VA_ARGS__)((AUTOMAP_IN_1(__VA_ARGS__)), (AUTOMAP_OUT_2(__VA_ARGS__)), AUTOMAP_FROM_3(__VA_ARGS__))
#define MPI_Exscan_c(...) AUTOMAP_CALL_6(MPI_Exscan_c, __VA_ARGS__)((AUTOMAP_IN_1(__VA_ARGS__)), (AUTOMAP_OUT_2(__VA_ARGS__)), AUTOMAP_FROM_3(__VA_ARGS__))
#define MPI_Exscan_init(...) AUTOMAP_CALL_8(MPI_Exscan_init, __VA_ARGS__)((AUTOMAP_IN_1(__VA_ARGS__)), (AUTOMAP_OUT_2(__VA_ARGS__)), AUTOMAP_FROM_3(__VA_ARGS__))
#define MPI_Exscan_init_c(...) AUTOMAP_CALL_8(MPI_Exscan_init_c, __VA_ARGS__)((AUTOMAP_IN_1(__VA_ARGS__)), (AUTOMAP_OUT_2(__VA_ARGS__)), AUTOMAP_FROM_3(__VA_ARGS__))
#define MPI_Gather(...) AUTOMAP_CALL_8(MPI_Gather, __VA_ARGS__)((AUTOMAP_IN_1(__VA_ARGS__)), AUTOMAP_2_TO_3(__VA_ARGS__), (AUTOMAP_OUT_4(__VA_ARGS__)), AUTOMAP_FROM_5(__VA_ARGS__))
#define MPI_Gather_c(...) AUTOMAP_CALL_8(MPI_Gather_c, __VA_ARGS__)((AUTOMAP_IN_1(__VA_ARGS__)), AUTOMAP_2_TO_3(__VA_ARGS__), (AUTOMAP_OUT_4(__VA_ARGS__)), AUTOMAP_FROM_5(__VA_ARGS__))
#define MPI_Gather_init(...) AUTOMAP_CALL_10(MPI_Gather_init, __VA_ARGS__)((AUTOMAP_IN_1(__VA_ARGS__)), AUTOMAP_2_TO_3(__VA_ARGS__), (AUTOMAP_OUT_4(__VA_ARGS__)), AUTOMAP_FROM_5(__VA_ARGS__))
#define MPI_Gather_init_c(...) AUTOMAP_CALL_10(MPI_Gather_init_c, __VA_ARGS__)((AUTOMAP_IN_1(__VA_ARGS__)), AUTOMAP_2_TO_3(__VA_ARGS__), (AUTOMAP_OUT_4(__VA_ARGS__)), AUTOMAP_FROM_5(__VA_ARGS__))
#define MPI_Gatherv(...) AUTOMAP_CALL_9(MPI_Gatherv, __VA_ARGS__)((AUTOMAP_IN_1(__VA_ARGS__)), AUTOMAP_2_TO_3(__VA_ARGS__), (AUTOMAP_OUT_4(__VA_ARGS__)), AUTOMAP_FROM_5(__VA_ARGS__))
#define MPI_Gatherv_c(...) AUTOMAP_CALL_9(MPI_Gatherv_c, __VA_ARGS__)((AUTOMAP_IN_1(__VA_ARGS__)), AUTOMAP_2_TO_3(__VA_ARGS__), (AUTOMAP_OUT_4(__VA_ARGS__)), AUTOMAP_FROM_5(__VA_ARGS__))
#define MPI_Gatherv_init(...) AUTOMAP_CALL_11(MPI_Gatherv_init, __VA_ARGS__)((AUTOMAP_IN_1(__VA_ARGS__)), AUTOMAP_2_TO_3(__VA_ARGS__), (AUTOMAP_OUT_4(__VA_ARGS__)), AUTOMAP_FROM_5(__VA_ARGS__))
#define MPI_Gatherv_init_c(...) AUTOMAP_CALL_11(MPI_Gatherv_init_c, __VA_ARGS__)((AUTOMAP_IN_1(__VA_ARGS__)), AUTOMAP_2_TO_3(__VA_ARGS__), (AUTOMAP_OUT_4(__VA_ARGS__)), AUTOMAP_FROM_5(__VA_ARGS__))
#define MPI_Iallgather(...) AUTOMAP_CALL_8(MPI_Iallgather, __VA_ARGS__)((AUTOMAP_IN_1(__VA_ARGS__)), AUTOMAP_2_TO_3(__VA_ARGS__), (AUTOMAP_OUT_4(__VA_ARGS__)), AUTOMAP_FROM_5(__VA_ARGS__))
#define MPI_Iallgather_c(...) AUTOMAP_CALL_8(MPI_Iallgather_c, __VA_ARGS__)((AUTOMAP_IN_1(__VA_ARGS__)), AUTOMAP_2_TO_3(__VA_ARGS__), (AUTOMAP_OUT_4(__VA_ARGS__)), AUTOMAP_FROM_5(__VA_ARGS__))
#define MPI_Iallgatherv(...) AUTOMAP_CALL_9(MPI_Iallgatherv, __VA_ARGS__)((AUTOMAP_IN_1(__VA_ARGS__)), AUTOMAP_2_TO_3(__VA_ARGS__), (AUTOMAP_OUT_4(__VA_ARGS__)), AUTOMAP_FROM_5(__VA_ARGS__))
#define MPI_Iallgatherv_c(...) AUTOMAP_CALL_9(MPI_Iallgatherv_c, __VA_ARGS__)((AUTOMAP_IN_1(__VA_ARGS__)), AUTOMAP_2_TO_3(__VA_ARGS__), (AUTOMAP_OUT_4(__VA_ARGS__)), AUTOMAP_FROM_5(__VA_ARGS__))
#define MPI_Iallreduce(...) AUTOMAP_CALL_7(MPI_Iallreduce, __VA_ARGS__)((AUTOMAP_IN_1(__VA_ARGS__)), (AUTOMAP_OUT_2(__VA_ARGS__)), AUTOMAP_FROM_3(__VA_ARGS__))
#define MPI_Iallreduce_c(...) AUTOMAP_CALL_7(MPI_Iallreduce_c, __VA_ARGS__)((AUTOMAP_IN_1(__VA_ARGS__)), (AUTOMAP_OUT_2(__VA_ARGS__)), AUTOMAP_FROM_3(__VA_ARGS__))
#define MPI_Ialltoall(...) AUTOMAP_CALL_8(MPI_Ialltoall, __VA_ARGS__)((AUTOMAP_IN_1(__VA_ARGS__)), AUTOMAP_2_TO_3(__VA_ARGS__), (AUTOMAP_OUT_4(__VA_ARGS__)), AUTOMAP_FROM_5(__VA_ARGS__))
#define MPI_Ialltoall_c(...) AUTOMAP_CALL_8(MPI_Ialltoall_c, __VA_ARGS__)((AUTOMAP_IN_1(__VA_ARGS__)), AUTOMAP_2_TO_3(__VA_ARGS__), (AUTOMAP_OUT_4(__VA_ARGS__)), AUTOMAP_FROM_5(__VA_ARGS__))
#define MPI_Ialltoallv(...) AUTOMAP_CALL_10(MPI_Ialltoallv, __VA_ARGS__)((AUTOMAP_IN_1(__VA_ARGS__)), AUTOMAP_2_TO_4(__VA_ARGS__), (AUTOMAP_OUT_5(__VA_ARGS__)), AUTOMAP_FROM_6(__VA_ARGS__))
#define MPI_Ialltoallv_c(...) AUTOMAP_CALL_10(MPI_Ialltoallv_c, __VA_ARGS__)((AUTOMAP_IN_1(__VA_ARGS__)), AUTOMAP_2_TO_4(__VA_ARGS__), (AUTOMAP_OUT_5(__VA_ARGS__)), AUTOMAP_FROM_6(__VA_ARGS__))
#define MPI_Ibcast(...) AUTOMAP_CALL_6(MPI_Ibcast, __VA_ARGS__)((AUTOMAP_OUT_1(__VA_ARGS__)), AUTOMAP_FROM_2(__VA_ARGS__))
#define MPI_Ibcast_c(...) AUTOMAP_CALL_6(MPI_Ibcast_c, __VA_ARGS__)((AUTOMAP_OUT_1(__VA_ARGS__)), AUTOMAP_FROM_2(__VA_ARGS__))
#define MPI_Iexscan(...) AUTOMAP_CALL_7(MPI_Iexscan, __VA_ARGS__)((AUTOMAP_IN_1(__VA_ARGS__)), (AUTOMAP_OUT_2(__VA_ARGS__)), AUTOMAP_FROM_3(__VA_ARGS__))
#define MPI_Iexscan_c(...) AUTOMAP_CALL_7(MPI_Iexscan_c, __VA_ARGS__)((AUTOMAP_IN_1(__VA_ARGS__)), (AUTOMAP_OUT_2(__VA_ARGS__)), AUTOMAP_FROM_3(__VA_ARGS__))
#define MPI_Igather(...) AUTOMAP_CALL_9(MPI_Igather, __VA_ARGS__)((AUTOMAP_IN_1(__VA_ARGS__)), AUTOMAP_2_TO_3(__VA_ARGS__), (AUTOMAP_OUT_4(__VA_ARGS__)), AUTOMAP_FROM_5(__VA_ARGS__))
#define MPI_Igather_c(...) AUTOMAP_CALL_9(MPI_Igather_c, __VA_ARGS__)((AUTOMAP_IN_1(__VA_ARGS__)), AUTOMAP_2_TO_3(__VA_ARGS__), (AUTOMAP_OUT_4(__VA_ARGS__)), AUTOMAP_FROM_5(__VA_ARGS__))
#define MPI_Igatherv(...) AUTOMAP_CALL_10(MPI_Igatherv, __VA_ARGS__)((AUTOMAP_IN_1(__VA_ARGS__)), AUTOMAP_2_TO_3(__VA_ARGS__), (AUTOMAP_OUT_4(__VA_ARGS__)), AUTOMAP_FROM_5(__VA_ARGS__))
#define MPI_Igatherv_c(...) AUTOMAP_CALL_10(MPI_Igatherv_c, __VA_ARGS__)((AUTOMAP_IN_1(__VA_ARGS__)), AUTOMAP_2_TO_3(__VA_ARGS__), (AUTOMAP_OUT_4(__VA_ARGS__)), AUTOMAP_FROM_5(__VA_ARGS__))
#define MPI_Ireduce(...) AUTOMAP_CALL_8(MPI_Ireduce, __VA_ARGS__)((AUTOMAP_IN_1(__VA_ARGS__)), (AUTOMAP_OUT_2(__VA_ARGS__)), AUTOMAP_FROM_3(__VA_ARGS__))
#define MPI_Ireduce_c(...) AUTOMAP_CALL_8(MPI_Ireduce_c, __VA_ARGS__)((AUTOMAP_IN_1(__VA_ARGS__)), (AUTOMAP_OUT_2(__VA_ARGS__)), AUTOMAP_FROM_3(__VA_ARGS__))
#define MPI_Ireduce_scatter(...) AUTOMAP_CALL_7(MPI_Ireduce_scatter, __VA_ARGS__)((AUTOMAP_IN_1(__VA_ARGS__)), (AUTOMAP_OUT_2(__VA_ARGS__)), AUTOMAP_FROM_3(__VA_ARGS__))
#define MPI_Ireduce_scatter_c(...) AUTOMAP_CALL_7(MPI_Ireduce_scatter_c, __VA_ARGS__)((AUTOMAP_IN_1(__VA_ARGS__)), (AUTOMAP_OUT_2(__VA_ARGS__)), AUTOMAP_FROM_3(__VA_ARGS__))
#define MPI_Ireduce_scatter_block(...) AUTOMAP_CALL_7(MPI_Ireduce_scatter_block, __VA_ARGS__)((AUTOMAP_IN_1(__VA_ARGS__)), (AUTOMAP_OUT_2(__VA_ARGS__)), AUTOMAP_FROM_3(__VA_ARGS__))
#define MPI_Ireduce_scatter_block_c(...) AUTOMAP_CALL_7(MPI_Ireduce_scatter_block_c, __VA_ARGS__)((AUTOMAP_IN_1(__VA_ARGS__)), (AUTOMAP_OUT_2(__VA_ARGS__)), AUTOMAP_FROM_3(__VA_ARGS__))
#define MPI_Iscan(...) AUTOMAP_CALL_7(MPI_Iscan, __VA_ARGS__)((AUTOMAP_IN_1(__VA_ARGS__)), (AUTOMAP_OUT_2(__VA_ARGS__)), AUTOMAP_FROM_3(__VA_ARGS__))
#define MPI_Iscan_c(...) AUTOMAP_CALL_7(MPI_Iscan_c, __VA_ARGS__)((AUTOMAP_IN_1(__VA_ARGS__)), (AUTOMAP_OUT_2(__VA_ARGS__)), AUTOMAP_FROM_3(__VA_ARGS__))
#define MPI_Iscatter(...) AUTOMAP_CALL_9(MPI_Iscatter, __VA_ARGS__)((AUTOMAP_IN_1(__VA_ARGS__)), AUTOMAP_2_TO_3(__VA_ARGS__), (AUTOMAP_OUT_4(__VA_ARGS__)), AUTOMAP_FROM_5(__VA_ARGS__))
#define MPI_Iscatter_c(...) AUTOMAP_CALL_9(MPI_Iscatter_c, __VA_ARGS__)((AUTOMAP_IN_1(__VA_ARGS__)), AUTOMAP_2_TO_3(__VA_ARGS__), (AUTOMAP_OUT_4(__VA_ARGS__)), AUTOMAP_FROM_5(__VA_ARGS__))
#define MPI_Iscatterv(...) AUTOMAP_CALL_10(MPI_Iscatterv, __VA_ARGS__)((AUTOMAP_IN_1(__VA_ARGS__)), AUTOMAP_2_TO_4(__VA_ARGS__), (AUTOMAP_OUT_5(__VA_ARGS__)), AUTOMAP_FROM_6(__VA_ARGS__))
#define MPI_Iscatterv_c(...) AUTOMAP_CALL_10(MPI_Iscatterv_c, __VA_ARGS__)((AUTOMAP_IN_1(__VA_ARGS__)), AUTOMAP_2_TO_4(__VA_ARGS__), (AUTOMAP_OUT_5(__VA_ARGS__)), AUTOMAP_FROM_6(__VA_ARGS__))
#define MPI_Reduce(...) AUTOMAP_CALL_7(MPI_Reduce, __VA_ARGS__)((AUTOMAP_IN_1(__VA_ARGS__)), (AUTOMAP_OUT_2(__VA_ARGS__)), AUTOMAP_FROM_3(__VA_ARGS__))
#define MPI_Reduce_c(...) AUTOMAP_CALL_7(MPI_Reduce_c, __VA_ARGS__)((AUTOMAP_IN_1(__VA_ARGS__)), (AUTOMAP_OUT_2(__VA_ARGS__)), AUTOMAP_FROM_3(__VA_ARGS__))
#define MPI_Reduce_init(...) AUTOMAP_CALL_9(MPI_Reduce_init, __VA_ARGS__)((AUTOMAP_IN_1(__VA_ARGS__)), (AUTOMAP_OUT_2(__VA_ARGS__)), AUTOMAP_FROM_3(__VA_ARGS__))
#define MPI_Reduce_init_c(...) AUTOMAP_CALL_9(MPI_Reduce_init_c, __VA_ARGS__)((AUTOMAP_IN_1(__VA_ARGS__)), (AUTOMAP_OUT_2(__VA_ARGS__)), AUTOMAP_FROM_3(__VA_ARGS__))
#define MPI_Reduce_local(...) AUTOMAP_CALL_5(MPI_Reduce_local, __VA_ARGS__)((AUTOMAP_IN_1(__VA_ARGS__)), (AUTOMAP_OUT_2(__VA_ARGS__)), AUTOMAP_FROM_3(__VA_ARGS__))
#define MPI_Reduce_local_c(...) AUTOMAP_CALL_5(MPI_Reduce_local_c, __VA_ARGS__)((AUTOMAP_IN_1(__VA_ARGS__)), (AUTOMAP_OUT_2(__VA_ARGS__)), AUTOMAP_FROM_3(__VA_ARGS__))
#define MPI_Reduce_scatter(...) AUTOMAP_CALL_6(MPI_Reduce_scatter, __VA_ARGS__)((AUTOMAP_IN_1(__VA_ARGS__)), (AUTOMAP_OUT_2(__VA_ARGS__)), AUTOMAP_FROM_3(__VA_ARGS__))
#define MPI_Reduce_scatter_c(...) AUTOMAP_CALL_6(MPI_Reduce_scatter_c, __VA_ARGS__)((AUTOMAP_IN_1(__VA_ARGS__)), (AUTOMAP_OUT_2(__VA_ARGS__)), AUTOMAP_FROM_3(__VA_ARGS__))
#define MPI_Reduce_scatter_block(...) AUTOMAP_CALL_6(MPI_Reduce_scatter_block, __VA_ARGS__)((AUTOMAP_IN_1(__VA_ARGS__)), (AUTOMAP_OUT_2(__VA_ARGS__)), AUTOMAP_FROM_3(__VA_ARGS__))
#define MPI_Reduce_scatter_block_c(...) AUTOMAP_CALL_6(MPI_Reduce_scatter_block_c, __VA_ARGS__)((AUTOMAP_IN_1(__VA_ARGS__)), (AUTOMAP_OUT_2(__VA_ARGS__)), AUTOMAP_FROM_3(__VA_ARGS__))
#define MPI_Reduce_scatter_block_init(...) AUTOMAP_CALL_8(MPI_Reduce_scatter_block_init, __VA_ARGS__)((AUTOMAP_IN_1(__VA_ARGS__)), (AUTOMAP_OUT_2(__VA_ARGS__)), AUTOMAP_FROM_3(__VA_ARGS__))
#define MPI_Reduce_scatter_block_init_c(...) AUTOMAP_CALL_8(MPI_Reduce_scatter_block_init_c, __VA_ARGS__)((AUTOMAP_IN_1(__VA_ARGS__)), (AUTOMAP_OUT_2(__VA_ARGS__)), AUTOMAP_FROM_3(__VA_ARGS__))
#define MPI_Reduce_scatter_init(...) AUTOMAP_CALL_8(MPI_Reduce_scatter_init, __VA_ARGS__)((AUTOMAP_IN_1(__VA_ARGS__)), (AUTOMAP_OUT_2(__VA_ARGS__)), AUTOMAP_FROM_3(__VA_ARGS__))
#define MPI_Reduce_scatter_init_c(...) AUTOMAP_CALL_8(MPI_Reduce_scatter_init_c, __VA_ARGS__)((AUTOMAP_IN_1(__VA_ARGS__)), (AUTOMAP_OUT_2(__VA_ARGS__)), AUTOMAP_FROM_3(__VA_ARGS__))
#define MPI_Scan(...) AUTOMAP_CALL_6(MPI_Scan, __VA_ARGS__)((AUTOMAP_IN_1(__VA_ARGS__)), (AUTOMAP_OUT_2(__VA_ARGS__)), AUTOMAP_FROM_3(__VA_ARGS__))
#define MPI_Scan_c(...) AUTOMAP_CALL_6(MPI_Scan_c, __VA_ARGS__)((AUTOMAP_IN_1(__VA_ARGS__)), (AUTOMAP_OUT_2(__VA_ARGS__)), AUTOMAP_FROM_3(__VA_ARGS__))
#define MPI_Scan_init(...) AUTOMAP_CALL_8(MPI_Scan_init, __VA_ARGS__)((AUTOMAP_IN_1(__VA_ARGS__)), (AUTOMAP_OUT_2(__VA_ARGS__)), AUTOMAP_FROM_3(__VA_ARGS__))
#define MPI_Scan_init_c(...) AUTOMAP_CALL_8(MPI_Scan_init_c, __VA_ARGS__)((AUTOMAP_IN_1(__VA_ARGS__)), (AUTOMAP_OUT_2(__VA_ARGS__)), AUTOMAP_FROM_3(__VA_ARGS__))
#define MPI_Scatter(...) AUTOMAP_CALL_8(MPI_Scatter, __VA_ARGS__)((AUTOMAP_IN_1(__VA_ARGS__)), AUTOMAP_2_TO_3(__VA_ARGS__), (AUTOMAP_OUT_4(__VA_ARGS__)), AUTOMAP_FROM_5(__VA_ARGS__))
#define MPI_Scatter_c(...) AUTOMAP_CALL_8(MPI_Scatter_c, __VA_ARGS__)((AUTOMAP_IN_1(__VA_ARGS__)), AUTOMAP_2_TO_3(__VA_ARGS__), (AUTOMAP_OUT_4(__VA_ARGS__)), AUTOMAP_FROM_5(__VA_ARGS__))
#define MPI_Scatter_init(...) AUTOMAP_CALL_10(MPI_Scatter_init, __VA_ARGS__)((AUTOMAP_IN_1(__VA_ARGS__)), AUTOMAP_2_TO_3(__VA_ARGS__), (AUTOMAP_OUT_4(__VA_ARGS__)), AUTOMAP_FROM_5(__VA_ARGS__))
#define MPI_Scatter_init_c(...) AUTOMAP_CALL_10(MPI_Scatter_init_c, __VA_ARGS__)((AUTOMAP_IN_1(__VA_ARGS__)), AUTOMAP_2_TO_3(__VA_ARGS__), (AUTOMAP_OUT_4(__VA_ARGS__)), AUTOMAP_FROM_5(__VA_ARGS__))
#define MPI_Scatterv(...) AUTOMAP_CALL_9(MPI_Scatterv, __VA_ARGS__)((AUTOMAP_IN_1(__VA_ARGS__)), AUTOMAP_2_TO_4(__VA_ARGS__), (AUTOMAP_OUT_5(__VA_ARGS__)), AUTOMAP_FROM_6(__VA_ARGS__))
#define MPI_Scatterv_c(...) AUTOMAP_CALL_9(MPI_Scatterv_c, __VA_ARGS__)((AUTOMAP_IN_1(__VA_ARGS__)), AUTOMAP_2_TO_4(__VA_ARGS__), (AUTOMAP_OUT_5(__VA_ARGS__)), AUTOMAP_FROM_6(__VA_ARGS__))
#define MPI_Scatterv_init(...) AUTOMAP_CALL_11(MPI_Scatterv_init, __VA_ARGS__)((AUTOMAP_IN_1(__VA_ARGS__)), AUTOMAP_2_TO_4(__VA_ARGS__), (AUTOMAP_OUT_5(__VA_ARGS__)), AUTOMAP_FROM_6(__VA_ARGS__))
#define MPI_Scatterv_init_c(...) AUTOMAP_CALL_11(MPI_Scatterv_init_c, __VA_ARGS__)((AUTOMAP_IN_1(__VA_ARGS__)), AUTOMAP_2_TO_4(__VA_ARGS__), (AUTOMAP_OUT_5(__VA_ARGS__)), AUTOMAP_FROM_6(__VA_ARGS__))

/* Neighborhoods */
#define MPI_Ineighbor_allgather(...) AUTOMAP_CALL_8(MPI_Ineighbor_allgather, __VA_ARGS__)((AUTOMAP_IN_1(__VA_ARGS__)), AUTOMAP_2_TO_3(__VA_ARGS__), (AUTOMAP_OUT_4(__VA_ARGS__)), AUTOMAP_FROM_5(__VA_ARGS__))
#define MPI_Ineighbor_allgather_c(...) AUTOMAP_CALL_8(MPI_Ineighbor_allgather_c, __VA_ARGS__)((AUTOMAP_IN_1(__VA_ARGS__)), AUTOMAP_2_TO_3(__VA_ARGS__), (AUTOMAP_OUT_4(__VA_ARGS__)), AUTOMAP_FROM_5(__VA_ARGS__))
#define MPI_Ineighbor_allgatherv(...) AUTOMAP_CALL_9(MPI_Ineighbor_allgatherv, __VA_ARGS__)((AUTOMAP_IN_1(__VA_ARGS__)), AUTOMAP_2_TO_3(__VA_ARGS__), (AUTOMAP_OUT_4(__VA_ARGS__)), AUTOMAP_FROM_5(__VA_ARGS__))
#define MPI_Ineighbor_allgatherv_c(...) AUTOMAP_CALL_9(MPI_Ineighbor_allgatherv_c, __VA_ARGS__)((AUTOMAP_IN_1(__VA_ARGS__)), AUTOMAP_2_TO_3(__VA_ARGS__), (AUTOMAP_OUT_4(__VA_ARGS__)), AUTOMAP_FROM_5(__VA_ARGS__))
#define MPI_Ineighbor_alltoall(...) AUTOMAP_CALL_8(MPI_Ineighbor_alltoall, __VA_ARGS__)((AUTOMAP_IN_1(__VA_ARGS__)), AUTOMAP_2_TO_3(__VA_ARGS__), (AUTOMAP_OUT_4(__VA_ARGS__)), AUTOMAP_FROM_5(__VA_ARGS__))
#define MPI_Ineighbor_alltoall_c(...) AUTOMAP_CALL_8(MPI_Ineighbor_alltoall_c, __VA_ARGS__)((AUTOMAP_IN_1(__VA_ARGS__)), AUTOMAP_2_TO_3(__VA_ARGS__), (AUTOMAP_OUT_4(__VA_ARGS__)), AUTOMAP_FROM_5(__VA_ARGS__))
#define MPI_Ineighbor_alltoallv(...) AUTOMAP_CALL_10(MPI_Ineighbor_alltoallv, __VA_ARGS__)((AUTOMAP_IN_1(__VA_ARGS__)), AUTOMAP_2_TO_4(__VA_ARGS__), (AUTOMAP_OUT_5(__VA_ARGS__)), AUTOMAP_FROM_6(__VA_ARGS__))
#define MPI_Ineighbor_alltoallv_c(...) AUTOMAP_CALL_10(MPI_Ineighbor_alltoallv_c, __VA_ARGS__)((AUTOMAP_IN_1(__VA_ARGS__)), AUTOMAP_2_TO_4(__VA_ARGS__), (AUTOMAP_OUT_5(__VA_ARGS__)), AUTOMAP_FROM_6(__VA_ARGS__))
#define MPI_Neighbor_allgather(...) AUTOMAP_CALL_7(MPI_Neighbor_allgather, __VA_ARGS__)((AUTOMAP_IN_1(__VA_ARGS__)), AUTOMAP_2_TO_3(__VA_ARGS__), (AUTOMAP_OUT_4(__VA_ARGS__)), AUTOMAP_FROM_5(__VA_ARGS__))
#define MPI_Neighbor_allgather_c(...) AUTOMAP_CALL_7(MPI_Neighbor_allgather_c, __VA_ARGS__)((AUTOMAP_IN_1(__VA_ARGS__)), AUTOMAP_2_TO_3(__VA_ARGS__), (AUTOMAP_OUT_4(__VA_ARGS__)), AUTOMAP_FROM_5(__VA_ARGS__))
#define MPI_Neighbor_allgather_init(...) AUTOMAP_CALL_9(MPI_Neighbor_allgather_init, __VA_ARGS__)((AUTOMAP_IN_1(__VA_ARGS__)), AUTOMAP_2_TO_3(__VA_ARGS__), (AUTOMAP_OUT_4(__VA_ARGS__)), AUTOMAP_FROM_5(__VA_ARGS__))
#define MPI_Neighbor_allgather_init_c(...) AUTOMAP_CALL_9(MPI_Neighbor_allgather_init_c, __VA_ARGS__)((AUTOMAP_IN_1(__VA_ARGS__)), AUTOMAP_2_TO_3(__VA_ARGS__), (AUTOMAP_OUT_4(__VA_ARGS__)), AUTOMAP_FROM_5(__VA_ARGS__))
#define MPI_Neighbor_allgatherv(...) AUTOMAP_CALL_8(MPI_Neighbor_allgatherv, __VA_ARGS__)((AUTOMAP_IN_1(__VA_ARGS__)), AUTOMAP_2_TO_3(__VA_ARGS__), (AUTOMAP_OUT_4(__VA_ARGS__)), AUTOMAP_FROM_5(__VA_ARGS__))
#define MPI_Neighbor_allgatherv_c(...) AUTOMAP_CALL_8(MPI_Neighbor_allgatherv_c, __VA_ARGS__)((AUTOMAP_IN_1(__VA_ARGS__)), AUTOMAP_2_TO_3(__VA_ARGS__), (AUTOMAP_OUT_4(__VA_ARGS__)), AUTOMAP_FROM_5(__VA_ARGS__))
#define MPI_Neighbor_allgatherv_init(...) AUTOMAP_CALL_10(MPI_Neighbor_allgatherv_init, __VA_ARGS__)((AUTOMAP_IN_1(__VA_ARGS__)), AUTOMAP_2_TO_3(__VA_ARGS__), (AUTOMAP_OUT_4(__VA_ARGS__)), AUTOMAP_FROM_5(__VA_ARGS__))
#define MPI_Neighbor_allgatherv_init_c(...) AUTOMAP_CALL_10(MPI_Neighbor_allgatherv_init_c, __VA_ARGS__)((AUTOMAP_IN_1(__VA_ARGS__)), AUTOMAP_2_TO_3(__VA_ARGS__), (AUTOMAP_OUT_4(__VA_ARGS__)), AUTOMAP_FROM_5(__VA_ARGS__))
#define MPI_Neighbor_alltoall(...) AUTOMAP_CALL_7(MPI_Neighbor_alltoall, __VA_ARGS__)((AUTOMAP_IN_1(__VA_ARGS__)), AUTOMAP_2_TO_3(__VA_ARGS__), (AUTOMAP_OUT_4(__VA_ARGS__)), AUTOMAP_FROM_5(__VA_ARGS__))
#define MPI_Neighbor_alltoall_c(...) AUTOMAP_CALL_7(MPI_Neighbor_alltoall_c, __VA_ARGS__)((AUTOMAP_IN_1(__VA_ARGS__)), AUTOMAP_2_TO_3(__VA_ARGS__), (AUTOMAP_OUT_4(__VA_ARGS__)), AUTOMAP_FROM_5(__VA_ARGS__))
#define MPI_Neighbor_alltoall_init(...) AUTOMAP_CALL_9(MPI_Neighbor_alltoall_init, __VA_ARGS__)((AUTOMAP_IN_1(__VA_ARGS__)), AUTOMAP_2_TO_3(__VA_ARGS__), (AUTOMAP_OUT_4(__VA_ARGS__)), AUTOMAP_FROM_5(__VA_ARGS__))
#define MPI_Neighbor_alltoall_init_c(...) AUTOMAP_CALL_9(MPI_Neighbor_alltoall_init_c, __VA_ARGS__)((AUTOMAP_IN_1(__VA_ARGS__)), AUTOMAP_2_TO_3(__VA_ARGS__), (AUTOMAP_OUT_4(__VA_ARGS__)), AUTOMAP_FROM_5(__VA_ARGS__))
#define MPI_Neighbor_alltoallv(...) AUTOMAP_CALL_9(MPI_Neighbor_alltoallv, __VA_ARGS__)((AUTOMAP_IN_1(__VA_ARGS__)), AUTOMAP_2_TO_4(__VA_ARGS__), (AUTOMAP_OUT_5(__VA_ARGS__)), AUTOMAP_FROM_6(__VA_ARGS__))
#define MPI_Neighbor_alltoallv_c(...) AUTOMAP_CALL_9(MPI_Neighbor_alltoallv_c, __VA_ARGS__)((AUTOMAP_IN_1(__VA_ARGS__)), AUTOMAP_2_TO_4(__VA_ARGS__), (AUTOMAP_OUT_5(__VA_ARGS__)), AUTOMAP_FROM_6(__VA_ARGS__))
#define MPI_Neighbor_alltoallv_init(...) AUTOMAP_CALL_11(MPI_Neighbor_alltoallv_init, __VA_ARGS__)((AUTOMAP_IN_1(__VA_ARGS__)), AUTOMAP_2_TO_4(__VA_ARGS__), (AUTOMAP_OUT_5(__VA_ARGS__)), AUTOMAP_FROM_6(__VA_ARGS__))
#define MPI_Neighbor_alltoallv_init_c(...) AUTOMAP_CALL_11(MPI_Neighbor_alltoallv_init_c, __VA_ARGS__)((AUTOMAP_IN_1(__VA_ARGS__)), AUTOMAP_2_TO_4(__VA_ARGS__), (AUTOMAP_OUT_5(__VA_ARGS__)), AUTOMAP_FROM_6(__VA_ARGS__))

/* One-sided */
#define MPI_Accumulate(...) AUTOMAP_CALL_9(MPI_Accumulate, __VA_ARGS__)((AUTOMAP_IN_1(__VA_ARGS__)), AUTOMAP_FROM_2(__VA_ARGS__))
#define MPI_Accumulate_c(...) AUTOMAP_CALL_9(MPI_Accumulate_c, __VA_ARGS__)((AUTOMAP_IN_1(__VA_ARGS__)), AUTOMAP_FROM_2(__VA_ARGS__))
#define MPI_Compare_and_swap(...) AUTOMAP_CALL_7(MPI_Compare_and_swap, __VA_ARGS__)((AUTOMAP_IN_1(__VA_ARGS__)), (AUTOMAP_IN_2(__VA_ARGS__)), (AUTOMAP_OUT_3(__VA_ARGS__)), AUTOMAP_FROM_4(__VA_ARGS__))
#define MPI_Fetch_and_op(...) AUTOMAP_CALL_7(MPI_Fetch_and_op, __VA_ARGS__)((AUTOMAP_IN_1(__VA_ARGS__)), (AUTOMAP_OUT_2(__VA_ARGS__)), AUTOMAP_FROM_3(__VA_ARGS__))
#define MPI_Get(...) AUTOMAP_CALL_8(MPI_Get, __VA_ARGS__)((AUTOMAP_OUT_1(__VA_ARGS__)), AUTOMAP_FROM_2(__VA_ARGS__))
#define MPI_Get_c(...) AUTOMAP_CALL_8(MPI_Get_c, __VA_ARGS__)((AUTOMAP_OUT_1(__VA_ARGS__)), AUTOMAP_FROM_2(__VA_ARGS__))
#define MPI_Get_accumulate(...) AUTOMAP_CALL_12(MPI_Get_accumulate, __VA_ARGS__)((AUTOMAP_IN_1(__VA_ARGS__)), AUTOMAP_2_TO_3(__VA_ARGS__), (AUTOMAP_OUT_4(__VA_ARGS__)), AUTOMAP_FROM_5(__VA_ARGS__))
#define MPI_Get_accumulate_c(...) AUTOMAP_CALL_12(MPI_Get_accumulate_c, __VA_ARGS__)((AUTOMAP_IN_1(__VA_ARGS__)), AUTOMAP_2_TO_3(__VA_ARGS__), (AUTOMAP_OUT_4(__VA_ARGS__)), AUTOMAP_FROM_5(__VA_ARGS__))
#define MPI_Put(...) AUTOMAP_CALL_8(MPI_Put, __VA_ARGS__)((AUTOMAP_IN_1(__VA_ARGS__)), AUTOMAP_FROM_2(__VA_ARGS__))
#define MPI_Put_c(...) AUTOMAP_CALL_8(MPI_Put_c, __VA_ARGS__)((AUTOMAP_IN_1(__VA_ARGS__)), AUTOMAP_FROM_2(__VA_ARGS__))
#define MPI_Raccumulate(...) AUTOMAP_CALL_10(MPI_Raccumulate, __VA_ARGS__)((AUTOMAP_IN_1(__VA_ARGS__)), AUTOMAP_FROM_2(__VA_ARGS__))
#define MPI_Raccumulate_c(...) AUTOMAP_CALL_10(MPI_Raccumulate_c, __VA_ARGS__)((AUTOMAP_IN_1(__VA_ARGS__)), AUTOMAP_FROM_2(__VA_ARGS__))
#define MPI_Rget(...) AUTOMAP_CALL_9(MPI_Rget, __VA_ARGS__)((AUTOMAP_OUT_1(__VA_ARGS__)), AUTOMAP_FROM_2(__VA_ARGS__))
#define MPI_Rget_c(...) AUTOMAP_CALL_9(MPI_Rget_c, __VA_ARGS__)((AUTOMAP_OUT_1(__VA_ARGS__)), AUTOMAP_FROM_2(__VA_ARGS__))
#define MPI_Rget_accumulate(...) AUTOMAP_CALL_13(MPI_Rget_accumulate, __VA_ARGS__)((AUTOMAP_IN_1(__VA_ARGS__)), AUTOMAP_2_TO_3(__VA_ARGS__), (AUTOMAP_OUT_4(__VA_ARGS__)), AUTOMAP_FROM_5(__VA_ARGS__))
#define MPI_Rget_accumulate_c(...) AUTOMAP_CALL_13(MPI_Rget_accumulate_c, __VA_ARGS__)((AUTOMAP_IN_1(__VA_ARGS__)), AUTOMAP_2_TO_3(__VA_ARGS__), (AUTOMAP_OUT_4(__VA_ARGS__)), AUTOMAP_FROM_5(__VA_ARGS__))
#define MPI_Rput(...) AUTOMAP_CALL_9(MPI_Rput, __VA_ARGS__)((AUTOMAP_IN_1(__VA_ARGS__)), AUTOMAP_FROM_2(__VA_ARGS__))
#define MPI_Rput_c(...) AUTOMAP_CALL_9(MPI_Rput_c, __VA_ARGS__)((AUTOMAP_IN_1(__VA_ARGS__)), AUTOMAP_FROM_2(__VA_ARGS__))

/* Packing */
#define MPI_Pack(...) AUTOMAP_CALL_7(MPI_Pack, __VA_ARGS__)((AUTOMAP_IN_1(__VA_ARGS__)), AUTOMAP_FROM_2(__VA_ARGS__))
#define MPI_Pack_c(...) AUTOMAP_CALL_7(MPI_Pack_c, __VA_ARGS__)((AUTOMAP_IN_1(__VA_ARGS__)), AUTOMAP_FROM_2(__VA_ARGS__))
#define MPI_Pack_external(...) AUTOMAP_CALL_7(MPI_Pack_external, __VA_ARGS__)(AUTOMAP_1(__VA_ARGS__), (AUTOMAP_IN_2(__VA_ARGS__)), AUTOMAP_FROM_3(__VA_ARGS__))
#define MPI_Pack_external_c(...) AUTOMAP_CALL_7(MPI_Pack_external_c, __VA_ARGS__)(AUTOMAP_1(__VA_ARGS__), (AUTOMAP_IN_2(__VA_ARGS__)), AUTOMAP_FROM_3(__VA_ARGS__))
#define MPI_Unpack(...) AUTOMAP_CALL_7(MPI_Unpack, __VA_ARGS__)(AUTOMAP_1_TO_3(__VA_ARGS__), (AUTOMAP_OUT_4(__VA_ARGS__)), AUTOMAP_FROM_5(__VA_ARGS__))
#define MPI_Unpack_c(...) AUTOMAP_CALL_7(MPI_Unpack_c, __VA_ARGS__)(AUTOMAP_1_TO_3(__VA_ARGS__), (AUTOMAP_OUT_4(__VA_ARGS__)), AUTOMAP_FROM_5(__VA_ARGS__))
#define MPI_Unpack_external(...) AUTOMAP_CALL_7(MPI_Unpack_external, __VA_ARGS__)(AUTOMAP_1_TO_4(__VA_ARGS__), (AUTOMAP_OUT_5(__VA_ARGS__)), AUTOMAP_FROM_6(__VA_ARGS__))
#define MPI_Unpack_external_c(...) AUTOMAP_CALL_7(MPI_Unpack_external_c, __VA_ARGS__)(AUTOMAP_1_TO_4(__VA_ARGS__), (AUTOMAP_OUT_5(__VA_ARGS__)), AUTOMAP_FROM_6(__VA_ARGS__))

/* MPI-IO */
#define MPI_File_iread(...) AUTOMAP_CALL_5(MPI_File_iread, __VA_ARGS__)(AUTOMAP_1(__VA_ARGS__), (AUTOMAP_OUT_2(__VA_ARGS__)), AUTOMAP_FROM_3(__VA_ARGS__))
#define MPI_File_iread_c(...) AUTOMAP_CALL_5(MPI_File_iread_c, __VA_ARGS__)(AUTOMAP_1(__VA_ARGS__), (AUTOMAP_OUT_2(__VA_ARGS__)), AUTOMAP_FROM_3(__VA_ARGS__))
#define MPI_File_iread_all(...) AUTOMAP_CALL_5(MPI_File_iread_all, __VA_ARGS__)(AUTOMAP_1(__VA_ARGS__), (AUTOMAP_OUT_2(__VA_ARGS__)), AUTOMAP_FROM_3(__VA_ARGS__))
#define MPI_File_iread_all_c(...) AUTOMAP_CALL_5(MPI_File_iread_all_c, __VA_ARGS__)(AUTOMAP_1(__VA_ARGS__), (AUTOMAP_OUT_2(__VA_ARGS__)), AUTOMAP_FROM_3(__VA_ARGS__))
#define MPI_File_iread_at(...) AUTOMAP_CALL_6(MPI_File_iread_at, __VA_ARGS__)(AUTOMAP_1_TO_2(__VA_ARGS__), (AUTOMAP_OUT_3(__VA_ARGS__)), AUTOMAP_FROM_4(__VA_ARGS__))
#define MPI_File_iread_at_c(...) AUTOMAP_CALL_6(MPI_File_iread_at_c, __VA_ARGS__)(AUTOMAP_1_TO_2(__VA_ARGS__), (AUTOMAP_OUT_3(__VA_ARGS__)), AUTOMAP_FROM_4(__VA_ARGS__))
#define MPI_File_iread_at_all(...) AUTOMAP_CALL_6(MPI_File_iread_at_all, __VA_ARGS__)(AUTOMAP_1_TO_2(__VA_ARGS__), (AUTOMAP_OUT_3(__VA_ARGS__)), AUTOMAP_FROM_4(__VA_ARGS__))
#define MPI_File_iread_at_all_c(...) AUTOMAP_CALL_6(MPI_File_iread_at_all_c, __VA_ARGS__)(AUTOMAP_1_TO_2(__VA_ARGS__), (AUTOMAP_OUT_3(__VA_ARGS__)), AUTOMAP_FROM_4(__VA_ARGS__))
#define MPI_File_iread_shared(...) AUTOMAP_CALL_5(MPI_File_iread_shared, __VA_ARGS__)(AUTOMAP_1(__VA_ARGS__), (AUTOMAP_OUT_2(__VA_ARGS__)), AUTOMAP_FROM_3(__VA_ARGS__))
#define MPI_File_iread_shared_c(...) AUTOMAP_CALL_5(MPI_File_iread_shared_c, __VA_ARGS__)(AUTOMAP_1(__VA_ARGS__), (AUTOMAP_OUT_2(__VA_ARGS__)), AUTOMAP_FROM_3(__VA_ARGS__))
#define MPI_File_iwrite(...) AUTOMAP_CALL_5(MPI_File_iwrite, __VA_ARGS__)(AUTOMAP_1(__VA_ARGS__), (AUTOMAP_IN_2(__VA_ARGS__)), AUTOMAP_FROM_3(__VA_ARGS__))
#define MPI_File_iwrite_c(...) AUTOMAP_CALL_5(MPI_File_iwrite_c, __VA_ARGS__)(AUTOMAP_1(__VA_ARGS__), (AUTOMAP_IN_2(__VA_ARGS__)), AUTOMAP_FROM_3(__VA_ARGS__))
#define MPI_File_iwrite_all(...) AUTOMAP_CALL_5(MPI_File_iwrite_all, __VA_ARGS__)(AUTOMAP_1(__VA_ARGS__), (AUTOMAP_IN_2(__VA_ARGS__)), AUTOMAP_FROM_3(__VA_ARGS__))
#define MPI_File_iwrite_all_c(...) AUTOMAP_CALL_5(MPI_File_iwrite_all_c, __VA_ARGS__)(AUTOMAP_1(__VA_ARGS__), (AUTOMAP_IN_2(__VA_ARGS__)), AUTOMAP_FROM_3(__VA_ARGS__))
#define MPI_File_iwrite_at(...) AUTOMAP_CALL_6(MPI_File_iwrite_at, __VA_ARGS__)(AUTOMAP_1_TO_2(__VA_ARGS__), (AUTOMAP_IN_3(__VA_ARGS__)), AUTOMAP_FROM_4(__VA_ARGS__))
#define MPI_File_iwrite_at_c(...) AUTOMAP_CALL_6(MPI_File_iwrite_at_c, __VA_ARGS__)(AUTOMAP_1_TO_2(__VA_ARGS__), (AUTOMAP_IN_3(__VA_ARGS__)), AUTOMAP_FROM_4(__VA_ARGS__))
#define MPI_File_iwrite_at_all(...) AUTOMAP_CALL_6(MPI_File_iwrite_at_all, __VA_ARGS__)(AUTOMAP_1_TO_2(__VA_ARGS__), (AUTOMAP_IN_3(__VA_ARGS__)), AUTOMAP_FROM_4(__VA_ARGS__))
#define MPI_File_iwrite_at_all_c(...) AUTOMAP_CALL_6(MPI_File_iwrite_at_all_c, __VA_ARGS__)(AUTOMAP_1_TO_2(__VA_ARGS__), (AUTOMAP_IN_3(__VA_ARGS__)), AUTOMAP_FROM_4(__VA_ARGS__))
#define MPI_File_iwrite_shared(...) AUTOMAP_CALL_5(MPI_File_iwrite_shared, __VA_ARGS__)(AUTOMAP_1(__VA_ARGS__), (AUTOMAP_IN_2(__VA_ARGS__)), AUTOMAP_FROM_3(__VA_ARGS__))
#define MPI_File_iwrite_shared_c(...) AUTOMAP_CALL_5(MPI_File_iwrite_shared_c, __VA_ARGS__)(AUTOMAP_1(__VA_ARGS__), (AUTOMAP_IN_2(__VA_ARGS__)), AUTOMAP_FROM_3(__VA_ARGS__))
#define MPI_File_read(...) AUTOMAP_CALL_5(MPI_File_read, __VA_ARGS__)(AUTOMAP_1(__VA_ARGS__), (AUTOMAP_OUT_2(__VA_ARGS__)), AUTOMAP_FROM_3(__VA_ARGS__))
#define MPI_File_read_c(...) AUTOMAP_CALL_5(MPI_File_read_c, __VA_ARGS__)(AUTOMAP_1(__VA_ARGS__), (AUTOMAP_OUT_2(__VA_ARGS__)), AUTOMAP_FROM_3(__VA_ARGS__))
#define MPI_File_read_all(...) AUTOMAP_CALL_5(MPI_File_read_all, __VA_ARGS__)(AUTOMAP_1(__VA_ARGS__), (AUTOMAP_OUT_2(__VA_ARGS__)), AUTOMAP_FROM_3(__VA_ARGS__))
#define MPI_File_read_all_c(...) AUTOMAP_CALL_5(MPI_File_read_all_c, __VA_ARGS__)(AUTOMAP_1(__VA_ARGS__), (AUTOMAP_OUT_2(__VA_ARGS__)), AUTOMAP_FROM_3(__VA_ARGS__))
#define MPI_File_read_all_begin(...) AUTOMAP_CALL_4(MPI_File_read_all_begin, __VA_ARGS__)(AUTOMAP_1(__VA_ARGS__), (AUTOMAP_OUT_2(__VA_ARGS__)), AUTOMAP_FROM_3(__VA_ARGS__))
#define MPI_File_read_all_begin_c(...) AUTOMAP_CALL_4(MPI_File_read_all_begin_c, __VA_ARGS__)(AUTOMAP_1(__VA_ARGS__), (AUTOMAP_OUT_2(__VA_ARGS__)), AUTOMAP_FROM_3(__VA_ARGS__))
#define MPI_File_read_at(...) AUTOMAP_CALL_6(MPI_File_read_at, __VA_ARGS__)(AUTOMAP_1_TO_2(__VA_ARGS__), (AUTOMAP_OUT_3(__VA_ARGS__)), AUTOMAP_FROM_4(__VA_ARGS__))
#define MPI_File_read_at_c(...) AUTOMAP_CALL_6(MPI_File_read_at_c, __VA_ARGS__)(AUTOMAP_1_TO_2(__VA_ARGS__), (AUTOMAP_OUT_3(__VA_ARGS__)), AUTOMAP_FROM_4(__VA_ARGS__))
#define MPI_File_read_at_all(...) AUTOMAP_CALL_6(MPI_File_read_at_all, __VA_ARGS__)(AUTOMAP_1_TO_2(__VA_ARGS__), (AUTOMAP_OUT_3(__VA_ARGS__)), AUTOMAP_FROM_4(__VA_ARGS__))
#define MPI_File_read_at_all_c(...) AUTOMAP_CALL_6(MPI_File_read_at_all_c, __VA_ARGS__)(AUTOMAP_1_TO_2(__VA_ARGS__), (AUTOMAP_OUT_3(__VA_ARGS__)), AUTOMAP_FROM_4(__VA_ARGS__))
#define MPI_File_read_at_all_begin(...) AUTOMAP_CALL_5(MPI_File_read_at_all_begin, __VA_ARGS__)(AUTOMAP_1_TO_2(__VA_ARGS__), (AUTOMAP_OUT_3(__VA_ARGS__)), AUTOMAP_FROM_4(__VA_ARGS__))
#define MPI_File_read_at_all_begin_c(...) AUTOMAP_CALL_5(MPI_File_read_at_all_begin_c, __VA_ARGS__)(AUTOMAP_1_TO_2(__VA_ARGS__), (AUTOMAP_OUT_3(__VA_ARGS__)), AUTOMAP_FROM_4(__VA_ARGS__))
#define MPI_File_read_ordered(...) AUTOMAP_CALL_5(MPI_File_read_ordered, __VA_ARGS__)(AUTOMAP_1(__VA_ARGS__), (AUTOMAP_OUT_2(__VA_ARGS__)), AUTOMAP_FROM_3(__VA_ARGS__))
#define MPI_File_read_ordered_c(...) AUTOMAP_CALL_5(MPI_File_read_ordered_c, __VA_ARGS__)(AUTOMAP_1(__VA_ARGS__), (AUTOMAP_OUT_2(__VA_ARGS__)), AUTOMAP_FROM_3(__VA_ARGS__))
#define MPI_File_read_ordered_begin(...) AUTOMAP_CALL_4(MPI_File_read_ordered_begin, __VA_ARGS__)(AUTOMAP_1(__VA_ARGS__), (AUTOMAP_OUT_2(__VA_ARGS__)), AUTOMAP_FROM_3(__VA_ARGS__))
#define MPI_File_read_ordered_begin_c(...) AUTOMAP_CALL_4(MPI_File_read_ordered_begin_c, __VA_ARGS__)(AUTOMAP_1(__VA_ARGS__), (AUTOMAP_OUT_2(__VA_ARGS__)), AUTOMAP_FROM_3(__VA_ARGS__))
#define MPI_File_read_shared(...) AUTOMAP_CALL_5(MPI_File_read_shared, __VA_ARGS__)(AUTOMAP_1(__VA_ARGS__), (AUTOMAP_OUT_2(__VA_ARGS__)), AUTOMAP_FROM_3(__VA_ARGS__))
#define MPI_File_read_shared_c(...) AUTOMAP_CALL_5(MPI_File_read_shared_c, __VA_ARGS__)(AUTOMAP_1(__VA_ARGS__), (AUTOMAP_OUT_2(__VA_ARGS__)), AUTOMAP_FROM_3(__VA_ARGS__))
#define MPI_File_write(...) AUTOMAP_CALL_5(MPI_File_write, __VA_ARGS__)(AUTOMAP_1(__VA_ARGS__), (AUTOMAP_IN_2(__VA_ARGS__)), AUTOMAP_FROM_3(__VA_ARGS__))
#define MPI_File_write_c(...) AUTOMAP_CALL_5(MPI_File_write_c, __VA_ARGS__)(AUTOMAP_1(__VA_ARGS__), (AUTOMAP_IN_2(__VA_ARGS__)), AUTOMAP_FROM_3(__VA_ARGS__))
#define MPI_File_write_all(...) AUTOMAP_CALL_5(MPI_File_write_all, __VA_ARGS__)(AUTOMAP_1(__VA_ARGS__), (AUTOMAP_IN_2(__VA_ARGS__)), AUTOMAP_FROM_3(__VA_ARGS__))
#define MPI_File_write_all_c(...) AUTOMAP_CALL_5(MPI_File_write_all_c, __VA_ARGS__)(AUTOMAP_1(__VA_ARGS__), (AUTOMAP_IN_2(__VA_ARGS__)), AUTOMAP_FROM_3(__VA_ARGS__))
#define MPI_File_write_all_begin(...) AUTOMAP_CALL_4(MPI_File_write_all_begin, __VA_ARGS__)(AUTOMAP_1(__VA_ARGS__), (AUTOMAP_IN_2(__VA_ARGS__)), AUTOMAP_FROM_3(__VA_ARGS__))
#define MPI_File_write_all_begin_c(...) AUTOMAP_CALL_4(MPI_File_write_all_begin_c, __VA_ARGS__)(AUTOMAP_1(__VA_ARGS__), (AUTOMAP_IN_2(__VA_ARGS__)), AUTOMAP_FROM_3(__VA_ARGS__))
#define MPI_File_write_at(...) AUTOMAP_CALL_6(MPI_File_write_at, __VA_ARGS__)(AUTOMAP_1_TO_2(__VA_ARGS__), (AUTOMAP_IN_3(__VA_ARGS__)), AUTOMAP_FROM_4(__VA_ARGS__))
#define MPI_File_write_at_c(...) AUTOMAP_CALL_6(MPI_File_write_at_c, __VA_ARGS__)(AUTOMAP_1_TO_2(__VA_ARGS__), (AUTOMAP_IN_3(__VA_ARGS__)), AUTOMAP_FROM_4(__VA_ARGS__))
#define MPI_File_write_at_all(...) AUTOMAP_CALL_6(MPI_File_write_at_all, __VA_ARGS__)(AUTOMAP_1_TO_2(__VA_ARGS__), (AUTOMAP_IN_3(__VA_ARGS__)), AUTOMAP_FROM_4(__VA_ARGS__))
#define MPI_File_write_at_all_c(...) AUTOMAP_CALL_6(MPI_File_write_at_all_c, __VA_ARGS__)(AUTOMAP_1_TO_2(__VA_ARGS__), (AUTOMAP_IN_3(__VA_ARGS__)), AUTOMAP_FROM_4(__VA_ARGS__))
#define MPI_File_write_at_all_begin(...) AUTOMAP_CALL_5(MPI_File_write_at_all_begin, __VA_ARGS__)(AUTOMAP_1_TO_2(__VA_ARGS__), (AUTOMAP_IN_3(__VA_ARGS__)), AUTOMAP_FROM_4(__VA_ARGS__))
#define MPI_File_write_at_all_begin_c(...) AUTOMAP_CALL_5(MPI_File_write_at_all_begin_c, __VA_ARGS__)(AUTOMAP_1_TO_2(__VA_ARGS__), (AUTOMAP_IN_3(__VA_ARGS__)), AUTOMAP_FROM_4(__VA_ARGS__))
#define MPI_File_write_ordered(...) AUTOMAP_CALL_5(MPI_File_write_ordered, __VA_ARGS__)(AUTOMAP_1(__VA_ARGS__), (AUTOMAP_IN_2(__VA_ARGS__)), AUTOMAP_FROM_3(__VA_ARGS__))
#define MPI_File_write_ordered_c(...) AUTOMAP_CALL_5(MPI_File_write_ordered_c, __VA_ARGS__)(AUTOMAP_1(__VA_ARGS__), (AUTOMAP_IN_2(__VA_ARGS__)), AUTOMAP_FROM_3(__VA_ARGS__))
#define MPI_File_write_ordered_begin(...) AUTOMAP_CALL_4(MPI_File_write_ordered_begin, __VA_ARGS__)(AUTOMAP_1(__VA_ARGS__), (AUTOMAP_IN_2(__VA_ARGS__)), AUTOMAP_FROM_3(__VA_ARGS__))
#define MPI_File_write_ordered_begin_c(...) AUTOMAP_CALL_4(MPI_File_write_ordered_begin_c, __VA_ARGS__)(AUTOMAP_1(__VA_ARGS__), (AUTOMAP_IN_2(__VA_ARGS__)), AUTOMAP_FROM_3(__VA_ARGS__))
#define MPI_File_write_shared(...) AUTOMAP_CALL_5(MPI_File_write_shared, __VA_ARGS__)(AUTOMAP_1(__VA_ARGS__), (AUTOMAP_IN_2(__VA_ARGS__)), AUTOMAP_FROM_3(__VA_ARGS__))
#define MPI_File_write_shared_c(...) AUTOMAP_CALL_5(MPI_File_write_shared_c, __VA_ARGS__)(AUTOMAP_1(__VA_ARGS__), (AUTOMAP_IN_2(__VA_ARGS__)), AUTOMAP_FROM_3(__VA_ARGS__))

/* clang-format on */

#endif
