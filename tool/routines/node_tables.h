// A record as AutoLink sees a node: its data as runs and its pointers, each a line of a table. What lies in
// records inside it, and in arrays of these, is flattened.
#pragma once

#include "model/record.h"

#include <cstdint>
#include <string>
#include <vector>

namespace automap {

/// Where something lies in a node: at `offset_bytes`, and `count` times, `stride_bytes` apart.
struct Repeated {
  std::uint64_t offset_bytes = 0;
  std::uint64_t count = 1;
  std::uint64_t stride_bytes = 0;
  std::string offset_text; // the offset as code: "offsetof(struct node, next)"
};

struct NodeRun {
  Repeated place;
  layout::BasicType basic;
  std::string path; // of the field that it begins with
};

struct NodePointer {
  Repeated place;
  std::string path;           // for people: "edges.to"
  const Link *link = nullptr; // null: it arrives as NULL

  // For functions that compute something from the fields beside it.
  const Record *owner = nullptr; // the record that has these fields
  bool owner_is_node = false;    // which is then found from the node, not from the pointer
  Repeated in_owner = {};        // where in the owner the pointer stands
  std::string name = {};         // of such a function: tells it from those of the owner's other pointers
};

struct NodeTables {
  std::vector<NodeRun> data;
  std::vector<NodePointer> pointers;
};

/// The tables of a record with a name. Throws std::length_error, which names the record, where they have more
/// than a million lines.
NodeTables node_tables(const Survey &survey, const Record &record);

/// How generated code names a record; empty: only a field of it does.
std::string code_name(const Record &record);

} // namespace automap
