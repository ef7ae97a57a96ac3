// What has changed between two layouts of a record, and what that means for messages and files.
#pragma once

#include "conversion.h"
#include "layouts.h"

#include <cstdint>
#include <string>
#include <vector>

namespace automap {

/// A field that has changed.
struct FieldChange {
  enum class What : std::uint8_t { added, removed, renamed, moved, changed };
  What what = What::changed;
  KnownField before, after; // one of them is empty if it was added or removed
  bool has_moved = false;   // beside the other change

  const KnownField &field() const { return what == What::removed ? before : after; }
};

/// A consequence, with its reason.
struct Consequence {
  Verdict verdict = Verdict::same;
  std::string text;
  std::int64_t line = 0; // what it is about, in the new header; 0: the record
};

struct RecordChange {
  enum class What : std::uint8_t { same, added, removed, changed };
  What what = What::same;
  KnownRecord before, after;
  std::vector<FieldChange> fields;
  Consequence messages;   // between old and new programs, by datatype
  Consequence files;      // written by AL_File_write of the old program, read by the new one
  bool same_bytes = true; // raw bytes, such as those of fwrite, mean the same

  const KnownRecord &record() const { return what == What::removed ? before : after; }
};

struct Difference {
  std::vector<RecordChange> records;

  /// Whether old and new programs understand each other: no message and no file is broken.
  bool is_compatible() const;
};

Difference compare_layouts(const std::vector<KnownRecord> &before, const std::vector<KnownRecord> &after);

/// Returns the change of a field in words: "moved from byte 8 to 16", "'int' is 'long' now".
std::string describe(const FieldChange &change);

} // namespace automap
