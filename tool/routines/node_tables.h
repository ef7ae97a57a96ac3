// A record as AutoLink sees a node: its data as runs, and its pointers, each a line of a table. Records inside it, and
// arrays of these, are flattened.
#pragma once

#include "model/record.h"

#include <cstdint>
#include <string>
#include <vector>

namespace automap {

/// A place in a node that repeats: `count` times from `offset_bytes` on, `stride_bytes` apart.
struct Repeated {
  std::uint64_t offset_bytes = 0;
  std::uint64_t count = 1;
  std::uint64_t stride_bytes = 0;
  std::string offset_text; // the offset as code: "offsetof(struct node, next)"
};

struct NodeRun {
  Repeated place;
  layout::BasicType basic;
  std::string path; // the field that it begins with
};

struct NodePointer {
  Repeated place;
  std::string path;           // the path as messages show it: "edges.to"
  const Link *link = nullptr; // null: it arrives as NULL

  // These serve the functions that compute a length or a kind from the fields beside the pointer.
  const Record *owner = nullptr; // the record that has these fields
  bool owner_is_node = false;    // the owner is found from the node, not from the pointer
  Repeated in_owner = {};        // the pointer's place in the owner
  std::string name = {};         // the function's name, different from those of the owner's other pointers
};

/// Returns the link of a pointer; one of kind null if it has none.
inline const Link &link_of(const NodePointer &pointer) {
  static const Link nowhere;
  return pointer.link ? *pointer.link : nowhere;
}

struct NodeTables {
  std::vector<NodeRun> data;
  std::vector<NodePointer> pointers;
};

/// Returns the tables of a record with a name. Throws std::length_error, which names the record, if they have more than
/// a million lines.
NodeTables node_tables(const Survey &survey, const Record &record);

/// Returns how generated code names a record; empty if only a field of that type leads to it.
std::string code_name(const Record &record);

} // namespace automap
