/*
 * The macros of typesafe_mpi.h, which includes this. Each hands a call's buffers on as pointers to their
 * innermost elements, since clang compares nothing but types: AUTOMAP_IN those that MPI reads, without const,
 * and AUTOMAP_OUT those that it writes. Arguments are evaluated once, addresses stay, and what the function
 * would not take is no buffer here either.
 */
#ifndef AUTOMAP_TYPESAFE_MPI_CALLS_H
#define AUTOMAP_TYPESAFE_MPI_CALLS_H

#ifdef __cplusplus

#include <array>
#include <complex>
#include <cstddef>
#include <type_traits>
#include <utility>

namespace automap {
namespace typesafe {

/* What an element is checked as. */
template <typename T, typename = void> struct element {
  using type = T;
};
template <typename T> struct element<const T> : element<T> {};
template <typename T, std::size_t N> struct element<T[N]> : element<T> {};
template <typename T, std::size_t N>
struct element<const T[N]> : element<T> { /* else it were both of the above */
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

/* The same for a buffer's type, which may also be a null pointer or a class that becomes a pointer. */
template <typename T> struct buffer {
  using type = void;
};
template <typename T> struct buffer<T *> : element<T> {};
template <typename T> using element_of = typename buffer<typename std::decay<T>::type>::type;

} /* namespace typesafe */
} /* namespace automap */

#define AUTOMAP_ELEMENT(p) ::automap::typesafe::element_of<decltype(p)>

/* One copy of the argument is left to be warned of. */
#define AUTOMAP_IN(p)                                                                                        \
  _Pragma("clang diagnostic push")                                                                           \
      _Pragma("clang diagnostic ignored \"-Weverything\"") const_cast<AUTOMAP_ELEMENT(p) *>(                 \
          static_cast<const AUTOMAP_ELEMENT(p) *>(                                                           \
              _Pragma("clang diagnostic pop") static_cast<const void *>(p)))
#define AUTOMAP_OUT(p)                                                                                       \
  _Pragma("clang diagnostic push")                                                                           \
      _Pragma("clang diagnostic ignored \"-Weverything\"") static_cast<AUTOMAP_ELEMENT(p) *>(                \
          _Pragma("clang diagnostic pop") static_cast<void *>(p))

#else

/* The pointer that a buffer is; null for what is none, of which the compiler will complain. */
#define AUTOMAP_POINTER(p)                                                                                   \
  __builtin_choose_expr(__builtin_classify_type(p) == __builtin_classify_type((void *)0), p, (void *)0)

/* Of a pointer to an array, one to its first element; else the pointer. Nothing is read. */
#define AUTOMAP_INTO(p)                                                                                      \
  __builtin_choose_expr(                                                                                     \
      __builtin_types_compatible_p(__typeof__(*(p)), __typeof__(__extension__({ *(p); }))), p, *(p))

/* The type of pointers to the innermost elements, of up to six dimensions; as they are, and without const. */
#define AUTOMAP_INNERMOST(p, result)                                                                         \
  __typeof__(__extension__({                                                                                 \
    __auto_type automap_1 = AUTOMAP_POINTER(p);                                                              \
    __auto_type automap_2 = AUTOMAP_INTO(automap_1);                                                         \
    __auto_type automap_3 = AUTOMAP_INTO(automap_2);                                                         \
    __auto_type automap_4 = AUTOMAP_INTO(automap_3);                                                         \
    __auto_type automap_5 = AUTOMAP_INTO(automap_4);                                                         \
    __auto_type automap_6 = AUTOMAP_INTO(automap_5);                                                         \
    result;                                                                                                  \
  }))
#define AUTOMAP_QUALIFIED(p) AUTOMAP_INNERMOST(p, automap_6)
#define AUTOMAP_WITHOUT_CONST(p) AUTOMAP_INNERMOST(p, AUTOMAP_DROP_CONST(automap_6))

/* The same to unqualified elements, as dereferencing makes them. Of volatile the compiler will complain. */
#define AUTOMAP_DROP_CONST(p)                                                                                \
  __builtin_choose_expr(__builtin_types_compatible_p(__typeof__(p), volatile __typeof__(*(p)) *), p,         \
                        (__typeof__(__extension__({ *(p); })) *)0)

/* unsigned int is compatible with this enum, and with any other, but they are not with each other. */
enum automap_unsigned { automap_unsigned_value };

/* `what` for each basic type but unsigned int, as associations of a _Generic. */
#define AUTOMAP_EACH_BASIC(what, p)                                                                          \
  what(p, char), what(p, signed char), what(p, unsigned char), what(p, short), what(p, unsigned short),      \
      what(p, int), what(p, long), what(p, unsigned long), what(p, long long), what(p, unsigned long long),  \
      what(p, float), what(p, double), what(p, long double), what(p, _Bool), what(p, float _Complex),        \
      what(p, double _Complex), what(p, long double _Complex)

/* A cast to the type in the last arguments, where basic types go by their names: messages show them. */
#define AUTOMAP_CAST(p, ...)                                                                                 \
  _Generic((__VA_ARGS__)0,                                                                                   \
      AUTOMAP_EACH_BASIC(AUTOMAP_TO, p),                                                                     \
      unsigned *: __builtin_choose_expr(__builtin_types_compatible_p(__VA_ARGS__, enum automap_unsigned *),  \
                                        (unsigned *)AUTOMAP_POINTER(p), (void *)AUTOMAP_POINTER(p)),         \
      default: __extension__({                                                                               \
             typedef __typeof__(*(__VA_ARGS__)0) automap_element;                                            \
             (automap_element *)AUTOMAP_POINTER(p);                                                          \
           }))
#define AUTOMAP_TO(p, type) type * : (type *)AUTOMAP_POINTER(p)

/* Is a cast needed? Not for what is no pointer, or one to a struct for example. */
#define AUTOMAP_IS_OTHER(p, ...)                                                                             \
  _Generic((__VA_ARGS__)0,                                                                                   \
      AUTOMAP_EACH_BASIC(AUTOMAP_YES, p),                                                                    \
      unsigned *: 1,                                                                                         \
      default: !__builtin_types_compatible_p(__typeof__(1 ? AUTOMAP_POINTER(p) : (void *)0), __VA_ARGS__))
#define AUTOMAP_YES(p, type) type * : 1

/* One copy of the argument is left to be warned of. */
#define AUTOMAP_AS(p, ...)                                                                                   \
  __builtin_choose_expr(_Pragma("clang diagnostic push")                                                     \
                            _Pragma("clang diagnostic ignored \"-Weverything\"")                             \
                                AUTOMAP_IS_OTHER(p, __VA_ARGS__),                                            \
                        AUTOMAP_CAST(p, __VA_ARGS__) _Pragma("clang diagnostic pop"), p)
#define AUTOMAP_IN(p) AUTOMAP_AS(p, AUTOMAP_WITHOUT_CONST(p))
#define AUTOMAP_OUT(p) AUTOMAP_AS(p, AUTOMAP_QUALIFIED(p))

#endif

/*
 * The calls. The parentheses around each buffer are where a warning points to: it shows this line alone.
 */
/* clang-format off */

/* Point to point */
#define MPI_Bsend(buf, ...) MPI_Bsend((AUTOMAP_IN(buf)), __VA_ARGS__)
#define MPI_Bsend_c(buf, ...) MPI_Bsend_c((AUTOMAP_IN(buf)), __VA_ARGS__)
#define MPI_Bsend_init(buf, ...) MPI_Bsend_init((AUTOMAP_IN(buf)), __VA_ARGS__)
#define MPI_Bsend_init_c(buf, ...) MPI_Bsend_init_c((AUTOMAP_IN(buf)), __VA_ARGS__)
#define MPI_Ibsend(buf, ...) MPI_Ibsend((AUTOMAP_IN(buf)), __VA_ARGS__)
#define MPI_Ibsend_c(buf, ...) MPI_Ibsend_c((AUTOMAP_IN(buf)), __VA_ARGS__)
#define MPI_Imrecv(buf, ...) MPI_Imrecv((AUTOMAP_OUT(buf)), __VA_ARGS__)
#define MPI_Imrecv_c(buf, ...) MPI_Imrecv_c((AUTOMAP_OUT(buf)), __VA_ARGS__)
#define MPI_Irecv(buf, ...) MPI_Irecv((AUTOMAP_OUT(buf)), __VA_ARGS__)
#define MPI_Irecv_c(buf, ...) MPI_Irecv_c((AUTOMAP_OUT(buf)), __VA_ARGS__)
#define MPI_Irsend(buf, ...) MPI_Irsend((AUTOMAP_IN(buf)), __VA_ARGS__)
#define MPI_Irsend_c(buf, ...) MPI_Irsend_c((AUTOMAP_IN(buf)), __VA_ARGS__)
#define MPI_Isend(buf, ...) MPI_Isend((AUTOMAP_IN(buf)), __VA_ARGS__)
#define MPI_Isend_c(buf, ...) MPI_Isend_c((AUTOMAP_IN(buf)), __VA_ARGS__)
#define MPI_Isendrecv(sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, ...) MPI_Isendrecv((AUTOMAP_IN(sendbuf)), sendcount, sendtype, dest, sendtag, (AUTOMAP_OUT(recvbuf)), __VA_ARGS__)
#define MPI_Isendrecv_c(sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, ...) MPI_Isendrecv_c((AUTOMAP_IN(sendbuf)), sendcount, sendtype, dest, sendtag, (AUTOMAP_OUT(recvbuf)), __VA_ARGS__)
#define MPI_Isendrecv_replace(buf, ...) MPI_Isendrecv_replace((AUTOMAP_OUT(buf)), __VA_ARGS__)
#define MPI_Isendrecv_replace_c(buf, ...) MPI_Isendrecv_replace_c((AUTOMAP_OUT(buf)), __VA_ARGS__)
#define MPI_Issend(buf, ...) MPI_Issend((AUTOMAP_IN(buf)), __VA_ARGS__)
#define MPI_Issend_c(buf, ...) MPI_Issend_c((AUTOMAP_IN(buf)), __VA_ARGS__)
#define MPI_Mrecv(buf, ...) MPI_Mrecv((AUTOMAP_OUT(buf)), __VA_ARGS__)
#define MPI_Mrecv_c(buf, ...) MPI_Mrecv_c((AUTOMAP_OUT(buf)), __VA_ARGS__)
#define MPI_Precv_init(buf, ...) MPI_Precv_init((AUTOMAP_OUT(buf)), __VA_ARGS__)
#define MPI_Psend_init(buf, ...) MPI_Psend_init((AUTOMAP_IN(buf)), __VA_ARGS__)
#define MPI_Recv(buf, ...) MPI_Recv((AUTOMAP_OUT(buf)), __VA_ARGS__)
#define MPI_Recv_c(buf, ...) MPI_Recv_c((AUTOMAP_OUT(buf)), __VA_ARGS__)
#define MPI_Recv_init(buf, ...) MPI_Recv_init((AUTOMAP_OUT(buf)), __VA_ARGS__)
#define MPI_Recv_init_c(buf, ...) MPI_Recv_init_c((AUTOMAP_OUT(buf)), __VA_ARGS__)
#define MPI_Rsend(buf, ...) MPI_Rsend((AUTOMAP_IN(buf)), __VA_ARGS__)
#define MPI_Rsend_c(buf, ...) MPI_Rsend_c((AUTOMAP_IN(buf)), __VA_ARGS__)
#define MPI_Rsend_init(buf, ...) MPI_Rsend_init((AUTOMAP_IN(buf)), __VA_ARGS__)
#define MPI_Rsend_init_c(buf, ...) MPI_Rsend_init_c((AUTOMAP_IN(buf)), __VA_ARGS__)
#define MPI_Send(buf, ...) MPI_Send((AUTOMAP_IN(buf)), __VA_ARGS__)
#define MPI_Send_c(buf, ...) MPI_Send_c((AUTOMAP_IN(buf)), __VA_ARGS__)
#define MPI_Send_init(buf, ...) MPI_Send_init((AUTOMAP_IN(buf)), __VA_ARGS__)
#define MPI_Send_init_c(buf, ...) MPI_Send_init_c((AUTOMAP_IN(buf)), __VA_ARGS__)
#define MPI_Sendrecv(sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, ...) MPI_Sendrecv((AUTOMAP_IN(sendbuf)), sendcount, sendtype, dest, sendtag, (AUTOMAP_OUT(recvbuf)), __VA_ARGS__)
#define MPI_Sendrecv_c(sendbuf, sendcount, sendtype, dest, sendtag, recvbuf, ...) MPI_Sendrecv_c((AUTOMAP_IN(sendbuf)), sendcount, sendtype, dest, sendtag, (AUTOMAP_OUT(recvbuf)), __VA_ARGS__)
#define MPI_Sendrecv_replace(buf, ...) MPI_Sendrecv_replace((AUTOMAP_OUT(buf)), __VA_ARGS__)
#define MPI_Sendrecv_replace_c(buf, ...) MPI_Sendrecv_replace_c((AUTOMAP_OUT(buf)), __VA_ARGS__)
#define MPI_Ssend(buf, ...) MPI_Ssend((AUTOMAP_IN(buf)), __VA_ARGS__)
#define MPI_Ssend_c(buf, ...) MPI_Ssend_c((AUTOMAP_IN(buf)), __VA_ARGS__)
#define MPI_Ssend_init(buf, ...) MPI_Ssend_init((AUTOMAP_IN(buf)), __VA_ARGS__)
#define MPI_Ssend_init_c(buf, ...) MPI_Ssend_init_c((AUTOMAP_IN(buf)), __VA_ARGS__)

/* Collective */
#define MPI_Allgather(sendbuf, sendcount, sendtype, recvbuf, ...) MPI_Allgather((AUTOMAP_IN(sendbuf)), sendcount, sendtype, (AUTOMAP_OUT(recvbuf)), __VA_ARGS__)
#define MPI_Allgather_c(sendbuf, sendcount, sendtype, recvbuf, ...) MPI_Allgather_c((AUTOMAP_IN(sendbuf)), sendcount, sendtype, (AUTOMAP_OUT(recvbuf)), __VA_ARGS__)
#define MPI_Allgather_init(sendbuf, sendcount, sendtype, recvbuf, ...) MPI_Allgather_init((AUTOMAP_IN(sendbuf)), sendcount, sendtype, (AUTOMAP_OUT(recvbuf)), __VA_ARGS__)
#define MPI_Allgather_init_c(sendbuf, sendcount, sendtype, recvbuf, ...) MPI_Allgather_init_c((AUTOMAP_IN(sendbuf)), sendcount, sendtype, (AUTOMAP_OUT(recvbuf)), __VA_ARGS__)
#define MPI_Allgatherv(sendbuf, sendcount, sendtype, recvbuf, ...) MPI_Allgatherv((AUTOMAP_IN(sendbuf)), sendcount, sendtype, (AUTOMAP_OUT(recvbuf)), __VA_ARGS__)
#define MPI_Allgatherv_c(sendbuf, sendcount, sendtype, recvbuf, ...) MPI_Allgatherv_c((AUTOMAP_IN(sendbuf)), sendcount, sendtype, (AUTOMAP_OUT(recvbuf)), __VA_ARGS__)
#define MPI_Allgatherv_init(sendbuf, sendcount, sendtype, recvbuf, ...) MPI_Allgatherv_init((AUTOMAP_IN(sendbuf)), sendcount, sendtype, (AUTOMAP_OUT(recvbuf)), __VA_ARGS__)
#define MPI_Allgatherv_init_c(sendbuf, sendcount, sendtype, recvbuf, ...) MPI_Allgatherv_init_c((AUTOMAP_IN(sendbuf)), sendcount, sendtype, (AUTOMAP_OUT(recvbuf)), __VA_ARGS__)
#define MPI_Allreduce(sendbuf, recvbuf, ...) MPI_Allreduce((AUTOMAP_IN(sendbuf)), (AUTOMAP_OUT(recvbuf)), __VA_ARGS__)
#define MPI_Allreduce_c(sendbuf, recvbuf, ...) MPI_Allreduce_c((AUTOMAP_IN(sendbuf)), (AUTOMAP_OUT(recvbuf)), __VA_ARGS__)
#define MPI_Allreduce_init(sendbuf, recvbuf, ...) MPI_Allreduce_init((AUTOMAP_IN(sendbuf)), (AUTOMAP_OUT(recvbuf)), __VA_ARGS__)
#define MPI_Allreduce_init_c(sendbuf, recvbuf, ...) MPI_Allreduce_init_c((AUTOMAP_IN(sendbuf)), (AUTOMAP_OUT(recvbuf)), __VA_ARGS__)
#define MPI_Alltoall(sendbuf, sendcount, sendtype, recvbuf, ...) MPI_Alltoall((AUTOMAP_IN(sendbuf)), sendcount, sendtype, (AUTOMAP_OUT(recvbuf)), __VA_ARGS__)
#define MPI_Alltoall_c(sendbuf, sendcount, sendtype, recvbuf, ...) MPI_Alltoall_c((AUTOMAP_IN(sendbuf)), sendcount, sendtype, (AUTOMAP_OUT(recvbuf)), __VA_ARGS__)
#define MPI_Alltoall_init(sendbuf, sendcount, sendtype, recvbuf, ...) MPI_Alltoall_init((AUTOMAP_IN(sendbuf)), sendcount, sendtype, (AUTOMAP_OUT(recvbuf)), __VA_ARGS__)
#define MPI_Alltoall_init_c(sendbuf, sendcount, sendtype, recvbuf, ...) MPI_Alltoall_init_c((AUTOMAP_IN(sendbuf)), sendcount, sendtype, (AUTOMAP_OUT(recvbuf)), __VA_ARGS__)
#define MPI_Alltoallv(sendbuf, sendcounts, sdispls, sendtype, recvbuf, ...) MPI_Alltoallv((AUTOMAP_IN(sendbuf)), sendcounts, sdispls, sendtype, (AUTOMAP_OUT(recvbuf)), __VA_ARGS__)
#define MPI_Alltoallv_c(sendbuf, sendcounts, sdispls, sendtype, recvbuf, ...) MPI_Alltoallv_c((AUTOMAP_IN(sendbuf)), sendcounts, sdispls, sendtype, (AUTOMAP_OUT(recvbuf)), __VA_ARGS__)
#define MPI_Alltoallv_init(sendbuf, sendcounts, sdispls, sendtype, recvbuf, ...) MPI_Alltoallv_init((AUTOMAP_IN(sendbuf)), sendcounts, sdispls, sendtype, (AUTOMAP_OUT(recvbuf)), __VA_ARGS__)
#define MPI_Alltoallv_init_c(sendbuf, sendcounts, sdispls, sendtype, recvbuf, ...) MPI_Alltoallv_init_c((AUTOMAP_IN(sendbuf)), sendcounts, sdispls, sendtype, (AUTOMAP_OUT(recvbuf)), __VA_ARGS__)
#define MPI_Bcast(buffer, ...) MPI_Bcast((AUTOMAP_OUT(buffer)), __VA_ARGS__)
#define MPI_Bcast_c(buffer, ...) MPI_Bcast_c((AUTOMAP_OUT(buffer)), __VA_ARGS__)
#define MPI_Bcast_init(buffer, ...) MPI_Bcast_init((AUTOMAP_OUT(buffer)), __VA_ARGS__)
#define MPI_Bcast_init_c(buffer, ...) MPI_Bcast_init_c((AUTOMAP_OUT(buffer)), __VA_ARGS__)
#define MPI_Exscan(sendbuf, recvbuf, ...) MPI_Exscan((AUTOMAP_IN(sendbuf)), (AUTOMAP_OUT(recvbuf)), __VA_ARGS__)
#define MPI_Exscan_c(sendbuf, recvbuf, ...) MPI_Exscan_c((AUTOMAP_IN(sendbuf)), (AUTOMAP_OUT(recvbuf)), __VA_ARGS__)
#define MPI_Exscan_init(sendbuf, recvbuf, ...) MPI_Exscan_init((AUTOMAP_IN(sendbuf)), (AUTOMAP_OUT(recvbuf)), __VA_ARGS__)
#define MPI_Exscan_init_c(sendbuf, recvbuf, ...) MPI_Exscan_init_c((AUTOMAP_IN(sendbuf)), (AUTOMAP_OUT(recvbuf)), __VA_ARGS__)
#define MPI_Gather(sendbuf, sendcount, sendtype, recvbuf, ...) MPI_Gather((AUTOMAP_IN(sendbuf)), sendcount, sendtype, (AUTOMAP_OUT(recvbuf)), __VA_ARGS__)
#define MPI_Gather_c(sendbuf, sendcount, sendtype, recvbuf, ...) MPI_Gather_c((AUTOMAP_IN(sendbuf)), sendcount, sendtype, (AUTOMAP_OUT(recvbuf)), __VA_ARGS__)
#define MPI_Gather_init(sendbuf, sendcount, sendtype, recvbuf, ...) MPI_Gather_init((AUTOMAP_IN(sendbuf)), sendcount, sendtype, (AUTOMAP_OUT(recvbuf)), __VA_ARGS__)
#define MPI_Gather_init_c(sendbuf, sendcount, sendtype, recvbuf, ...) MPI_Gather_init_c((AUTOMAP_IN(sendbuf)), sendcount, sendtype, (AUTOMAP_OUT(recvbuf)), __VA_ARGS__)
#define MPI_Gatherv(sendbuf, sendcount, sendtype, recvbuf, ...) MPI_Gatherv((AUTOMAP_IN(sendbuf)), sendcount, sendtype, (AUTOMAP_OUT(recvbuf)), __VA_ARGS__)
#define MPI_Gatherv_c(sendbuf, sendcount, sendtype, recvbuf, ...) MPI_Gatherv_c((AUTOMAP_IN(sendbuf)), sendcount, sendtype, (AUTOMAP_OUT(recvbuf)), __VA_ARGS__)
#define MPI_Gatherv_init(sendbuf, sendcount, sendtype, recvbuf, ...) MPI_Gatherv_init((AUTOMAP_IN(sendbuf)), sendcount, sendtype, (AUTOMAP_OUT(recvbuf)), __VA_ARGS__)
#define MPI_Gatherv_init_c(sendbuf, sendcount, sendtype, recvbuf, ...) MPI_Gatherv_init_c((AUTOMAP_IN(sendbuf)), sendcount, sendtype, (AUTOMAP_OUT(recvbuf)), __VA_ARGS__)
#define MPI_Iallgather(sendbuf, sendcount, sendtype, recvbuf, ...) MPI_Iallgather((AUTOMAP_IN(sendbuf)), sendcount, sendtype, (AUTOMAP_OUT(recvbuf)), __VA_ARGS__)
#define MPI_Iallgather_c(sendbuf, sendcount, sendtype, recvbuf, ...) MPI_Iallgather_c((AUTOMAP_IN(sendbuf)), sendcount, sendtype, (AUTOMAP_OUT(recvbuf)), __VA_ARGS__)
#define MPI_Iallgatherv(sendbuf, sendcount, sendtype, recvbuf, ...) MPI_Iallgatherv((AUTOMAP_IN(sendbuf)), sendcount, sendtype, (AUTOMAP_OUT(recvbuf)), __VA_ARGS__)
#define MPI_Iallgatherv_c(sendbuf, sendcount, sendtype, recvbuf, ...) MPI_Iallgatherv_c((AUTOMAP_IN(sendbuf)), sendcount, sendtype, (AUTOMAP_OUT(recvbuf)), __VA_ARGS__)
#define MPI_Iallreduce(sendbuf, recvbuf, ...) MPI_Iallreduce((AUTOMAP_IN(sendbuf)), (AUTOMAP_OUT(recvbuf)), __VA_ARGS__)
#define MPI_Iallreduce_c(sendbuf, recvbuf, ...) MPI_Iallreduce_c((AUTOMAP_IN(sendbuf)), (AUTOMAP_OUT(recvbuf)), __VA_ARGS__)
#define MPI_Ialltoall(sendbuf, sendcount, sendtype, recvbuf, ...) MPI_Ialltoall((AUTOMAP_IN(sendbuf)), sendcount, sendtype, (AUTOMAP_OUT(recvbuf)), __VA_ARGS__)
#define MPI_Ialltoall_c(sendbuf, sendcount, sendtype, recvbuf, ...) MPI_Ialltoall_c((AUTOMAP_IN(sendbuf)), sendcount, sendtype, (AUTOMAP_OUT(recvbuf)), __VA_ARGS__)
#define MPI_Ialltoallv(sendbuf, sendcounts, sdispls, sendtype, recvbuf, ...) MPI_Ialltoallv((AUTOMAP_IN(sendbuf)), sendcounts, sdispls, sendtype, (AUTOMAP_OUT(recvbuf)), __VA_ARGS__)
#define MPI_Ialltoallv_c(sendbuf, sendcounts, sdispls, sendtype, recvbuf, ...) MPI_Ialltoallv_c((AUTOMAP_IN(sendbuf)), sendcounts, sdispls, sendtype, (AUTOMAP_OUT(recvbuf)), __VA_ARGS__)
#define MPI_Ibcast(buffer, ...) MPI_Ibcast((AUTOMAP_OUT(buffer)), __VA_ARGS__)
#define MPI_Ibcast_c(buffer, ...) MPI_Ibcast_c((AUTOMAP_OUT(buffer)), __VA_ARGS__)
#define MPI_Iexscan(sendbuf, recvbuf, ...) MPI_Iexscan((AUTOMAP_IN(sendbuf)), (AUTOMAP_OUT(recvbuf)), __VA_ARGS__)
#define MPI_Iexscan_c(sendbuf, recvbuf, ...) MPI_Iexscan_c((AUTOMAP_IN(sendbuf)), (AUTOMAP_OUT(recvbuf)), __VA_ARGS__)
#define MPI_Igather(sendbuf, sendcount, sendtype, recvbuf, ...) MPI_Igather((AUTOMAP_IN(sendbuf)), sendcount, sendtype, (AUTOMAP_OUT(recvbuf)), __VA_ARGS__)
#define MPI_Igather_c(sendbuf, sendcount, sendtype, recvbuf, ...) MPI_Igather_c((AUTOMAP_IN(sendbuf)), sendcount, sendtype, (AUTOMAP_OUT(recvbuf)), __VA_ARGS__)
#define MPI_Igatherv(sendbuf, sendcount, sendtype, recvbuf, ...) MPI_Igatherv((AUTOMAP_IN(sendbuf)), sendcount, sendtype, (AUTOMAP_OUT(recvbuf)), __VA_ARGS__)
#define MPI_Igatherv_c(sendbuf, sendcount, sendtype, recvbuf, ...) MPI_Igatherv_c((AUTOMAP_IN(sendbuf)), sendcount, sendtype, (AUTOMAP_OUT(recvbuf)), __VA_ARGS__)
#define MPI_Ireduce(sendbuf, recvbuf, ...) MPI_Ireduce((AUTOMAP_IN(sendbuf)), (AUTOMAP_OUT(recvbuf)), __VA_ARGS__)
#define MPI_Ireduce_c(sendbuf, recvbuf, ...) MPI_Ireduce_c((AUTOMAP_IN(sendbuf)), (AUTOMAP_OUT(recvbuf)), __VA_ARGS__)
#define MPI_Ireduce_scatter(sendbuf, recvbuf, ...) MPI_Ireduce_scatter((AUTOMAP_IN(sendbuf)), (AUTOMAP_OUT(recvbuf)), __VA_ARGS__)
#define MPI_Ireduce_scatter_c(sendbuf, recvbuf, ...) MPI_Ireduce_scatter_c((AUTOMAP_IN(sendbuf)), (AUTOMAP_OUT(recvbuf)), __VA_ARGS__)
#define MPI_Ireduce_scatter_block(sendbuf, recvbuf, ...) MPI_Ireduce_scatter_block((AUTOMAP_IN(sendbuf)), (AUTOMAP_OUT(recvbuf)), __VA_ARGS__)
#define MPI_Ireduce_scatter_block_c(sendbuf, recvbuf, ...) MPI_Ireduce_scatter_block_c((AUTOMAP_IN(sendbuf)), (AUTOMAP_OUT(recvbuf)), __VA_ARGS__)
#define MPI_Iscan(sendbuf, recvbuf, ...) MPI_Iscan((AUTOMAP_IN(sendbuf)), (AUTOMAP_OUT(recvbuf)), __VA_ARGS__)
#define MPI_Iscan_c(sendbuf, recvbuf, ...) MPI_Iscan_c((AUTOMAP_IN(sendbuf)), (AUTOMAP_OUT(recvbuf)), __VA_ARGS__)
#define MPI_Iscatter(sendbuf, sendcount, sendtype, recvbuf, ...) MPI_Iscatter((AUTOMAP_IN(sendbuf)), sendcount, sendtype, (AUTOMAP_OUT(recvbuf)), __VA_ARGS__)
#define MPI_Iscatter_c(sendbuf, sendcount, sendtype, recvbuf, ...) MPI_Iscatter_c((AUTOMAP_IN(sendbuf)), sendcount, sendtype, (AUTOMAP_OUT(recvbuf)), __VA_ARGS__)
#define MPI_Iscatterv(sendbuf, sendcounts, displs, sendtype, recvbuf, ...) MPI_Iscatterv((AUTOMAP_IN(sendbuf)), sendcounts, displs, sendtype, (AUTOMAP_OUT(recvbuf)), __VA_ARGS__)
#define MPI_Iscatterv_c(sendbuf, sendcounts, displs, sendtype, recvbuf, ...) MPI_Iscatterv_c((AUTOMAP_IN(sendbuf)), sendcounts, displs, sendtype, (AUTOMAP_OUT(recvbuf)), __VA_ARGS__)
#define MPI_Reduce(sendbuf, recvbuf, ...) MPI_Reduce((AUTOMAP_IN(sendbuf)), (AUTOMAP_OUT(recvbuf)), __VA_ARGS__)
#define MPI_Reduce_c(sendbuf, recvbuf, ...) MPI_Reduce_c((AUTOMAP_IN(sendbuf)), (AUTOMAP_OUT(recvbuf)), __VA_ARGS__)
#define MPI_Reduce_init(sendbuf, recvbuf, ...) MPI_Reduce_init((AUTOMAP_IN(sendbuf)), (AUTOMAP_OUT(recvbuf)), __VA_ARGS__)
#define MPI_Reduce_init_c(sendbuf, recvbuf, ...) MPI_Reduce_init_c((AUTOMAP_IN(sendbuf)), (AUTOMAP_OUT(recvbuf)), __VA_ARGS__)
#define MPI_Reduce_local(inbuf, inoutbuf, ...) MPI_Reduce_local((AUTOMAP_IN(inbuf)), (AUTOMAP_OUT(inoutbuf)), __VA_ARGS__)
#define MPI_Reduce_local_c(inbuf, inoutbuf, ...) MPI_Reduce_local_c((AUTOMAP_IN(inbuf)), (AUTOMAP_OUT(inoutbuf)), __VA_ARGS__)
#define MPI_Reduce_scatter(sendbuf, recvbuf, ...) MPI_Reduce_scatter((AUTOMAP_IN(sendbuf)), (AUTOMAP_OUT(recvbuf)), __VA_ARGS__)
#define MPI_Reduce_scatter_c(sendbuf, recvbuf, ...) MPI_Reduce_scatter_c((AUTOMAP_IN(sendbuf)), (AUTOMAP_OUT(recvbuf)), __VA_ARGS__)
#define MPI_Reduce_scatter_block(sendbuf, recvbuf, ...) MPI_Reduce_scatter_block((AUTOMAP_IN(sendbuf)), (AUTOMAP_OUT(recvbuf)), __VA_ARGS__)
#define MPI_Reduce_scatter_block_c(sendbuf, recvbuf, ...) MPI_Reduce_scatter_block_c((AUTOMAP_IN(sendbuf)), (AUTOMAP_OUT(recvbuf)), __VA_ARGS__)
#define MPI_Reduce_scatter_block_init(sendbuf, recvbuf, ...) MPI_Reduce_scatter_block_init((AUTOMAP_IN(sendbuf)), (AUTOMAP_OUT(recvbuf)), __VA_ARGS__)
#define MPI_Reduce_scatter_block_init_c(sendbuf, recvbuf, ...) MPI_Reduce_scatter_block_init_c((AUTOMAP_IN(sendbuf)), (AUTOMAP_OUT(recvbuf)), __VA_ARGS__)
#define MPI_Reduce_scatter_init(sendbuf, recvbuf, ...) MPI_Reduce_scatter_init((AUTOMAP_IN(sendbuf)), (AUTOMAP_OUT(recvbuf)), __VA_ARGS__)
#define MPI_Reduce_scatter_init_c(sendbuf, recvbuf, ...) MPI_Reduce_scatter_init_c((AUTOMAP_IN(sendbuf)), (AUTOMAP_OUT(recvbuf)), __VA_ARGS__)
#define MPI_Scan(sendbuf, recvbuf, ...) MPI_Scan((AUTOMAP_IN(sendbuf)), (AUTOMAP_OUT(recvbuf)), __VA_ARGS__)
#define MPI_Scan_c(sendbuf, recvbuf, ...) MPI_Scan_c((AUTOMAP_IN(sendbuf)), (AUTOMAP_OUT(recvbuf)), __VA_ARGS__)
#define MPI_Scan_init(sendbuf, recvbuf, ...) MPI_Scan_init((AUTOMAP_IN(sendbuf)), (AUTOMAP_OUT(recvbuf)), __VA_ARGS__)
#define MPI_Scan_init_c(sendbuf, recvbuf, ...) MPI_Scan_init_c((AUTOMAP_IN(sendbuf)), (AUTOMAP_OUT(recvbuf)), __VA_ARGS__)
#define MPI_Scatter(sendbuf, sendcount, sendtype, recvbuf, ...) MPI_Scatter((AUTOMAP_IN(sendbuf)), sendcount, sendtype, (AUTOMAP_OUT(recvbuf)), __VA_ARGS__)
#define MPI_Scatter_c(sendbuf, sendcount, sendtype, recvbuf, ...) MPI_Scatter_c((AUTOMAP_IN(sendbuf)), sendcount, sendtype, (AUTOMAP_OUT(recvbuf)), __VA_ARGS__)
#define MPI_Scatter_init(sendbuf, sendcount, sendtype, recvbuf, ...) MPI_Scatter_init((AUTOMAP_IN(sendbuf)), sendcount, sendtype, (AUTOMAP_OUT(recvbuf)), __VA_ARGS__)
#define MPI_Scatter_init_c(sendbuf, sendcount, sendtype, recvbuf, ...) MPI_Scatter_init_c((AUTOMAP_IN(sendbuf)), sendcount, sendtype, (AUTOMAP_OUT(recvbuf)), __VA_ARGS__)
#define MPI_Scatterv(sendbuf, sendcounts, displs, sendtype, recvbuf, ...) MPI_Scatterv((AUTOMAP_IN(sendbuf)), sendcounts, displs, sendtype, (AUTOMAP_OUT(recvbuf)), __VA_ARGS__)
#define MPI_Scatterv_c(sendbuf, sendcounts, displs, sendtype, recvbuf, ...) MPI_Scatterv_c((AUTOMAP_IN(sendbuf)), sendcounts, displs, sendtype, (AUTOMAP_OUT(recvbuf)), __VA_ARGS__)
#define MPI_Scatterv_init(sendbuf, sendcounts, displs, sendtype, recvbuf, ...) MPI_Scatterv_init((AUTOMAP_IN(sendbuf)), sendcounts, displs, sendtype, (AUTOMAP_OUT(recvbuf)), __VA_ARGS__)
#define MPI_Scatterv_init_c(sendbuf, sendcounts, displs, sendtype, recvbuf, ...) MPI_Scatterv_init_c((AUTOMAP_IN(sendbuf)), sendcounts, displs, sendtype, (AUTOMAP_OUT(recvbuf)), __VA_ARGS__)

/* Neighbourhoods */
#define MPI_Ineighbor_allgather(sendbuf, sendcount, sendtype, recvbuf, ...) MPI_Ineighbor_allgather((AUTOMAP_IN(sendbuf)), sendcount, sendtype, (AUTOMAP_OUT(recvbuf)), __VA_ARGS__)
#define MPI_Ineighbor_allgather_c(sendbuf, sendcount, sendtype, recvbuf, ...) MPI_Ineighbor_allgather_c((AUTOMAP_IN(sendbuf)), sendcount, sendtype, (AUTOMAP_OUT(recvbuf)), __VA_ARGS__)
#define MPI_Ineighbor_allgatherv(sendbuf, sendcount, sendtype, recvbuf, ...) MPI_Ineighbor_allgatherv((AUTOMAP_IN(sendbuf)), sendcount, sendtype, (AUTOMAP_OUT(recvbuf)), __VA_ARGS__)
#define MPI_Ineighbor_allgatherv_c(sendbuf, sendcount, sendtype, recvbuf, ...) MPI_Ineighbor_allgatherv_c((AUTOMAP_IN(sendbuf)), sendcount, sendtype, (AUTOMAP_OUT(recvbuf)), __VA_ARGS__)
#define MPI_Ineighbor_alltoall(sendbuf, sendcount, sendtype, recvbuf, ...) MPI_Ineighbor_alltoall((AUTOMAP_IN(sendbuf)), sendcount, sendtype, (AUTOMAP_OUT(recvbuf)), __VA_ARGS__)
#define MPI_Ineighbor_alltoall_c(sendbuf, sendcount, sendtype, recvbuf, ...) MPI_Ineighbor_alltoall_c((AUTOMAP_IN(sendbuf)), sendcount, sendtype, (AUTOMAP_OUT(recvbuf)), __VA_ARGS__)
#define MPI_Ineighbor_alltoallv(sendbuf, sendcounts, sdispls, sendtype, recvbuf, ...) MPI_Ineighbor_alltoallv((AUTOMAP_IN(sendbuf)), sendcounts, sdispls, sendtype, (AUTOMAP_OUT(recvbuf)), __VA_ARGS__)
#define MPI_Ineighbor_alltoallv_c(sendbuf, sendcounts, sdispls, sendtype, recvbuf, ...) MPI_Ineighbor_alltoallv_c((AUTOMAP_IN(sendbuf)), sendcounts, sdispls, sendtype, (AUTOMAP_OUT(recvbuf)), __VA_ARGS__)
#define MPI_Neighbor_allgather(sendbuf, sendcount, sendtype, recvbuf, ...) MPI_Neighbor_allgather((AUTOMAP_IN(sendbuf)), sendcount, sendtype, (AUTOMAP_OUT(recvbuf)), __VA_ARGS__)
#define MPI_Neighbor_allgather_c(sendbuf, sendcount, sendtype, recvbuf, ...) MPI_Neighbor_allgather_c((AUTOMAP_IN(sendbuf)), sendcount, sendtype, (AUTOMAP_OUT(recvbuf)), __VA_ARGS__)
#define MPI_Neighbor_allgather_init(sendbuf, sendcount, sendtype, recvbuf, ...) MPI_Neighbor_allgather_init((AUTOMAP_IN(sendbuf)), sendcount, sendtype, (AUTOMAP_OUT(recvbuf)), __VA_ARGS__)
#define MPI_Neighbor_allgather_init_c(sendbuf, sendcount, sendtype, recvbuf, ...) MPI_Neighbor_allgather_init_c((AUTOMAP_IN(sendbuf)), sendcount, sendtype, (AUTOMAP_OUT(recvbuf)), __VA_ARGS__)
#define MPI_Neighbor_allgatherv(sendbuf, sendcount, sendtype, recvbuf, ...) MPI_Neighbor_allgatherv((AUTOMAP_IN(sendbuf)), sendcount, sendtype, (AUTOMAP_OUT(recvbuf)), __VA_ARGS__)
#define MPI_Neighbor_allgatherv_c(sendbuf, sendcount, sendtype, recvbuf, ...) MPI_Neighbor_allgatherv_c((AUTOMAP_IN(sendbuf)), sendcount, sendtype, (AUTOMAP_OUT(recvbuf)), __VA_ARGS__)
#define MPI_Neighbor_allgatherv_init(sendbuf, sendcount, sendtype, recvbuf, ...) MPI_Neighbor_allgatherv_init((AUTOMAP_IN(sendbuf)), sendcount, sendtype, (AUTOMAP_OUT(recvbuf)), __VA_ARGS__)
#define MPI_Neighbor_allgatherv_init_c(sendbuf, sendcount, sendtype, recvbuf, ...) MPI_Neighbor_allgatherv_init_c((AUTOMAP_IN(sendbuf)), sendcount, sendtype, (AUTOMAP_OUT(recvbuf)), __VA_ARGS__)
#define MPI_Neighbor_alltoall(sendbuf, sendcount, sendtype, recvbuf, ...) MPI_Neighbor_alltoall((AUTOMAP_IN(sendbuf)), sendcount, sendtype, (AUTOMAP_OUT(recvbuf)), __VA_ARGS__)
#define MPI_Neighbor_alltoall_c(sendbuf, sendcount, sendtype, recvbuf, ...) MPI_Neighbor_alltoall_c((AUTOMAP_IN(sendbuf)), sendcount, sendtype, (AUTOMAP_OUT(recvbuf)), __VA_ARGS__)
#define MPI_Neighbor_alltoall_init(sendbuf, sendcount, sendtype, recvbuf, ...) MPI_Neighbor_alltoall_init((AUTOMAP_IN(sendbuf)), sendcount, sendtype, (AUTOMAP_OUT(recvbuf)), __VA_ARGS__)
#define MPI_Neighbor_alltoall_init_c(sendbuf, sendcount, sendtype, recvbuf, ...) MPI_Neighbor_alltoall_init_c((AUTOMAP_IN(sendbuf)), sendcount, sendtype, (AUTOMAP_OUT(recvbuf)), __VA_ARGS__)
#define MPI_Neighbor_alltoallv(sendbuf, sendcounts, sdispls, sendtype, recvbuf, ...) MPI_Neighbor_alltoallv((AUTOMAP_IN(sendbuf)), sendcounts, sdispls, sendtype, (AUTOMAP_OUT(recvbuf)), __VA_ARGS__)
#define MPI_Neighbor_alltoallv_c(sendbuf, sendcounts, sdispls, sendtype, recvbuf, ...) MPI_Neighbor_alltoallv_c((AUTOMAP_IN(sendbuf)), sendcounts, sdispls, sendtype, (AUTOMAP_OUT(recvbuf)), __VA_ARGS__)
#define MPI_Neighbor_alltoallv_init(sendbuf, sendcounts, sdispls, sendtype, recvbuf, ...) MPI_Neighbor_alltoallv_init((AUTOMAP_IN(sendbuf)), sendcounts, sdispls, sendtype, (AUTOMAP_OUT(recvbuf)), __VA_ARGS__)
#define MPI_Neighbor_alltoallv_init_c(sendbuf, sendcounts, sdispls, sendtype, recvbuf, ...) MPI_Neighbor_alltoallv_init_c((AUTOMAP_IN(sendbuf)), sendcounts, sdispls, sendtype, (AUTOMAP_OUT(recvbuf)), __VA_ARGS__)

/* One-sided */
#define MPI_Accumulate(origin_addr, ...) MPI_Accumulate((AUTOMAP_IN(origin_addr)), __VA_ARGS__)
#define MPI_Accumulate_c(origin_addr, ...) MPI_Accumulate_c((AUTOMAP_IN(origin_addr)), __VA_ARGS__)
#define MPI_Compare_and_swap(origin_addr, compare_addr, result_addr, ...) MPI_Compare_and_swap((AUTOMAP_IN(origin_addr)), (AUTOMAP_IN(compare_addr)), (AUTOMAP_OUT(result_addr)), __VA_ARGS__)
#define MPI_Fetch_and_op(origin_addr, result_addr, ...) MPI_Fetch_and_op((AUTOMAP_IN(origin_addr)), (AUTOMAP_OUT(result_addr)), __VA_ARGS__)
#define MPI_Get(origin_addr, ...) MPI_Get((AUTOMAP_OUT(origin_addr)), __VA_ARGS__)
#define MPI_Get_c(origin_addr, ...) MPI_Get_c((AUTOMAP_OUT(origin_addr)), __VA_ARGS__)
#define MPI_Get_accumulate(origin_addr, origin_count, origin_datatype, result_addr, ...) MPI_Get_accumulate((AUTOMAP_IN(origin_addr)), origin_count, origin_datatype, (AUTOMAP_OUT(result_addr)), __VA_ARGS__)
#define MPI_Get_accumulate_c(origin_addr, origin_count, origin_datatype, result_addr, ...) MPI_Get_accumulate_c((AUTOMAP_IN(origin_addr)), origin_count, origin_datatype, (AUTOMAP_OUT(result_addr)), __VA_ARGS__)
#define MPI_Put(origin_addr, ...) MPI_Put((AUTOMAP_IN(origin_addr)), __VA_ARGS__)
#define MPI_Put_c(origin_addr, ...) MPI_Put_c((AUTOMAP_IN(origin_addr)), __VA_ARGS__)
#define MPI_Raccumulate(origin_addr, ...) MPI_Raccumulate((AUTOMAP_IN(origin_addr)), __VA_ARGS__)
#define MPI_Raccumulate_c(origin_addr, ...) MPI_Raccumulate_c((AUTOMAP_IN(origin_addr)), __VA_ARGS__)
#define MPI_Rget(origin_addr, ...) MPI_Rget((AUTOMAP_OUT(origin_addr)), __VA_ARGS__)
#define MPI_Rget_c(origin_addr, ...) MPI_Rget_c((AUTOMAP_OUT(origin_addr)), __VA_ARGS__)
#define MPI_Rget_accumulate(origin_addr, origin_count, origin_datatype, result_addr, ...) MPI_Rget_accumulate((AUTOMAP_IN(origin_addr)), origin_count, origin_datatype, (AUTOMAP_OUT(result_addr)), __VA_ARGS__)
#define MPI_Rget_accumulate_c(origin_addr, origin_count, origin_datatype, result_addr, ...) MPI_Rget_accumulate_c((AUTOMAP_IN(origin_addr)), origin_count, origin_datatype, (AUTOMAP_OUT(result_addr)), __VA_ARGS__)
#define MPI_Rput(origin_addr, ...) MPI_Rput((AUTOMAP_IN(origin_addr)), __VA_ARGS__)
#define MPI_Rput_c(origin_addr, ...) MPI_Rput_c((AUTOMAP_IN(origin_addr)), __VA_ARGS__)

/* Packing */
#define MPI_Pack(inbuf, ...) MPI_Pack((AUTOMAP_IN(inbuf)), __VA_ARGS__)
#define MPI_Pack_c(inbuf, ...) MPI_Pack_c((AUTOMAP_IN(inbuf)), __VA_ARGS__)
#define MPI_Pack_external(datarep, inbuf, ...) MPI_Pack_external(datarep, (AUTOMAP_IN(inbuf)), __VA_ARGS__)
#define MPI_Pack_external_c(datarep, inbuf, ...) MPI_Pack_external_c(datarep, (AUTOMAP_IN(inbuf)), __VA_ARGS__)
#define MPI_Unpack(inbuf, insize, position, outbuf, ...) MPI_Unpack(inbuf, insize, position, (AUTOMAP_OUT(outbuf)), __VA_ARGS__)
#define MPI_Unpack_c(inbuf, insize, position, outbuf, ...) MPI_Unpack_c(inbuf, insize, position, (AUTOMAP_OUT(outbuf)), __VA_ARGS__)
#define MPI_Unpack_external(datarep, inbuf, insize, position, outbuf, ...) MPI_Unpack_external(datarep, inbuf, insize, position, (AUTOMAP_OUT(outbuf)), __VA_ARGS__)
#define MPI_Unpack_external_c(datarep, inbuf, insize, position, outbuf, ...) MPI_Unpack_external_c(datarep, inbuf, insize, position, (AUTOMAP_OUT(outbuf)), __VA_ARGS__)

/* MPI-IO */
#define MPI_File_iread(fh, buf, ...) MPI_File_iread(fh, (AUTOMAP_OUT(buf)), __VA_ARGS__)
#define MPI_File_iread_c(fh, buf, ...) MPI_File_iread_c(fh, (AUTOMAP_OUT(buf)), __VA_ARGS__)
#define MPI_File_iread_all(fh, buf, ...) MPI_File_iread_all(fh, (AUTOMAP_OUT(buf)), __VA_ARGS__)
#define MPI_File_iread_all_c(fh, buf, ...) MPI_File_iread_all_c(fh, (AUTOMAP_OUT(buf)), __VA_ARGS__)
#define MPI_File_iread_at(fh, offset, buf, ...) MPI_File_iread_at(fh, offset, (AUTOMAP_OUT(buf)), __VA_ARGS__)
#define MPI_File_iread_at_c(fh, offset, buf, ...) MPI_File_iread_at_c(fh, offset, (AUTOMAP_OUT(buf)), __VA_ARGS__)
#define MPI_File_iread_at_all(fh, offset, buf, ...) MPI_File_iread_at_all(fh, offset, (AUTOMAP_OUT(buf)), __VA_ARGS__)
#define MPI_File_iread_at_all_c(fh, offset, buf, ...) MPI_File_iread_at_all_c(fh, offset, (AUTOMAP_OUT(buf)), __VA_ARGS__)
#define MPI_File_iread_shared(fh, buf, ...) MPI_File_iread_shared(fh, (AUTOMAP_OUT(buf)), __VA_ARGS__)
#define MPI_File_iread_shared_c(fh, buf, ...) MPI_File_iread_shared_c(fh, (AUTOMAP_OUT(buf)), __VA_ARGS__)
#define MPI_File_iwrite(fh, buf, ...) MPI_File_iwrite(fh, (AUTOMAP_IN(buf)), __VA_ARGS__)
#define MPI_File_iwrite_c(fh, buf, ...) MPI_File_iwrite_c(fh, (AUTOMAP_IN(buf)), __VA_ARGS__)
#define MPI_File_iwrite_all(fh, buf, ...) MPI_File_iwrite_all(fh, (AUTOMAP_IN(buf)), __VA_ARGS__)
#define MPI_File_iwrite_all_c(fh, buf, ...) MPI_File_iwrite_all_c(fh, (AUTOMAP_IN(buf)), __VA_ARGS__)
#define MPI_File_iwrite_at(fh, offset, buf, ...) MPI_File_iwrite_at(fh, offset, (AUTOMAP_IN(buf)), __VA_ARGS__)
#define MPI_File_iwrite_at_c(fh, offset, buf, ...) MPI_File_iwrite_at_c(fh, offset, (AUTOMAP_IN(buf)), __VA_ARGS__)
#define MPI_File_iwrite_at_all(fh, offset, buf, ...) MPI_File_iwrite_at_all(fh, offset, (AUTOMAP_IN(buf)), __VA_ARGS__)
#define MPI_File_iwrite_at_all_c(fh, offset, buf, ...) MPI_File_iwrite_at_all_c(fh, offset, (AUTOMAP_IN(buf)), __VA_ARGS__)
#define MPI_File_iwrite_shared(fh, buf, ...) MPI_File_iwrite_shared(fh, (AUTOMAP_IN(buf)), __VA_ARGS__)
#define MPI_File_iwrite_shared_c(fh, buf, ...) MPI_File_iwrite_shared_c(fh, (AUTOMAP_IN(buf)), __VA_ARGS__)
#define MPI_File_read(fh, buf, ...) MPI_File_read(fh, (AUTOMAP_OUT(buf)), __VA_ARGS__)
#define MPI_File_read_c(fh, buf, ...) MPI_File_read_c(fh, (AUTOMAP_OUT(buf)), __VA_ARGS__)
#define MPI_File_read_all(fh, buf, ...) MPI_File_read_all(fh, (AUTOMAP_OUT(buf)), __VA_ARGS__)
#define MPI_File_read_all_c(fh, buf, ...) MPI_File_read_all_c(fh, (AUTOMAP_OUT(buf)), __VA_ARGS__)
#define MPI_File_read_all_begin(fh, buf, ...) MPI_File_read_all_begin(fh, (AUTOMAP_OUT(buf)), __VA_ARGS__)
#define MPI_File_read_all_begin_c(fh, buf, ...) MPI_File_read_all_begin_c(fh, (AUTOMAP_OUT(buf)), __VA_ARGS__)
#define MPI_File_read_at(fh, offset, buf, ...) MPI_File_read_at(fh, offset, (AUTOMAP_OUT(buf)), __VA_ARGS__)
#define MPI_File_read_at_c(fh, offset, buf, ...) MPI_File_read_at_c(fh, offset, (AUTOMAP_OUT(buf)), __VA_ARGS__)
#define MPI_File_read_at_all(fh, offset, buf, ...) MPI_File_read_at_all(fh, offset, (AUTOMAP_OUT(buf)), __VA_ARGS__)
#define MPI_File_read_at_all_c(fh, offset, buf, ...) MPI_File_read_at_all_c(fh, offset, (AUTOMAP_OUT(buf)), __VA_ARGS__)
#define MPI_File_read_at_all_begin(fh, offset, buf, ...) MPI_File_read_at_all_begin(fh, offset, (AUTOMAP_OUT(buf)), __VA_ARGS__)
#define MPI_File_read_at_all_begin_c(fh, offset, buf, ...) MPI_File_read_at_all_begin_c(fh, offset, (AUTOMAP_OUT(buf)), __VA_ARGS__)
#define MPI_File_read_ordered(fh, buf, ...) MPI_File_read_ordered(fh, (AUTOMAP_OUT(buf)), __VA_ARGS__)
#define MPI_File_read_ordered_c(fh, buf, ...) MPI_File_read_ordered_c(fh, (AUTOMAP_OUT(buf)), __VA_ARGS__)
#define MPI_File_read_ordered_begin(fh, buf, ...) MPI_File_read_ordered_begin(fh, (AUTOMAP_OUT(buf)), __VA_ARGS__)
#define MPI_File_read_ordered_begin_c(fh, buf, ...) MPI_File_read_ordered_begin_c(fh, (AUTOMAP_OUT(buf)), __VA_ARGS__)
#define MPI_File_read_shared(fh, buf, ...) MPI_File_read_shared(fh, (AUTOMAP_OUT(buf)), __VA_ARGS__)
#define MPI_File_read_shared_c(fh, buf, ...) MPI_File_read_shared_c(fh, (AUTOMAP_OUT(buf)), __VA_ARGS__)
#define MPI_File_write(fh, buf, ...) MPI_File_write(fh, (AUTOMAP_IN(buf)), __VA_ARGS__)
#define MPI_File_write_c(fh, buf, ...) MPI_File_write_c(fh, (AUTOMAP_IN(buf)), __VA_ARGS__)
#define MPI_File_write_all(fh, buf, ...) MPI_File_write_all(fh, (AUTOMAP_IN(buf)), __VA_ARGS__)
#define MPI_File_write_all_c(fh, buf, ...) MPI_File_write_all_c(fh, (AUTOMAP_IN(buf)), __VA_ARGS__)
#define MPI_File_write_all_begin(fh, buf, ...) MPI_File_write_all_begin(fh, (AUTOMAP_IN(buf)), __VA_ARGS__)
#define MPI_File_write_all_begin_c(fh, buf, ...) MPI_File_write_all_begin_c(fh, (AUTOMAP_IN(buf)), __VA_ARGS__)
#define MPI_File_write_at(fh, offset, buf, ...) MPI_File_write_at(fh, offset, (AUTOMAP_IN(buf)), __VA_ARGS__)
#define MPI_File_write_at_c(fh, offset, buf, ...) MPI_File_write_at_c(fh, offset, (AUTOMAP_IN(buf)), __VA_ARGS__)
#define MPI_File_write_at_all(fh, offset, buf, ...) MPI_File_write_at_all(fh, offset, (AUTOMAP_IN(buf)), __VA_ARGS__)
#define MPI_File_write_at_all_c(fh, offset, buf, ...) MPI_File_write_at_all_c(fh, offset, (AUTOMAP_IN(buf)), __VA_ARGS__)
#define MPI_File_write_at_all_begin(fh, offset, buf, ...) MPI_File_write_at_all_begin(fh, offset, (AUTOMAP_IN(buf)), __VA_ARGS__)
#define MPI_File_write_at_all_begin_c(fh, offset, buf, ...) MPI_File_write_at_all_begin_c(fh, offset, (AUTOMAP_IN(buf)), __VA_ARGS__)
#define MPI_File_write_ordered(fh, buf, ...) MPI_File_write_ordered(fh, (AUTOMAP_IN(buf)), __VA_ARGS__)
#define MPI_File_write_ordered_c(fh, buf, ...) MPI_File_write_ordered_c(fh, (AUTOMAP_IN(buf)), __VA_ARGS__)
#define MPI_File_write_ordered_begin(fh, buf, ...) MPI_File_write_ordered_begin(fh, (AUTOMAP_IN(buf)), __VA_ARGS__)
#define MPI_File_write_ordered_begin_c(fh, buf, ...) MPI_File_write_ordered_begin_c(fh, (AUTOMAP_IN(buf)), __VA_ARGS__)
#define MPI_File_write_shared(fh, buf, ...) MPI_File_write_shared(fh, (AUTOMAP_IN(buf)), __VA_ARGS__)
#define MPI_File_write_shared_c(fh, buf, ...) MPI_File_write_shared_c(fh, (AUTOMAP_IN(buf)), __VA_ARGS__)

/* clang-format on */

#endif
