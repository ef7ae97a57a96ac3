// Layouts as the JSON of automap has them, for comparing those of two times.
#pragma once

#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace automap {

/// A field of a record. Those of unnamed records are their owner's, with the names that C has for them: "in.a".
struct KnownField {
  std::string name;
  std::string type;       // "double[3]"
  std::string datatype;   // "MPI_DOUBLE"; the name of the record that it is; "bits"; empty: left out
  std::int64_t count = 1; // elements of an array
  std::int64_t offset = 0, size = 0;
  std::int64_t line = 0; // 0: unknown
  bool is_record = false;
  bool is_bits = false;
  std::string to; // a pointer that AutoLink follows: where it leads, in words
};

/// Elements of one basic type, one after the other in a message.
struct KnownRun {
  std::string type;
  std::int64_t count = 0;
  std::string field; // "pos", "a to c"
};

struct KnownRecord {
  std::string name; // with namespaces
  std::string view; // empty: the record itself
  std::string kind; // "struct"
  std::string file;
  std::int64_t line = 0;
  bool mapped = false;
  std::string reason; // why it is not
  std::int64_t size = 0, align = 0;
  std::string signature;
  std::vector<KnownField> fields;
  std::vector<KnownRun> runs;
  bool all_runs = true;

  /// Returns "struct particle", "struct particle, view ghost".
  std::string title() const;
};

/// Reads what `automap --format=json` has printed. Reports what is wrong with it, and returns nothing; `source` is what
/// messages call it. Unnamed records become parts of their owners.
std::optional<std::vector<KnownRecord>> read_layouts(llvm::StringRef json, const std::string &source);

} // namespace automap
