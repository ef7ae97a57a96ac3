// Datatypes that MPI cuts between elements. See uncut_type.h.
#include "uncut_type.h"

#include "at_finalize.h"
#include "decode.h"
#include "encode.h"
#include "failure.h"

#include "layout/dataloop/dense.h"

#include <algorithm>
#include <array>
#include <mutex>
#include <optional>
#include <utility>

namespace automap::mpi {
namespace {

using TypeHandle = std::shared_ptr<const OwnedType>;

TypeHandle made(MPI_Datatype type, int count) {
  const Decoded decoded = decode(type);
  if (decoded.has_pairs)
    return nullptr;
  const std::optional<layout::TypeTree> tree = layout::dense_in_aligned_structs(decoded.tree, count);
  if (!tree)
    return nullptr;
  constexpr std::int64_t hole = 64; // or more, so that the next one would be aligned alike
  const layout::Bounds bounds{0, (tree->data_bytes() / hole + 2) * hole};
  MPI_Datatype out = MPI_DATATYPE_NULL;
  try {
    out = encode_as_it_is(*tree, bounds, decoded.precise_types);
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

  std::optional<TypeHandle> find(const layout::Plan &plan, int count) {
    const std::lock_guard lock(mutex_);
    const auto found = std::ranges::find_if(
        entries_, [&](const Entry &entry) { return entry.plan.get() == &plan && entry.count == count; });
    if (found == entries_.end())
      return std::nullopt;
    std::rotate(entries_.begin(), found, found + 1);
    return entries_.front().type;
  }

  void add(const layout::Plan &plan, int count, TypeHandle type) {
    Entry entry{plan.shared_from_this(), count, std::move(type)};
    const std::lock_guard lock(mutex_);
    std::ranges::rotate(entries_, entries_.end() - 1);
    std::swap(entries_.front(), entry); // the oldest goes when nobody waits for it
  }

private:
  struct Entry {
    std::shared_ptr<const layout::Plan> plan; // also so that no other one has its address
    int count = 0;
    TypeHandle type;
  };

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
  if (const std::optional<TypeHandle> known = recent.find(plan, count))
    return *known;
  TypeHandle out = made(type, count);
  recent.add(plan, count, out);
  return out;
}

} // namespace automap::mpi
