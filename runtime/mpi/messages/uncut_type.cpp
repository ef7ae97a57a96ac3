// Datatypes that MPI cuts between elements. See uncut_type.h.
#include "uncut_type.h"

#include "mpi/base/at_finalize.h"
#include "mpi/base/failure.h"
#include "mpi/types/decode.h"
#include "mpi/types/encode.h"

#include "layout/dataloop/dense.h"

#include <algorithm>
#include <array>
#include <mutex>
#include <optional>
#include <utility>

namespace automap::mpi {
namespace {

using TypeHandle = std::shared_ptr<const OwnedType>;

/// What does not depend on the count: the datatype; null if there is none that is faster for any count.
using Source = std::shared_ptr<const Decoded>;

Source source_of(MPI_Datatype type) {
  auto out = std::make_shared<const Decoded>(decode(type));
  const bool has_any = !out->has_pairs && layout::dense_in_aligned_structs(out->tree, 1);
  return has_any ? out : nullptr;
}

TypeHandle made(const Decoded &source, int count) {
  const std::optional<layout::TypeTree> tree = layout::dense_in_aligned_structs(source.tree, count);
  if (!tree)
    return nullptr;
  constexpr std::int64_t hole = 64; // or more, so that the next one would be aligned alike
  const layout::Bounds bounds{0, (tree->data_bytes() / hole + 2) * hole};
  MPI_Datatype out = MPI_DATATYPE_NULL;
  try {
    out = encode_as_it_is(*tree, bounds, source.precise_types);
  } catch (const UsageFailure &) { // there is no handle for an element
    return nullptr;
  }
  auto owned = std::make_shared<const OwnedType>(out);
  check(MPI_Type_commit(&out));
  return owned;
}

/// Those of the last messages. MPI takes some microseconds to make one, and some versions never give back all of it.
class Recent {
public:
  static Recent &of_process() {
    static auto &out = []() -> Recent & {
      at_finalize([] { of_process().forget(); });
      return *new Recent; // threads may send as long as the process lives
    }();
    return out;
  }

  struct Entry {
    bool is_of(const layout::Plan &other) const { return plan.get() == &other; }
    bool tells_of(int other_count) const { return !source || count == other_count; }

    std::shared_ptr<const layout::Plan> plan; // also so that no other one has its address
    Source source;
    int count = 0;
    TypeHandle type;
  };

  /// What tells of this count; else of another one; else nothing.
  std::optional<Entry> find(const layout::Plan &plan, int count) {
    const std::lock_guard lock(mutex_);
    auto found = std::ranges::find_if(
        entries_, [&](const Entry &entry) { return entry.is_of(plan) && entry.tells_of(count); });
    if (found == entries_.end())
      found = std::ranges::find_if(entries_, [&](const Entry &entry) { return entry.is_of(plan); });
    if (found == entries_.end())
      return std::nullopt;
    std::rotate(entries_.begin(), found, found + 1);
    return entries_.front();
  }

  void add(Entry entry) {
    const std::lock_guard lock(mutex_);
    std::ranges::rotate(entries_, entries_.end() - 1);
    std::swap(entries_.front(), entry); // the oldest goes when nobody waits for it
  }

private:
  void forget() {
    const std::lock_guard lock(mutex_);
    entries_ = {};
  }

  std::mutex mutex_;
  std::array<Entry, 16> entries_; // the last one used comes first
};

} // namespace

TypeHandle uncut_type(MPI_Datatype type, const layout::Plan &plan, int count) {
  Recent &recent = Recent::of_process();
  const std::optional<Recent::Entry> known = recent.find(plan, count);
  if (known && known->tells_of(count))
    return known->type;
  const Source source = known ? known->source : source_of(type);
  TypeHandle out = source ? made(*source, count) : nullptr;
  recent.add({plan.shared_from_this(), source, count, out});
  return out;
}

} // namespace automap::mpi
