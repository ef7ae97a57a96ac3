// The datatypes of the program: what each handle is, from its making to its freeing.
#pragma once

#include "call.h"

#include "layout/signature.h"
#include "layout/type_tree.h"

#include <mpi.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

namespace automap::check {

/// What the checks need of a datatype, computed once: at commit, or at the first use of a predefined one.
class TypeInfo {
public:
  /// Decodes `type`, which the program has called `name`, empty: nothing. Throws what mpi::decode() throws.
  TypeInfo(MPI_Datatype type, const std::string &name);

  const layout::TypeTree &tree() const { return tree_; }

  /// The signature of `count` copies, and of the first `elements` elements of them. Throw std::length_error
  /// beyond 64 bits.
  layout::Signature signature(std::int64_t count) const {
    return basic_ ? layout::Signature::of(*basic_, count)
                  : (count == 1 ? prefixes_.whole() : layout::repeat(prefixes_.whole(), count));
  }
  layout::Signature prefix(std::int64_t count, std::int64_t elements) const {
    return prefixes_.prefix(count, elements);
  }

  /// The one basic type that all elements have, if so.
  std::optional<layout::BasicTypeId> only_basic_type() const { return only_; }

  /// What goes into a record: the signature of one copy as bytes (empty: too long), and the datatype in words, its
  /// name, if the program has given it one, and its tree in short: "AutoMap_cell = struc(…)".
  const std::string &signature_bytes() const { return signature_bytes_; }
  const std::string &text() const { return text_; }

  /// As much of that as `room` bytes hold: all, or the name alone, or nothing.
  std::string_view text_within(std::size_t room) const;

  /// Whether `count` copies overlap; false where that is not known.
  bool overlaps(std::int64_t count) const;

private:
  layout::TypeTree tree_;
  std::int64_t extent_bytes_ = 0;
  layout::PrefixSignatures prefixes_;
  std::optional<layout::BasicTypeId> basic_, only_;
  std::string signature_bytes_, text_;
  std::size_t name_size_ = 0; // of text_

  mutable std::mutex overlap_mutex_;
  mutable std::int64_t most_apart_ = 0;                 // so many copies do not overlap
  mutable std::int64_t fewest_overlapping_ = INT64_MAX; // so many do
};

using TypeRef = std::shared_ptr<const TypeInfo>;

/// `count` copies of a datatype: the arguments of a call that name data.
struct Part {
  TypeRef type; // null: none is named, because there is no data, or it cannot be decoded
  std::int64_t count = 0;
  bool known = false;   // whether the signature is
  bool refused = false; // not committed, or freed: MPI is likely to refuse the call
  layout::Signature signature;

  Part() = default;
  Part(TypeRef type, std::int64_t count);

  /// Of one copy.
  layout::TypeTree tree() const { return type ? type->tree() : layout::TypeTree::empty(); }

  std::int64_t bytes() const { return type ? count * type->tree().data_bytes() : 0; }
};

enum class TypeState {
  usable,      // there is a TypeInfo
  uncommitted, // made, not committed
  freed,       // freed, and not made anew since
  unknown      // null, made out of sight, or none that MPI 4.0 knows: nothing is checked
};

struct KnownType {
  TypeState state = TypeState::unknown;
  TypeRef info;
};

/// All handles seen. Not for several threads at once.
class TypeTable {
public:
  KnownType find(MPI_Datatype type) {
    const auto found = entries_.find(type);
    return found == entries_.end() ? find_new(type) : known(found->second);
  }

  /// Whether all that becomes of this handle is seen.
  bool follows(MPI_Datatype type) const { return entries_.contains(type); }

  /// Changes whenever what find() says of a followed handle may change.
  std::uint64_t version() const { return version_; }

  /// `call` has made `type`, or handed out one more handle of it. `committed`: it need not be.
  void note_made(MPI_Datatype type, Call call, bool committed);
  void note_handed_out(MPI_Datatype type, Call call);
  void note_committed(MPI_Datatype type);
  void note_named(MPI_Datatype type, const std::string &name);

  /// Which of the datatypes that have had this handle it is; 0: none that was made in sight.
  std::uint64_t making(MPI_Datatype type) const {
    const auto found = entries_.find(type);
    return found == entries_.end() ? 0 : found->second.making;
  }
  /// One handle of `type` has been freed, if it is still that of this making().
  void note_freed(MPI_Datatype type, std::uint64_t making);

  /// From now on, a handle that has been freed may be that of a datatype which was made out of sight.
  void expect_unseen_datatypes() { has_unseen_datatypes_ = true; }

  /// Nothing is known of this handle from now on: somebody has got it out of sight.
  void forget(MPI_Datatype type) {
    ++version_;
    entries_.erase(type);
  }

  /// Calls leaked(type, call, text) for each datatype that was made and not freed.
  void for_leaks(const std::function<void(Call, const std::string &)> &leaked) const;

private:
  struct Entry {
    Call call;
    int handles = 0; // that the program has to free; -1: predefined
    bool committed = false;
    TypeRef info;     // where known
    std::string name; // that the program has given it; empty: none
    std::uint64_t making = 0;
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
