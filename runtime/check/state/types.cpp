// Datatypes. See types.h.
#include "types.h"

#include "check/pure/overlap.h"
#include "check/pure/signature_wire.h"
#include "own_calls.h"

#include "layout/checked.h"
#include "layout/short_text.h"
#include "mpi/types/basic_type_handles.h"
#include "mpi/types/contents.h"
#include "mpi/types/decode.h"

#include <algorithm>
#include <exception>
#include <unordered_set>

namespace automap::check {
namespace {

using layout::BasicTypeId;
using layout::TypeTree;

constexpr std::size_t most_signature_bytes = 640, most_text = 160; // see record.h
constexpr std::size_t most_name = 128; // longer than any stored name: MPICH stores 127 bytes, Open MPI 63
constexpr std::string_view after_name = " = ";
static_assert(most_name + after_name.size() + most_text / 2 <= UINT8_MAX);

/// Returns what is known about a datatype; null if it cannot be decoded.
TypeRef info_of(MPI_Datatype type, const std::string &name = "") {
  const OwnCalls guard;
  try {
    return std::make_shared<const TypeInfo>(type, name);
  } catch (const std::exception &) {
    return nullptr;
  }
}

/// Whether the program must not free datatypes of this combiner.
bool is_permanent(int combiner) {
  return combiner == MPI_COMBINER_NAMED || combiner == MPI_COMBINER_F90_REAL || combiner == MPI_COMBINER_F90_COMPLEX ||
         combiner == MPI_COMBINER_F90_INTEGER;
}

std::optional<BasicTypeId> only_basic_type_of(const TypeTree &root) {
  std::optional<BasicTypeId> out;
  std::unordered_set<const void *> seen;
  const auto visit = [&](const auto &self, const TypeTree &tree) -> bool {
    if (tree.element_count() == 0 || !seen.insert(tree.node_address()).second)
      return true;
    if (tree.kind() == TypeTree::Kind::leaf) {
      const bool same = !out || *out == tree.basic_type().id;
      out = tree.basic_type().id;
      return same;
    }
    for (const TypeTree &child : tree.children())
      if (!self(self, child))
        return false;
    return true;
  };
  return visit(visit, root) ? out : std::nullopt;
}

} // namespace

TypeInfo::TypeInfo(MPI_Datatype type, const std::string &name)
    : tree_(TypeTree::empty()), prefixes_(TypeTree::empty()), basic_(mpi::basic_type_id_of(type)) {
  const mpi::Decoded decoded = mpi::decode(type);
  tree_ = decoded.tree;
  extent_bytes_ = decoded.bounds.extent;
  prefixes_ = layout::PrefixSignatures(tree_);
  only_ = only_basic_type_of(tree_);
  signature_bytes_ = check::signature_bytes(tree_, most_signature_bytes).value_or("");
  if (!name.empty())
    text_ = name + std::string(after_name);
  name_size_ = name.size();
  text_ += short_text(tree_, std::min(most_text, UINT8_MAX - text_.size()));
}

std::string_view TypeInfo::text_within(std::size_t room) const {
  const std::string_view whole = text_, name = whole.substr(0, name_size_);
  if (whole.size() <= room)
    return whole;
  return name_size_ != 0 && name.size() <= room ? name : std::string_view();
}

bool TypeInfo::overlaps(std::int64_t count) const {
  if (basic_)
    return false;
  const std::lock_guard lock(overlap_mutex_);
  if (count > most_apart_ && count < fewest_overlapping_) {
    const auto overlap = has_overlap(tree_, extent_bytes_, count);
    if (!overlap)
      return false;
    if (*overlap)
      fewest_overlapping_ = count;
    else
      most_apart_ = count;
  }
  return count >= fewest_overlapping_;
}

Part::Part(TypeRef named, std::int64_t copies) : count(copies) {
  if (copies <= 0) { // there is no data, so the datatype does not matter
    count = 0;
    known = copies == 0;
    return;
  }
  if (!named)
    return;
  try {
    signature = named->signature(copies);
    layout::checked_multiply(copies, named->tree().data_bytes());
    type = std::move(named);
    known = true;
  } catch (const std::exception &) { // beyond 64 bits
    signature = {};
  }
}

KnownType TypeTable::find_new(MPI_Datatype type) {
  if (type == MPI_DATATYPE_NULL)
    return {};
  const OwnCalls guard;
  try {
    const bool predefined = mpi::basic_type_id_of(type) || is_permanent(mpi::combiner_of(type));
    TypeRef info = info_of(type);
    if (predefined)
      return known(entries_.emplace(type, Entry{{}, -1, true, std::move(info), "", 0}).first->second);
    return {info ? TypeState::usable : TypeState::unknown, info}; // looked up again next time
  } catch (const std::exception &) {
    return {};
  }
}

void TypeTable::note_created(MPI_Datatype type, Call call, bool committed) {
  ++version_;
  entries_[type] = {call, 1, committed, committed ? info_of(type) : nullptr, "", version_};
}

void TypeTable::note_handle(MPI_Datatype type, Call call) {
  ++version_;
  const auto found = entries_.find(type);
  if (found == entries_.end() ? find_new(type).info && !entries_.contains(type) : found->second.handles == 0)
    note_created(type, call, true); // MPI 4.0, section 5.1.13, does not say whether it is committed
  else if (found != entries_.end() && found->second.handles > 0)
    ++found->second.handles;
}

void TypeTable::note_committed(MPI_Datatype type) {
  ++version_;
  const auto found = entries_.find(type);
  if (found == entries_.end())
    return;
  if (found->second.handles == 0) { // another datatype, which was created unnoticed
    entries_.erase(found);
    return;
  }
  if (found->second.committed)
    return;
  found->second.committed = true;
  found->second.info = info_of(type, found->second.name);
}

void TypeTable::note_named(MPI_Datatype type, const std::string &name) {
  const auto found = entries_.find(type);
  if (found == entries_.end() || found->second.handles <= 0) // predefined ones are shown by their trees
    return;
  ++version_;
  found->second.name = name.substr(0, most_name);
  if (found->second.committed)
    found->second.info = info_of(type, found->second.name);
}

void TypeTable::note_freed(MPI_Datatype type, std::uint64_t creation) {
  ++version_;
  const auto found = entries_.find(type);
  if (found == entries_.end() || found->second.handles <= 0 || found->second.creation != creation)
    return;
  --found->second.handles;
  if (found->second.handles == 0 && has_unseen_datatypes_)
    entries_.erase(found);
}

void TypeTable::for_leaks(const std::function<void(Call, const std::string &)> &leaked) const {
  for (const auto &[type, entry] : entries_)
    if (entry.handles > 0)
      leaked(entry.call, entry.info ? entry.info->text() : "");
}

} // namespace automap::check
