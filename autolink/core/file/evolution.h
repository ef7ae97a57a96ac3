// Structures of a file whose types are not the program's: from another version of the structs, or another machine.
// Classes are paired from the roots on along pointers, and fields by their names. The nodes that the program's pointers
// lead to get labels and elements as a sender with the program's types would give them, and are received as such.
#pragma once

#include "stored_structure.h"
#include "types.h"

#include "core/base/memory.h"
#include "core/receive/unpacker.h"

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace autolink::file {

class Evolution {
public:
  /// Pairs a file's types with those of `plan`, both of which must stay and have names. Throws Failure (AL_ERR_TYPES)
  /// if a field cannot be converted, and names it.
  Evolution(const Types &from, const NodePlan &plan);

  /// Returns a structure of the file in the program's types. Throws Failure (AL_ERR_TYPES, AL_ERR_DAMAGED).
  void *read(const StoredStructure &stored, const UnpackOptions &options, Arena &arena) const;

private:
  friend class Conversion;

  /// A field of both sides.
  struct Common {
    const Field *there, *here;
    std::vector<Common> fields; // AL_FIELD_RECORD
    std::string path;           // for messages: "cells.mass"
  };
  /// A pointer of both sides; one of an array of them.
  struct CommonPointer {
    std::uint64_t there, here; // offsets in the records
    const Leads *leads;
    std::uint32_t slot;
  };
  struct Pair {
    std::uint32_t there, here; // classes
    bool is_unchanged = false; // whether the records have the same bytes, except for words of pointers
    std::vector<Common> fields;
    std::vector<CommonPointer> pointers; // in the order in which a search visits them
    std::vector<std::byte> initial;      // a new record, without pointers; empty: it is zero
  };

  std::size_t pair_of(std::uint32_t there, std::uint32_t here);
  std::vector<Common> pair_fields(const Pair &pair, const std::vector<Field> &there, const std::vector<Field> &here,
                                  const std::string &path) const;
  void check_values(const Pair &pair, const Field &there, const Field &here, const std::string &path) const;
  void add_pointers(const Pair &pair, const std::vector<Common> &fields, std::uint64_t there, std::uint64_t here,
                    std::vector<CommonPointer> &to) const;
  void pair_targets(const Pair &pair, const Leads &there, const Leads &here, const std::string &path);
  void pair_all_targets(const Pair &pair, const std::vector<Common> &fields);
  [[noreturn]] void refuse(const Pair &pair, const std::string &path, const std::string &why) const;

  const Types &from_;
  const NodePlan &plan_;
  Types to_;
  bool other_order_, is_like_; // is_like_: bytes of no known type mean the same on both machines
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::size_t> numbers_; // classes there and here → pair
  std::vector<Pair> pairs_;                                                // the first is that of the roots
};

} // namespace autolink::file
