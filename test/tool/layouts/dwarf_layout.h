// Layouts of structs and classes as a compiler's debug information tells them: an oracle that shares no code
// with automap. It reads the DWARF of an object file and lists each record's basic elements, by the rules of
// the README: base classes first, then the fields, each with the MPI type of its C or C++ type.
//
// For all types to be in the object file:
//   gcc -g -fno-eliminate-unused-debug-types -femit-class-debug-always     clang -g -fstandalone-debug
// and in C++ a variable of each type, since templates are else not instantiated.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace automap::test {

struct Element {
  std::uint64_t offset_bytes = 0;
  std::string type; // "MPI_INT"
  std::uint64_t size_bytes = 0;
  bool operator==(const Element &) const = default;
};

/// What a comment in the header says; debug information does not tell.
struct Annotation {
  enum class Kind { ignored, bytes, use };
  Kind kind = Kind::ignored;
  std::string member; // use: of the union
};

struct FlattenOptions {
  bool ignore_pointers = false;
  /// By the field's name, which therefore ought to be unique. A union's own annotation, behind its brace,
  /// is found by "union " and the name of its first member.
  std::map<std::string, Annotation> annotations;
};

struct Flattened {
  std::vector<Element> elements;
  std::vector<Element> left_out; // in a field, but not sent: ignored, in a union's other members, virtual
  std::string refusal;           // why there are no elements; empty: there may be
  bool beyond_oracle = false;    // it is refused for what debug information does not tell, or for its size
};

class DwarfLayouts {
public:
  struct Record {
    std::string name; // with namespaces and enclosing classes; empty: unnamed
    std::uint64_t size_bytes = 0;
    std::uint64_t align_bytes = 0; // 0: not told
    std::string file;
    std::uint64_t line = 0;
    std::uint64_t entry = 0; // offset in the debug information
  };

  /// Throws std::runtime_error if there is no such object file.
  explicit DwarfLayouts(const std::filesystem::path &object);
  ~DwarfLayouts();

  /// All complete structs, classes and unions.
  const std::vector<Record> &records() const { return records_; }

  /// By the name of the record or of a typedef of it, qualified; null if there is none.
  const Record *find(const std::string &name) const;

  /// Offsets are from the record's beginning.
  Flattened flatten(const Record &record, const FlattenOptions &options = {}) const;

private:
  struct DebugInfo;
  std::unique_ptr<DebugInfo> info_;
  std::vector<Record> records_;
  std::map<std::string, std::size_t> by_name_;
};

} // namespace automap::test
