// One-sided calls. What they name for the origin has to match what they name for the target (MPI 4.0, section 12.3.1).
// Accumulates work on one basic type (section 12.3.4).
#include "check/compare/announcing.h"
#include "check/compare/local_parts.h"
#include "check/state/own_calls.h"
#include "wrap.h"

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

/// Notes a window that the ranks of `communicator` have created together, and tells the others how long mine is.
/// Without a length, no access to it is compared with its end. Returns `code`.
int note_window(const Call &call, int code, MPI_Comm communicator, const MPI_Win *window,
                std::optional<std::int64_t> bytes = std::nullopt, std::int64_t unit = 1) {
  Checker *const checker = check::checker();
  if (!checker || code != MPI_SUCCESS)
    return code;
  note_created(&Checker::windows_to_free, call, code, window);
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

void note_window_end(const MPI_Win *window) {
  if (window)
    with_checker([&](Checker &known) {
      known.windows_to_free.note_freed(*window);
      known.windows.erase(*window);
    });
}

} // namespace
} // namespace automap::check

using namespace automap::check;

#include "one_sided.inc"
