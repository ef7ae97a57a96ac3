// Datatypes that MPI splits only between elements. See fragmentable_type.h.
#include "fragmentable_type.h"

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

/// The decoded datatype, which does not depend on the count; null if no count has a faster datatype.
using Source = std::shared_ptr<const Decoded>;

Source source_of(MPI_Datatype type) {
  auto out = std::make_shared<const Decoded>(decode(type));
  const bool has_any = !out->has_pairs && layout::dense_in_aligned_structs(out->tree, 1);
  return has_any ? out : nullptr;
}

TypeHandle make_type(const Decoded &source, int count) {
  const std::optional<layout::TypeTree> tree = layout::dense_in_aligned_structs(source.tree, count);
  if (!tree)
    return nullptr;
  constexpr std::int64_t hole = 64; // or more, so that the next one would be aligned alike
  const layout::Bounds bounds{0, (tree->data_bytes() / hole + 2) * hole};
  MPI_Datatype out = MPI_DATATYPE_NULL;
  try {
    out = encode_as_it_is(*tree, bounds, source.precise_types);
  } catch (const UsageFailure &) { // this MPI library lacks an element's type
    return nullptr;
  }
  auto owned = std::make_shared<const OwnedType>(out);
  check_call(MPI_Type_commit(&out));
  return owned;
}

/// The datatypes of the last messages. MPI takes some microseconds to make one, and some versions never free all of it.
class Recent {
public:
  static Recent &instance() {
    static auto &out = []() -> Recent & {
      at_finalize([] { instance().forget(); });
      return *new Recent; // never destroyed: threads may send until the process ends
    }();
    return out;
  }

  struct Entry {
    bool matches(const layout::Plan &other) const { return plan.get() == &other; }
    bool knows(int other_count) const { return !source || count == other_count; }

    std::shared_ptr<const layout::Plan> plan; // keeps its address from being used for another one
    Source source;
    int count = 0;
    TypeHandle type;
  };

  /// Returns the entry that knows this count; otherwise the entry of another count; otherwise nothing.
  std::optional<Entry> find(const layout::Plan &plan, int count) {
    const std::lock_guard lock(mutex_);
    auto found =
        std::ranges::find_if(entries_, [&](const Entry &entry) { return entry.matches(plan) && entry.knows(count); });
    if (found == entries_.end())
      found = std::ranges::find_if(entries_, [&](const Entry &entry) { return entry.matches(plan); });
    if (found == entries_.end())
      return std::nullopt;
    std::rotate(entries_.begin(), found, found + 1);
    return entries_.front();
  }

  void add(Entry entry) {
    const std::lock_guard lock(mutex_);
    std::ranges::rotate(entries_, entries_.end() - 1);
    std::swap(entries_.front(), entry); // the oldest is destroyed after the lock is released
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

TypeHandle fragmentable_type(MPI_Datatype type, const layout::Plan &plan, int count) {
  Recent &recent = Recent::instance();
  const std::optional<Recent::Entry> known = recent.find(plan, count);
  if (known && known->knows(count))
    return known->type;
  const Source source = known ? known->source : source_of(type);
  TypeHandle out = source ? make_type(*source, count) : nullptr;
  recent.add({plan.shared_from_this(), source, count, out});
  return out;
}

} // namespace automap::mpi
