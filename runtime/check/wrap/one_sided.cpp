// One-sided calls. What they name for the origin has to match what they name for the target (MPI 4.0, section 12.3.1).
// Accumulates work on one basic type (section 12.3.4).
#include "check/compare/local_parts.h"
#include "check/state/own_calls.h"
#include "wrap.h"

#include "mpi/types/basic_type_handles.h"
#include "mpi/types/contents.h"

#include <cstddef>
#include <cstdint>
#include <exception>
#include <vector>

namespace automap::check {
namespace {

template <typename Check> void check_one_sided(int target, Check check) {
  Checker *const checker = check::checker();
  if (!checker || target == MPI_PROC_NULL)
    return;
  const Lock lock(*checker);
  ++checker->counters.one_sided;
  check(*checker);
}

void check_put(Call call, std::int64_t count, MPI_Datatype type, int target, std::int64_t target_count,
               MPI_Datatype target_type) {
  check_one_sided(target, [&](Checker &checker) {
    compare_local(checker, call, Kind::target, checker.sent_part(call, type, count), "origin",
                  checker.received_part(call, target_type, target_count), "target");
  });
}

void check_get(Call call, std::int64_t count, MPI_Datatype type, int target, std::int64_t target_count,
               MPI_Datatype target_type) {
  check_one_sided(target, [&](Checker &checker) {
    compare_local(checker, call, Kind::target, checker.received_part(call, type, count), "origin",
                  checker.sent_part(call, target_type, target_count), "target");
  });
}

/// Returns the pair type (such as MPI_DOUBLE_INT) of all elements of a datatype, or MPI_DATATYPE_NULL.
MPI_Datatype only_pair_type_of(MPI_Datatype type) {
  if (mpi::pair_type_of(type))
    return type;
  if (mpi::combiner_of(type) == MPI_COMBINER_NAMED)
    return MPI_DATATYPE_NULL;
  mpi::Contents contents(type);
  std::vector<std::int64_t> lengths(contents.types().size(), 1);
  if (contents.combiner() == MPI_COMBINER_STRUCT)
    lengths = contents.next_counts(contents.next_count());
  MPI_Datatype out = MPI_DATATYPE_NULL;
  for (std::size_t i = 0; i < lengths.size(); ++i) {
    if (lengths[i] == 0)
      continue;
    const MPI_Datatype pair = only_pair_type_of(contents.types()[i]);
    if (pair == MPI_DATATYPE_NULL || (out != MPI_DATATYPE_NULL && pair != out))
      return MPI_DATATYPE_NULL;
    out = pair;
  }
  return out;
}

bool is_of_one_pair_type(MPI_Datatype type) {
  const OwnCalls guard;
  try {
    return only_pair_type_of(type) != MPI_DATATYPE_NULL;
  } catch (const std::exception &) {
    return false;
  }
}

/// Reports a part of `type` whose elements are not all of one predefined datatype, as an accumulate requires.
void require_one_basic_type(Checker &checker, Call call, MPI_Datatype type, const Part &part, const char *role) {
  if (part.signature.count > 0 && !part.type->only_basic_type() && !is_of_one_pair_type(type))
    checker.report({.kind = Kind::accumulate,
                    .call = call,
                    .role = role,
                    .count = part.count,
                    .type = part.type->text(),
                    .detail = "the datatype has elements of more than one basic type"});
}

void check_accumulate(Call call, std::int64_t count, MPI_Datatype type, int target, std::int64_t target_count,
                      MPI_Datatype target_type) {
  check_one_sided(target, [&](Checker &checker) {
    const Part origin = checker.sent_part(call, type, count);
    const Part there = checker.sent_part(call, target_type, target_count);
    require_one_basic_type(checker, call, type, origin, "origin");
    require_one_basic_type(checker, call, target_type, there, "target");
    compare_local(checker, call, Kind::accumulate, origin, "origin", there, "target");
  });
}

void check_get_accumulate(Call call, std::int64_t count, MPI_Datatype type, std::int64_t result_count,
                          MPI_Datatype result_type, int target, std::int64_t target_count, MPI_Datatype target_type,
                          MPI_Op op) {
  check_one_sided(target, [&](Checker &checker) {
    const Part there = checker.sent_part(call, target_type, target_count);
    require_one_basic_type(checker, call, target_type, there, "target");
    compare_local(checker, call, Kind::accumulate, checker.received_part(call, result_type, result_count), "result",
                  there, "target");
    if (op != MPI_NO_OP) // MPI_NO_OP ignores the origin
      compare_local(checker, call, Kind::accumulate, checker.sent_part(call, type, count), "origin", there, "target");
  });
}

/// Checks a call on one element, whose datatype has to be predefined.
void check_element(Call call, MPI_Datatype type, int target) {
  check_one_sided(target, [&](Checker &checker) {
    require_one_basic_type(checker, call, type, checker.sent_part(call, type, 1), "element");
  });
}

} // namespace
} // namespace automap::check

using namespace automap::check;

#define WRAP_TRANSFER(name, check, const_origin, suffix, Count)                                                        \
  AUTOMAP_WRAPPER int MPI_##name##suffix(const_origin void *origin, Count count, MPI_Datatype type, int target,        \
                                         MPI_Aint place, Count target_count, MPI_Datatype target_type,                 \
                                         MPI_Win window) {                                                             \
    check(AUTOMAP_THIS_CALL(name##suffix), count, type, target, target_count, target_type);                            \
    return PMPI_##name##suffix(origin, count, type, target, place, target_count, target_type, window);                 \
  }

#define WRAP_TRANSFER_WITH_REQUEST(name, check, const_origin, suffix, Count)                                           \
  AUTOMAP_WRAPPER int MPI_##name##suffix(const_origin void *origin, Count count, MPI_Datatype type, int target,        \
                                         MPI_Aint place, Count target_count, MPI_Datatype target_type, MPI_Win window, \
                                         MPI_Request *request) {                                                       \
    check(AUTOMAP_THIS_CALL(name##suffix), count, type, target, target_count, target_type);                            \
    return follow_none(                                                                                                \
        PMPI_##name##suffix(origin, count, type, target, place, target_count, target_type, window, request), request); \
  }

#define WRAP_ONE_SIDED(suffix, Count, Displacement)                                                                    \
  WRAP_TRANSFER(Put, check_put, const, suffix, Count)                                                                  \
  WRAP_TRANSFER(Get, check_get, , suffix, Count)                                                                       \
  WRAP_TRANSFER_WITH_REQUEST(Rput, check_put, const, suffix, Count)                                                    \
  WRAP_TRANSFER_WITH_REQUEST(Rget, check_get, , suffix, Count)                                                         \
  AUTOMAP_WRAPPER int MPI_Accumulate##suffix(const void *origin, Count count, MPI_Datatype type, int target,           \
                                             MPI_Aint place, Count target_count, MPI_Datatype target_type, MPI_Op op,  \
                                             MPI_Win window) {                                                         \
    check_accumulate(AUTOMAP_THIS_CALL(Accumulate##suffix), count, type, target, target_count, target_type);           \
    return PMPI_Accumulate##suffix(origin, count, type, target, place, target_count, target_type, op, window);         \
  }                                                                                                                    \
  AUTOMAP_WRAPPER int MPI_Raccumulate##suffix(const void *origin, Count count, MPI_Datatype type, int target,          \
                                              MPI_Aint place, Count target_count, MPI_Datatype target_type, MPI_Op op, \
                                              MPI_Win window, MPI_Request *request) {                                  \
    check_accumulate(AUTOMAP_THIS_CALL(Raccumulate##suffix), count, type, target, target_count, target_type);          \
    return follow_none(                                                                                                \
        PMPI_Raccumulate##suffix(origin, count, type, target, place, target_count, target_type, op, window, request),  \
        request);                                                                                                      \
  }                                                                                                                    \
  AUTOMAP_WRAPPER int MPI_Get_accumulate##suffix(                                                                      \
      const void *origin, Count count, MPI_Datatype type, void *result, Count result_count, MPI_Datatype result_type,  \
      int target, MPI_Aint place, Count target_count, MPI_Datatype target_type, MPI_Op op, MPI_Win window) {           \
    check_get_accumulate(AUTOMAP_THIS_CALL(Get_accumulate##suffix), count, type, result_count, result_type, target,    \
                         target_count, target_type, op);                                                               \
    return PMPI_Get_accumulate##suffix(origin, count, type, result, result_count, result_type, target, place,          \
                                       target_count, target_type, op, window);                                         \
  }                                                                                                                    \
  AUTOMAP_WRAPPER int MPI_Rget_accumulate##suffix(const void *origin, Count count, MPI_Datatype type, void *result,    \
                                                  Count result_count, MPI_Datatype result_type, int target,            \
                                                  MPI_Aint place, Count target_count, MPI_Datatype target_type,        \
                                                  MPI_Op op, MPI_Win window, MPI_Request *request) {                   \
    check_get_accumulate(AUTOMAP_THIS_CALL(Rget_accumulate##suffix), count, type, result_count, result_type, target,   \
                         target_count, target_type, op);                                                               \
    return follow_none(PMPI_Rget_accumulate##suffix(origin, count, type, result, result_count, result_type, target,    \
                                                    place, target_count, target_type, op, window, request),            \
                       request);                                                                                       \
  }

AUTOMAP_FOR_COUNTS(WRAP_ONE_SIDED)

AUTOMAP_WRAPPER int MPI_Fetch_and_op(const void *origin, void *result, MPI_Datatype type, int target, MPI_Aint place,
                                     MPI_Op op, MPI_Win window) {
  check_element(AUTOMAP_THIS_CALL(Fetch_and_op), type, target);
  return PMPI_Fetch_and_op(origin, result, type, target, place, op, window);
}

AUTOMAP_WRAPPER int MPI_Compare_and_swap(const void *origin, const void *compare, void *result, MPI_Datatype type,
                                         int target, MPI_Aint place, MPI_Win window) {
  check_element(AUTOMAP_THIS_CALL(Compare_and_swap), type, target);
  return PMPI_Compare_and_swap(origin, compare, result, type, target, place, window);
}

// Calls that may wait for other ranks.
#define WRAP_WAITING(name, parameters, arguments)                                                                      \
  AUTOMAP_WRAPPER int MPI_##name parameters {                                                                          \
    const InCall in_call;                                                                                              \
    checker(); /* notes the call */                                                                                    \
    return PMPI_##name arguments;                                                                                      \
  }
WRAP_WAITING(Win_fence, (int assertion, MPI_Win window), (assertion, window))
WRAP_WAITING(Win_start, (MPI_Group group, int assertion, MPI_Win window), (group, assertion, window))
WRAP_WAITING(Win_complete, (MPI_Win window), (window))
WRAP_WAITING(Win_wait, (MPI_Win window), (window))
WRAP_WAITING(Win_lock, (int kind, int rank, int assertion, MPI_Win window), (kind, rank, assertion, window))
WRAP_WAITING(Win_lock_all, (int assertion, MPI_Win window), (assertion, window))
WRAP_WAITING(Win_unlock, (int rank, MPI_Win window), (rank, window))
WRAP_WAITING(Win_unlock_all, (MPI_Win window), (window))
WRAP_WAITING(Win_flush, (int rank, MPI_Win window), (rank, window))
WRAP_WAITING(Win_flush_all, (MPI_Win window), (window))
