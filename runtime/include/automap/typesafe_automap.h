/*
 * Lets clang check the buffers of AutoMap's calls like those of MPI's. Whichever of automap.h and
 * typesafe_mpi.h is included last includes this file.
 */
#if defined(AUTOMAP_TYPESAFE_IS_ON) && defined(AUTOMAP_AUTOMAP_H) && !defined(AUTOMAP_TYPESAFE_AUTOMAP_H)
#define AUTOMAP_TYPESAFE_AUTOMAP_H

#pragma push_macro("MPI")
#undef MPI
#ifdef __cplusplus
extern "C" {
#endif
#define AUTOMAP_TAG(function, ...) extern __typeof__(function) function __VA_ARGS__;
#define AUTOMAP_BUFFER(buffer, datatype) __attribute__((pointer_with_type_tag(MPI, buffer, datatype)))
AUTOMAP_TAG(AM_Allgather, AUTOMAP_BUFFER(1, 3) AUTOMAP_BUFFER(4, 6))
AUTOMAP_TAG(AM_Allgatherv, AUTOMAP_BUFFER(1, 3) AUTOMAP_BUFFER(4, 7))
AUTOMAP_TAG(AM_Alltoall, AUTOMAP_BUFFER(1, 3) AUTOMAP_BUFFER(4, 6))
AUTOMAP_TAG(AM_Alltoallv, AUTOMAP_BUFFER(1, 4) AUTOMAP_BUFFER(5, 8))
AUTOMAP_TAG(AM_Bcast, AUTOMAP_BUFFER(1, 3))
AUTOMAP_TAG(AM_Gather, AUTOMAP_BUFFER(1, 3) AUTOMAP_BUFFER(4, 6))
AUTOMAP_TAG(AM_Gatherv, AUTOMAP_BUFFER(1, 3) AUTOMAP_BUFFER(4, 7))
AUTOMAP_TAG(AM_Iallgather, AUTOMAP_BUFFER(1, 3) AUTOMAP_BUFFER(4, 6))
AUTOMAP_TAG(AM_Iallgatherv, AUTOMAP_BUFFER(1, 3) AUTOMAP_BUFFER(4, 7))
AUTOMAP_TAG(AM_Ialltoall, AUTOMAP_BUFFER(1, 3) AUTOMAP_BUFFER(4, 6))
AUTOMAP_TAG(AM_Ialltoallv, AUTOMAP_BUFFER(1, 4) AUTOMAP_BUFFER(5, 8))
AUTOMAP_TAG(AM_Igather, AUTOMAP_BUFFER(1, 3) AUTOMAP_BUFFER(4, 6))
AUTOMAP_TAG(AM_Igatherv, AUTOMAP_BUFFER(1, 3) AUTOMAP_BUFFER(4, 7))
AUTOMAP_TAG(AM_Irecv, AUTOMAP_BUFFER(1, 3))
AUTOMAP_TAG(AM_Iscatter, AUTOMAP_BUFFER(1, 3) AUTOMAP_BUFFER(4, 6))
AUTOMAP_TAG(AM_Iscatterv, AUTOMAP_BUFFER(1, 4) AUTOMAP_BUFFER(5, 7))
AUTOMAP_TAG(AM_Isend, AUTOMAP_BUFFER(1, 3))
AUTOMAP_TAG(AM_Pack, AUTOMAP_BUFFER(1, 3))
AUTOMAP_TAG(AM_Pack_part, AUTOMAP_BUFFER(1, 3))
AUTOMAP_TAG(AM_Recv, AUTOMAP_BUFFER(1, 3))
AUTOMAP_TAG(AM_Scatter, AUTOMAP_BUFFER(1, 3) AUTOMAP_BUFFER(4, 6))
AUTOMAP_TAG(AM_Scatterv, AUTOMAP_BUFFER(1, 4) AUTOMAP_BUFFER(5, 7))
AUTOMAP_TAG(AM_Send, AUTOMAP_BUFFER(1, 3))
AUTOMAP_TAG(AM_Sendrecv, AUTOMAP_BUFFER(1, 3) AUTOMAP_BUFFER(6, 8))
AUTOMAP_TAG(AM_Unpack, AUTOMAP_BUFFER(4, 6))
AUTOMAP_TAG(AM_Unpack_part, AUTOMAP_BUFFER(4, 6))
#undef AUTOMAP_TAG
#undef AUTOMAP_BUFFER
#ifdef __cplusplus
}
#endif
#pragma pop_macro("MPI")

#ifndef AUTOMAP_TYPESAFE_WITHOUT_MACROS
/* clang-format off: as in typesafe_mpi_calls.h */
#define AM_Allgather(...) AUTOMAP_CALL_7(AM_Allgather, __VA_ARGS__)((AUTOMAP_IN_1(__VA_ARGS__)), AUTOMAP_2_TO_3(__VA_ARGS__), (AUTOMAP_OUT_4(__VA_ARGS__)), AUTOMAP_FROM_5(__VA_ARGS__))
#define AM_Allgatherv(...) AUTOMAP_CALL_8(AM_Allgatherv, __VA_ARGS__)((AUTOMAP_IN_1(__VA_ARGS__)), AUTOMAP_2_TO_3(__VA_ARGS__), (AUTOMAP_OUT_4(__VA_ARGS__)), AUTOMAP_FROM_5(__VA_ARGS__))
#define AM_Alltoall(...) AUTOMAP_CALL_7(AM_Alltoall, __VA_ARGS__)((AUTOMAP_IN_1(__VA_ARGS__)), AUTOMAP_2_TO_3(__VA_ARGS__), (AUTOMAP_OUT_4(__VA_ARGS__)), AUTOMAP_FROM_5(__VA_ARGS__))
#define AM_Alltoallv(...) AUTOMAP_CALL_9(AM_Alltoallv, __VA_ARGS__)((AUTOMAP_IN_1(__VA_ARGS__)), AUTOMAP_2_TO_4(__VA_ARGS__), (AUTOMAP_OUT_5(__VA_ARGS__)), AUTOMAP_FROM_6(__VA_ARGS__))
#define AM_Bcast(...) AUTOMAP_CALL_5(AM_Bcast, __VA_ARGS__)((AUTOMAP_OUT_1(__VA_ARGS__)), AUTOMAP_FROM_2(__VA_ARGS__))
#define AM_Gather(...) AUTOMAP_CALL_8(AM_Gather, __VA_ARGS__)((AUTOMAP_IN_1(__VA_ARGS__)), AUTOMAP_2_TO_3(__VA_ARGS__), (AUTOMAP_OUT_4(__VA_ARGS__)), AUTOMAP_FROM_5(__VA_ARGS__))
#define AM_Gatherv(...) AUTOMAP_CALL_9(AM_Gatherv, __VA_ARGS__)((AUTOMAP_IN_1(__VA_ARGS__)), AUTOMAP_2_TO_3(__VA_ARGS__), (AUTOMAP_OUT_4(__VA_ARGS__)), AUTOMAP_FROM_5(__VA_ARGS__))
#define AM_Iallgather(...) AUTOMAP_CALL_8(AM_Iallgather, __VA_ARGS__)((AUTOMAP_IN_1(__VA_ARGS__)), AUTOMAP_2_TO_3(__VA_ARGS__), (AUTOMAP_OUT_4(__VA_ARGS__)), AUTOMAP_FROM_5(__VA_ARGS__))
#define AM_Iallgatherv(...) AUTOMAP_CALL_9(AM_Iallgatherv, __VA_ARGS__)((AUTOMAP_IN_1(__VA_ARGS__)), AUTOMAP_2_TO_3(__VA_ARGS__), (AUTOMAP_OUT_4(__VA_ARGS__)), AUTOMAP_FROM_5(__VA_ARGS__))
#define AM_Ialltoall(...) AUTOMAP_CALL_8(AM_Ialltoall, __VA_ARGS__)((AUTOMAP_IN_1(__VA_ARGS__)), AUTOMAP_2_TO_3(__VA_ARGS__), (AUTOMAP_OUT_4(__VA_ARGS__)), AUTOMAP_FROM_5(__VA_ARGS__))
#define AM_Ialltoallv(...) AUTOMAP_CALL_10(AM_Ialltoallv, __VA_ARGS__)((AUTOMAP_IN_1(__VA_ARGS__)), AUTOMAP_2_TO_4(__VA_ARGS__), (AUTOMAP_OUT_5(__VA_ARGS__)), AUTOMAP_FROM_6(__VA_ARGS__))
#define AM_Igather(...) AUTOMAP_CALL_9(AM_Igather, __VA_ARGS__)((AUTOMAP_IN_1(__VA_ARGS__)), AUTOMAP_2_TO_3(__VA_ARGS__), (AUTOMAP_OUT_4(__VA_ARGS__)), AUTOMAP_FROM_5(__VA_ARGS__))
#define AM_Igatherv(...) AUTOMAP_CALL_10(AM_Igatherv, __VA_ARGS__)((AUTOMAP_IN_1(__VA_ARGS__)), AUTOMAP_2_TO_3(__VA_ARGS__), (AUTOMAP_OUT_4(__VA_ARGS__)), AUTOMAP_FROM_5(__VA_ARGS__))
#define AM_Irecv(...) AUTOMAP_CALL_7(AM_Irecv, __VA_ARGS__)((AUTOMAP_OUT_1(__VA_ARGS__)), AUTOMAP_FROM_2(__VA_ARGS__))
#define AM_Iscatter(...) AUTOMAP_CALL_9(AM_Iscatter, __VA_ARGS__)((AUTOMAP_IN_1(__VA_ARGS__)), AUTOMAP_2_TO_3(__VA_ARGS__), (AUTOMAP_OUT_4(__VA_ARGS__)), AUTOMAP_FROM_5(__VA_ARGS__))
#define AM_Iscatterv(...) AUTOMAP_CALL_10(AM_Iscatterv, __VA_ARGS__)((AUTOMAP_IN_1(__VA_ARGS__)), AUTOMAP_2_TO_4(__VA_ARGS__), (AUTOMAP_OUT_5(__VA_ARGS__)), AUTOMAP_FROM_6(__VA_ARGS__))
#define AM_Isend(...) AUTOMAP_CALL_7(AM_Isend, __VA_ARGS__)((AUTOMAP_IN_1(__VA_ARGS__)), AUTOMAP_FROM_2(__VA_ARGS__))
#define AM_Pack(...) AUTOMAP_CALL_6(AM_Pack, __VA_ARGS__)((AUTOMAP_IN_1(__VA_ARGS__)), AUTOMAP_FROM_2(__VA_ARGS__))
#define AM_Pack_part(...)                                                                                              \
  AUTOMAP_CALL_6(AM_Pack_part, __VA_ARGS__)((AUTOMAP_IN_1(__VA_ARGS__)), AUTOMAP_FROM_2(__VA_ARGS__))
#define AM_Recv(...) AUTOMAP_CALL_7(AM_Recv, __VA_ARGS__)((AUTOMAP_OUT_1(__VA_ARGS__)), AUTOMAP_FROM_2(__VA_ARGS__))
#define AM_Scatter(...) AUTOMAP_CALL_8(AM_Scatter, __VA_ARGS__)((AUTOMAP_IN_1(__VA_ARGS__)), AUTOMAP_2_TO_3(__VA_ARGS__), (AUTOMAP_OUT_4(__VA_ARGS__)), AUTOMAP_FROM_5(__VA_ARGS__))
#define AM_Scatterv(...) AUTOMAP_CALL_9(AM_Scatterv, __VA_ARGS__)((AUTOMAP_IN_1(__VA_ARGS__)), AUTOMAP_2_TO_4(__VA_ARGS__), (AUTOMAP_OUT_5(__VA_ARGS__)), AUTOMAP_FROM_6(__VA_ARGS__))
#define AM_Send(...) AUTOMAP_CALL_6(AM_Send, __VA_ARGS__)((AUTOMAP_IN_1(__VA_ARGS__)), AUTOMAP_FROM_2(__VA_ARGS__))
#define AM_Sendrecv(...)                                                                                               \
  AUTOMAP_CALL_12(AM_Sendrecv, __VA_ARGS__)((AUTOMAP_IN_1(__VA_ARGS__)), AUTOMAP_2_TO_5(__VA_ARGS__),                  \
                                            (AUTOMAP_OUT_6(__VA_ARGS__)), AUTOMAP_FROM_7(__VA_ARGS__))
#define AM_Unpack(...)                                                                                                 \
  AUTOMAP_CALL_6(AM_Unpack, __VA_ARGS__)(AUTOMAP_1_TO_3(__VA_ARGS__), (AUTOMAP_OUT_4(__VA_ARGS__)),                    \
                                         AUTOMAP_FROM_5(__VA_ARGS__))
#define AM_Unpack_part(...)                                                                                            \
  AUTOMAP_CALL_6(AM_Unpack_part, __VA_ARGS__)(AUTOMAP_1_TO_3(__VA_ARGS__), (AUTOMAP_OUT_4(__VA_ARGS__)),               \
                                              AUTOMAP_FROM_5(__VA_ARGS__))
/* clang-format on */
#endif

#endif
