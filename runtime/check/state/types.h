// The datatypes of the program: what each handle means, from its creation to its end.
#pragma once

#include "source.h"

#include "layout/signature.h"
#include "layout/type_tree.h"

#include <mpi.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace automap::check {

/// The properties of a datatype that the checks need. They are computed once: at commit, or at the first use of a
/// predefined datatype.
class TypeInfo {
public:
  /// Decodes `type`, to which the program has given `name` (empty: none). Throws what mpi::decode() throws.
  TypeInfo(MPI_Datatype type, const std::string &name);

  const layout::TypeTree &tree() const { return tree_; }

  /// Return the signature of `count` copies, and of their first `elements` elements. Throw std::length_error beyond 64
  /// bits.
  layout::Signature signature(std::int64_t count) const {
    return basic_ ? layout::Signature::of(*basic_, count)
                  : (count == 1 ? prefixes_.whole() : layout::repeat(prefixes_.whole(), count));
  }
  layout::Signature prefix(std::int64_t count, std::int64_t elements) const {
    return prefixes_.prefix(count, elements);
  }

  /// Returns the basic type of all elements, if they have only one.
  std::optional<layout::BasicTypeId> only_basic_type() const { return only_; }

  /// Returns the bytes of the signature of one copy, for records. Empty: too long.
  const std::string &signature_bytes() const { return signature_bytes_; }
  /// Returns the datatype as text: its name, if the program has given it one, and the short text of its tree. Example:
  /// "AutoMap_cell = struc(…)".
  const std::string &text() const { return text_; }
  /// Returns as much of text() as fits into `room` bytes: all of it, or the name alone, or nothing.
  std::string_view text_within(std::size_t room) const;

  std::int64_t extent_bytes() const { return extent_bytes_; }

  /// Returns where the data of `count` copies begins and ends, in bytes from the address that a call names. There is at
  /// least one byte of data.
  std::pair<std::int64_t, std::int64_t> span(std::int64_t count) const {
    const std::int64_t last = (count - 1) * extent_bytes_;
    return {tree_.true_lower_bound() + std::min<std::int64_t>(last, 0),
            tree_.true_upper_bound() + std::max<std::int64_t>(last, 0)};
  }

  /// Whether `count` copies overlap; false if that is not known.
  bool overlaps(std::int64_t count) const;

private:
  layout::TypeTree tree_;
  std::int64_t extent_bytes_ = 0;
  layout::PrefixSignatures prefixes_;
  std::optional<layout::BasicTypeId> basic_, only_;
  std::string signature_bytes_, text_;
  std::size_t name_size_ = 0; // length of the name in text_

  mutable std::mutex overlap_mutex_;
  mutable std::int64_t most_apart_ = 0;                 // this many copies do not overlap
  mutable std::int64_t fewest_overlapping_ = INT64_MAX; // this many do
};

using TypeRef = std::shared_ptr<const TypeInfo>;

/// `count` copies of a datatype: the arguments of a call that name data.
struct Part {
  TypeRef type; // null: there is no data, or the datatype cannot be decoded
  std::int64_t count = 0;
  bool known = false;   // whether the signature is known
  bool refused = false; // MPI is likely to refuse the call, as the datatype is not committed, or freed
  layout::Signature signature;

  Part() = default;
  Part(TypeRef type, std::int64_t count);

  /// Returns the tree of one copy.
  layout::TypeTree tree() const { return type ? type->tree() : layout::TypeTree::empty(); }

  std::int64_t bytes() const { return type ? count * type->tree().data_bytes() : 0; }
};

/// The state of the datatype behind a handle.
enum class TypeState {
  usable,      // there is a TypeInfo
  uncommitted, // created, but not committed
  freed,       // freed, and not created anew since
  unknown      // null, created unnoticed, or none that MPI 4.0 knows: nothing is checked
};

struct KnownType {
  TypeState state = TypeState::unknown;
  TypeRef info;
};

/// All handles that the checker has seen. Not for several threads at once.
class TypeTable {
public:
  KnownType find(MPI_Datatype type) {
    const auto found = entries_.find(type);
    return found == entries_.end() ? find_new(type) : known(found->second);
  }

  /// Whether the checker sees all that happens to this handle.
  bool follows(MPI_Datatype type) const { return entries_.contains(type); }

  /// Returns a number that changes whenever the result of find() for a followed handle may change.
  std::uint64_t version() const { return version_; }

  /// Record that `call` has created `type`, or has returned one more handle of it. If `committed`, it needs no commit.
  void note_created(MPI_Datatype type, Call call, bool committed);
  void note_handle(MPI_Datatype type, Call call);
  void note_committed(MPI_Datatype type);
  void note_named(MPI_Datatype type, const std::string &name);

  /// Returns a number for the datatype that has this handle now, as others may have had it before. 0: none that the
  /// checker has seen.
  std::uint64_t creation(MPI_Datatype type) const {
    const auto found = entries_.find(type);
    return found == entries_.end() ? 0 : found->second.creation;
  }
  /// Notes that one handle of `type` has been freed, if it still stands for the datatype with this creation().
  void note_freed(MPI_Datatype type, std::uint64_t creation);

  /// Notes that, from now on, a freed handle may stand for a datatype that was created unnoticed.
  void expect_unseen_datatypes() { has_unseen_datatypes_ = true; }

  /// Forgets a handle that a call has returned for a datatype which the checker does not follow.
  void forget(MPI_Datatype type) {
    ++version_;
    entries_.erase(type);
  }

  /// Calls leaked(call, text) for each datatype that was created and not freed.
  void for_leaks(const std::function<void(Call, const std::string &)> &leaked) const;

private:
  struct Entry {
    Call call;
    int handles = 0; // number that the program has to free; -1: predefined
    bool committed = false;
    TypeRef info;     // null: not known
    std::string name; // set by MPI_Type_set_name; empty: none
    std::uint64_t creation = 0;
  };

  static KnownType known(const Entry &entry) {
    if (entry.handles == 0)
      return {TypeState::freed, entry.info};
    if (!entry.committed)
      return {TypeState::uncommitted, nullptr};
    return {entry.info ? TypeState::usable : TypeState::unknown, entry.info};
  }
  KnownType find_new(MPI_Datatype type);

  std::unordered_map<MPI_Datatype, Entry> entries_;
  std::uint64_t version_ = 1;
  bool has_unseen_datatypes_ = false;
};

} // namespace automap::check
