// One-sided calls. What they name for the origin has to match what they name for the target (MPI 4.0, section 12.3.1).
// Accumulates work on one basic type (section 12.3.4).
#include "check/compare/call_order.h"
#include "check/compare/local_parts.h"
#include "check/state/own_calls.h"
#include "created.h"

#include "mpi/types/basic_type_handles.h"
#include "mpi/types/contents.h"

#include <cstddef>
#include <cstdint>
#include <exception>
#include <optional>
#include <utility>
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

void check_put(Call call, std::int64_t count, MPI_Datatype type, int target, std::int64_t place,
               std::int64_t target_count, MPI_Datatype target_type, MPI_Win window) {
  check_one_sided(target, [&](Checker &checker) {
    const Part there = checker.received_part(call, target_type, target_count);
    compare_local(checker, call, Kind::target, checker.sent_part(call, type, count), "origin", there, "target");
    check_target(checker, call, window, target, place, there);
  });
}

void check_get(Call call, std::int64_t count, MPI_Datatype type, int target, std::int64_t place,
               std::int64_t target_count, MPI_Datatype target_type, MPI_Win window) {
  check_one_sided(target, [&](Checker &checker) {
    const Part there = checker.sent_part(call, target_type, target_count);
    compare_local(checker, call, Kind::target, checker.received_part(call, type, count), "origin", there, "target");
    check_target(checker, call, window, target, place, there);
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

void check_accumulate(Call call, std::int64_t count, MPI_Datatype type, int target, std::int64_t place,
                      std::int64_t target_count, MPI_Datatype target_type, MPI_Win window) {
  check_one_sided(target, [&](Checker &checker) {
    const Part origin = checker.sent_part(call, type, count);
    const Part there = checker.sent_part(call, target_type, target_count);
    require_one_basic_type(checker, call, type, origin, "origin");
    require_one_basic_type(checker, call, target_type, there, "target");
    compare_local(checker, call, Kind::accumulate, origin, "origin", there, "target");
    check_target(checker, call, window, target, place, there);
  });
}

void check_get_accumulate(Call call, std::int64_t count, MPI_Datatype type, std::int64_t result_count,
                          MPI_Datatype result_type, int target, std::int64_t place, std::int64_t target_count,
                          MPI_Datatype target_type, MPI_Op op, MPI_Win window) {
  check_one_sided(target, [&](Checker &checker) {
    const Part there = checker.sent_part(call, target_type, target_count);
    require_one_basic_type(checker, call, target_type, there, "target");
    compare_local(checker, call, Kind::accumulate, checker.received_part(call, result_type, result_count), "result",
                  there, "target");
    if (op != MPI_NO_OP) // MPI_NO_OP ignores the origin
      compare_local(checker, call, Kind::accumulate, checker.sent_part(call, type, count), "origin", there, "target");
    check_target(checker, call, window, target, place, there);
  });
}

/// Checks a call on one element, whose datatype has to be predefined.
void check_element(Call call, MPI_Datatype type, int target, std::int64_t place, MPI_Win window) {
  check_one_sided(target, [&](Checker &checker) {
    const Part element = checker.sent_part(call, type, 1);
    require_one_basic_type(checker, call, type, element, "element");
    check_target(checker, call, window, target, place, element);
  });
}

} // namespace
} // namespace automap::check

using namespace automap::check;

#define WRAP_TRANSFER(name, check, const_origin, suffix, Count)                                                        \
  AUTOMAP_WRAPPER int MPI_##name##suffix(const_origin void *origin, Count count, MPI_Datatype type, int target,        \
                                         MPI_Aint place, Count target_count, MPI_Datatype target_type,                 \
                                         MPI_Win window) {                                                             \
    check(AUTOMAP_THIS_CALL(name##suffix), count, type, target, place, target_count, target_type, window);             \
    return PMPI_##name##suffix(origin, count, type, target, place, target_count, target_type, window);                 \
  }

#define WRAP_TRANSFER_WITH_REQUEST(name, check, const_origin, suffix, Count)                                           \
  AUTOMAP_WRAPPER int MPI_##name##suffix(const_origin void *origin, Count count, MPI_Datatype type, int target,        \
                                         MPI_Aint place, Count target_count, MPI_Datatype target_type, MPI_Win window, \
                                         MPI_Request *request) {                                                       \
    check(AUTOMAP_THIS_CALL(name##suffix), count, type, target, place, target_count, target_type, window);             \
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
    check_accumulate(AUTOMAP_THIS_CALL(Accumulate##suffix), count, type, target, place, target_count, target_type,     \
                     window);                                                                                          \
    return PMPI_Accumulate##suffix(origin, count, type, target, place, target_count, target_type, op, window);         \
  }                                                                                                                    \
  AUTOMAP_WRAPPER int MPI_Raccumulate##suffix(const void *origin, Count count, MPI_Datatype type, int target,          \
                                              MPI_Aint place, Count target_count, MPI_Datatype target_type, MPI_Op op, \
                                              MPI_Win window, MPI_Request *request) {                                  \
    check_accumulate(AUTOMAP_THIS_CALL(Raccumulate##suffix), count, type, target, place, target_count, target_type,    \
                     window);                                                                                          \
    return follow_none(                                                                                                \
        PMPI_Raccumulate##suffix(origin, count, type, target, place, target_count, target_type, op, window, request),  \
        request);                                                                                                      \
  }                                                                                                                    \
  AUTOMAP_WRAPPER int MPI_Get_accumulate##suffix(                                                                      \
      const void *origin, Count count, MPI_Datatype type, void *result, Count result_count, MPI_Datatype result_type,  \
      int target, MPI_Aint place, Count target_count, MPI_Datatype target_type, MPI_Op op, MPI_Win window) {           \
    check_get_accumulate(AUTOMAP_THIS_CALL(Get_accumulate##suffix), count, type, result_count, result_type, target,    \
                         place, target_count, target_type, op, window);                                                \
    return PMPI_Get_accumulate##suffix(origin, count, type, result, result_count, result_type, target, place,          \
                                       target_count, target_type, op, window);                                         \
  }                                                                                                                    \
  AUTOMAP_WRAPPER int MPI_Rget_accumulate##suffix(const void *origin, Count count, MPI_Datatype type, void *result,    \
                                                  Count result_count, MPI_Datatype result_type, int target,            \
                                                  MPI_Aint place, Count target_count, MPI_Datatype target_type,        \
                                                  MPI_Op op, MPI_Win window, MPI_Request *request) {                   \
    check_get_accumulate(AUTOMAP_THIS_CALL(Rget_accumulate##suffix), count, type, result_count, result_type, target,   \
                         place, target_count, target_type, op, window);                                                \
    return follow_none(PMPI_Rget_accumulate##suffix(origin, count, type, result, result_count, result_type, target,    \
                                                    place, target_count, target_type, op, window, request),            \
                       request);                                                                                       \
  }

AUTOMAP_FOR_COUNTS(WRAP_ONE_SIDED)

AUTOMAP_WRAPPER int MPI_Fetch_and_op(const void *origin, void *result, MPI_Datatype type, int target, MPI_Aint place,
                                     MPI_Op op, MPI_Win window) {
  check_element(AUTOMAP_THIS_CALL(Fetch_and_op), type, target, place, window);
  return PMPI_Fetch_and_op(origin, result, type, target, place, op, window);
}

AUTOMAP_WRAPPER int MPI_Compare_and_swap(const void *origin, const void *compare, void *result, MPI_Datatype type,
                                         int target, MPI_Aint place, MPI_Win window) {
  check_element(AUTOMAP_THIS_CALL(Compare_and_swap), type, target, place, window);
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

namespace automap::check {
namespace {

/// Notes a window that the ranks of `communicator` have created together, and tells the others how long mine is.
/// Without a length, no access to it is compared with its end. Returns `code`.
int note_window(const Call &call, int code, MPI_Comm communicator, const MPI_Win *window,
                std::optional<std::int64_t> bytes, std::int64_t unit) {
  Checker *const checker = check::checker();
  if (!checker || code != MPI_SUCCESS)
    return code;
  note_created(&Checker::windows_to_free, *window, call);
  replace_window_handler(*window);
  CommunicatorRef known;
  {
    const Lock lock(*checker);
    checker->windows.erase(*window);
    if (bytes && !checker->has_unseen_calls)
      known = checker->communicators.find_ref(communicator);
  }
  if (!known)
    return code;
  const auto size = static_cast<std::size_t>(known->size);
  std::vector<std::int64_t> all(2 * size);
  const std::int64_t mine[2] = {*bytes, unit};
  if (PMPI_Allgather(mine, 2, MPI_INT64_T, all.data(), 2, MPI_INT64_T, known->shadow) != MPI_SUCCESS)
    return code;
  Window out;
  for (std::size_t i = 0; i < all.size(); i += 2) {
    out.bytes.push_back(all[i]);
    out.units.push_back(all[i + 1]);
  }
  const Lock lock(*checker);
  checker->windows[*window] = std::move(out);
  return code;
}

} // namespace
} // namespace automap::check

#define WRAP_WINDOWS(suffix, Unit)                                                                                     \
  AUTOMAP_WRAPPER int MPI_Win_create##suffix(void *base, MPI_Aint size, Unit unit, MPI_Info info,                      \
                                             MPI_Comm communicator, MPI_Win *window) {                                 \
    const InCall in_call;                                                                                              \
    check_order({AUTOMAP_THIS_CALL(Win_create##suffix)}, communicator);                                                \
    return note_window(AUTOMAP_THIS_CALL(Win_create##suffix),                                                          \
                       PMPI_Win_create##suffix(base, size, unit, info, communicator, window), communicator, window,    \
                       size, unit);                                                                                    \
  }                                                                                                                    \
  AUTOMAP_WRAPPER int MPI_Win_allocate##suffix(MPI_Aint size, Unit unit, MPI_Info info, MPI_Comm communicator,         \
                                               void *base, MPI_Win *window) {                                          \
    const InCall in_call;                                                                                              \
    check_order({AUTOMAP_THIS_CALL(Win_allocate##suffix)}, communicator);                                              \
    return note_window(AUTOMAP_THIS_CALL(Win_allocate##suffix),                                                        \
                       PMPI_Win_allocate##suffix(size, unit, info, communicator, base, window), communicator, window,  \
                       size, unit);                                                                                    \
  }                                                                                                                    \
  AUTOMAP_WRAPPER int MPI_Win_allocate_shared##suffix(MPI_Aint size, Unit unit, MPI_Info info, MPI_Comm communicator,  \
                                                      void *base, MPI_Win *window) {                                   \
    const InCall in_call;                                                                                              \
    check_order({AUTOMAP_THIS_CALL(Win_allocate_shared##suffix)}, communicator);                                       \
    return note_window(AUTOMAP_THIS_CALL(Win_allocate_shared##suffix),                                                 \
                       PMPI_Win_allocate_shared##suffix(size, unit, info, communicator, base, window), communicator,   \
                       window, size, unit);                                                                            \
  }
WRAP_WINDOWS(, int)
#if MPI_VERSION >= 4
WRAP_WINDOWS(_c, MPI_Aint)
#endif

AUTOMAP_WRAPPER int MPI_Win_create_dynamic(MPI_Info info, MPI_Comm communicator, MPI_Win *window) {
  const InCall in_call;
  check_order({AUTOMAP_THIS_CALL(Win_create_dynamic)}, communicator);
  return note_window(AUTOMAP_THIS_CALL(Win_create_dynamic), PMPI_Win_create_dynamic(info, communicator, window),
                     communicator, window, std::nullopt, 1);
}

AUTOMAP_WRAPPER int MPI_Win_free(MPI_Win *window) {
  const InCall in_call;
  if (Checker *const checker = automap::check::checker(); checker && window) {
    const Lock lock(*checker);
    checker->windows_to_free.note_freed(*window);
    checker->windows.erase(*window);
  }
  return PMPI_Win_free(window);
}

AUTOMAP_WRAPPER int MPI_Win_create_errhandler(MPI_Win_errhandler_function *function, MPI_Errhandler *handler) {
  program_has_handler.store(true, std::memory_order_relaxed);
  return PMPI_Win_create_errhandler(function, handler);
}

AUTOMAP_WRAPPER int MPI_Win_set_errhandler(MPI_Win window, MPI_Errhandler handler) {
  const bool is_fatal = checker() && handler == MPI_ERRORS_ARE_FATAL;
  return PMPI_Win_set_errhandler(window, is_fatal ? fatal_window_replacement() : handler);
}

AUTOMAP_WRAPPER int MPI_Win_get_errhandler(MPI_Win window, MPI_Errhandler *handler) {
  const int code = PMPI_Win_get_errhandler(window, handler);
  if (code == MPI_SUCCESS && checker() && *handler == fatal_window_replacement()) {
    PMPI_Errhandler_free(handler);
    *handler = MPI_ERRORS_ARE_FATAL;
  }
  return code;
}
