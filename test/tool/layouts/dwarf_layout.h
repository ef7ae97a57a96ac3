// Layouts of structs and classes according to a compiler's debug information: an oracle that shares no code with
// automap. It reads the DWARF of an object file and lists each record's basic elements, by the rules of the README:
// base classes first, then the fields, each with the MPI type of its C or C++ type.
//
// All types are in the object file with
//     gcc -g -fno-eliminate-unused-debug-types -femit-class-debug-always
//     clang -g -fstandalone-debug
// and in C++ with a variable of each type, because otherwise templates are not instantiated.
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

/// An annotation from a comment in the header, which debug information does not contain.
struct Annotation {
  enum class Kind { ignored, bytes, use };
  Kind kind = Kind::ignored;
  std::string member; // for use: the union's member
};

struct FlattenOptions {
  bool ignore_pointers = false;
  /// The annotations by the field's name, which should therefore be unique. A union's own annotation, after its closing
  /// brace, has the key "union " and the name of its first member.
  std::map<std::string, Annotation> annotations;
};

struct Flattened {
  std::vector<Element> elements;
  std::vector<Element> left_out; // in a field, but not sent: ignored, in other members of a union, or virtual
  std::string refusal;           // the reason why there are no elements, or empty
  bool beyond_oracle = false;    // refused because debug information lacks something, or because of its size
};

class DwarfLayouts {
public:
  struct Record {
    std::string name; // with namespaces and enclosing classes; empty if unnamed
    std::uint64_t size_bytes = 0;
    std::uint64_t align_bytes = 0; // 0 if unknown
    std::string file;
    std::uint64_t line = 0;
    std::uint64_t entry = 0; // its offset in the debug information
  };

  /// Throws std::runtime_error if there is no such object file.
  explicit DwarfLayouts(const std::filesystem::path &object);
  ~DwarfLayouts();

  /// Returns all complete structs, classes and unions.
  const std::vector<Record> &records() const { return records_; }

  /// Finds a record by its qualified name or that of its typedef. Returns null if there is none.
  const Record *find(const std::string &name) const;

  /// Lists the elements of a record, with offsets from its beginning.
  Flattened flatten(const Record &record, const FlattenOptions &options = {}) const;

private:
  struct DebugInfo;
  std::unique_ptr<DebugInfo> info_;
  std::vector<Record> records_;
  std::map<std::string, std::size_t> by_name_;
};

} // namespace automap::test
