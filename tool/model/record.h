// The values that the stages of automap pass on. They do not depend on Clang.
//
//   FILE ─ frontend/ ─▶ Clang AST + directives
//        ─ annotations/ ─▶ Annotations of declarations ─ records/ ─▶ Survey of Records
//        ─ optimal_tree ─▶ the same, with the type trees of least cost
//        ─ show/ | code/ ─▶ text ─ main ─▶ files
//
//   With AutoLink, link_reader makes Links of pointer fields, and the records that these lead to join the
//   Survey:
//        ─ routines/ ─▶ text
//
//   FILE of --from-typemap ─ typemap/ ─▶ MapType ─ code/map ─▶ text ─ main ─▶ files
//
// A Record carries its layout as fields (for people, comments and checks), as the type tree that follows the fields
// (for computations), and as the type tree of least cost (for MPI).
#pragma once

#include "link.h"
#include "optimal_tree.h"
#include "reduction.h"

#include "layout/type_map.h"
#include "layout/type_tree.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

namespace automap {

/// A place in a source file.
struct Location {
  std::string file; // the path that the compiler was given
  unsigned line = 0;
  unsigned column = 0;
  std::pair<std::uint64_t, std::uint64_t> file_id; // device and inode: one file may have several paths

  /// Returns a value that is equal for the same place, whatever the path to it.
  auto key() const { return std::tuple(file_id, line, column); }
};

/// A part of a record: a field, a base class, or the pointer to its virtual functions.
struct Field {
  enum class Content : std::uint8_t {
    basic,   // each element is `basic_count` adjacent `basic`s
    bits,    // a bit-field: the bytes that hold a bit of it, each of which may hold others too
    record,  // each element is a records[record]
    ignored, // none: left out of the datatype
  };

  std::string name;         // empty: an anonymous member, whose fields are its owner's, or a base
  std::string type;         // the type as the header writes it: "double[3]"
  bool is_base = false;     // a base class
  bool is_vptr = false;     // the pointer to virtual functions
  bool is_public = true;    // code outside of the class can name it and its type
  bool nameable = true;     // offsetof can name it: it is no bit-field, its name no macro, …
  std::string checked_type; // its type in a static assertion; empty: it has no name there
  std::string enum_integer; // the integer type of an enum in a static assertion; empty: it is no enum
  std::string zero;         // its initializer in C: "0", "{0}", "{}"; empty: none of these
  unsigned line = 0;        // where it stands in the record's file; 0: elsewhere
  std::uint64_t offset_bytes = 0;
  std::uint64_t size_bytes = 0;       // all elements, without tail padding that other fields may use
  std::uint64_t align_bytes = 0;      // what the compiler aligns it to if the record is not packed; 0: unknown
  std::uint64_t stride_bytes = 0;     // the distance from one element to the next
  std::vector<std::uint64_t> extents; // the extents of an array, outermost first
  Content content = Content::basic;
  layout::BasicType basic;
  std::uint64_t basic_count = 1;
  std::size_t record = 0;     // index into Survey::records
  unsigned bit_width = 0;     // the width of a bit-field
  std::string pointer_length; // the argument of AutoMap_Len; empty: none

  // Used by AutoLink only.
  std::optional<Link> link;                 // where each element leads
  std::vector<std::uint64_t> dead_pointers; // offsets of pointers in each element that arrive as NULL

  /// Returns the number of elements of the flattened array; 1 for a scalar.
  std::uint64_t element_count() const;
};

/// Information for the user about a mapped record.
struct Remark {
  unsigned line = 0; // the line in the record's file
  std::string text;
};

/// The lines of a header that define a record.
struct SourceLines {
  unsigned first = 0;            // the number of the first one
  std::vector<std::string> text; // at most `most`; empty if they cannot be shown

  static constexpr unsigned most = 400;
};

/// The kind of a record that is an array of another one. Its elements are its one field, which has no name.
inline constexpr std::string_view array_kind = "array";

/// A struct, class or union, or a part of one that a view selects, or an array of these that a typedef names.
struct Record {
  /// A datatype that the user asked for: the name that was marked, and the type in generated code.
  struct Datatype {
    std::string name;     // the name that was marked: "cmdline", "ns::Vec3"
    std::string spelling; // the type as generated code writes it: "struct cmdline"
  };

  std::string name;      // the name that was marked, or the tag; empty: unnamed
  std::string qualified; // the name with namespaces and enclosing records
  std::string kind;      // "struct", "class", "union", or array_kind
  std::string view;      // the view that this record or part belongs to; empty: the record itself
  bool tagged = false;   // it has a name of its own, not only one from a typedef or a variable
  std::string spelling;  // the type as generated code writes it; empty: only a field of its owner leads to it
  Location location;
  SourceLines source;
  std::vector<Datatype> datatypes;
  bool deprecated = false; // the record, or a field
  bool standard = false;   // whether it belongs to the standard library
  bool internal = false;   // an implementation detail of the standard library, which is not shown
  bool tuple_like = false; // std::tuple_size is specialised for it
  bool listed = false;     // shown in the output: marked, contained in a marked one, or all were asked for

  bool mapped = false;
  std::string reason; // why it is not mapped

  std::uint64_t size_bytes = 0;
  std::uint64_t align_bytes = 0;
  std::vector<Field> fields;              // empty if not mapped
  std::vector<std::string> other_members; // names of functions, types and so on, which may hide a base's fields
  std::vector<Remark> remarks;
  bool reduces = false;              // it has an AutoMap_Reduce, right or wrong
  std::vector<Reduction> reductions; // how two of it are combined; empty: they are not
  bool is_node = false;              // AutoLink gets a type for it
  std::string reached_by;            // why an unmarked record is a node: "'next' of struct list points to it"
  bool is_tree = false;              // AutoMap_Tree
  /// Whether its constructor without arguments sets bytes that may be copied to any object.
  bool has_initial_bytes = false;
  layout::TypeTree tree = layout::TypeTree::empty(); // follows the fields
  OptimalTree optimal;                               // filled in by find_optimal_trees()
};

/// Whether the record is an array of another one.
inline bool is_array(const Record &record) { return record.kind == array_kind; }

/// Bytes of an object.
struct ObjectBytes {
  std::uint64_t offset, size;
  std::string name; // of the member, with the width of a bit-field: "flags:3"; empty: it has none
};

/// A member of a class of C++ objects, or a base of it, for people.
struct ObjectMember {
  Field field;                      // its name, type and place
  std::string how;                  // how it travels; empty: by its type
  bool is_left_out = false;         // `how` says why
  std::vector<std::string> classes; // the names of those that it holds or leads to
};

/// A class whose objects AutoLink sends as C++ objects, with all that they own.
struct ObjectClass {
  std::string name;     // the name with namespaces: "ns::Vec<double, 3>", as code may write it before "::x"
  std::string spelling; // the type as generated code writes it: "struct ns::Vec<double, 3>"
  std::string hidden;   // the type itself if it is not public and `spelling` a name for it; empty: it is public
  std::string kind;     // "struct", "class", "union"
  Location location;
  bool is_library = false;          // AutoLink's headers describe it: there are no members here
  std::string reached_by;           // why it is one: "it is marked", "'next' of class list points to it"
  std::vector<std::string> members; // the names of its own members that travel
  std::vector<std::size_t> weak;    // the numbers of those that are weak pointers, or arrays of them
  std::vector<std::pair<std::string, std::string>> arrays; // members unique_ptr<T[]>, and those with their lengths
  std::vector<std::string> left_out; // of those that do not, with the reason: "'cache': AutoMap_Ignore"
  bool is_whole = true;              // whether all its bytes belong to what travels
  std::uint64_t size_bytes = 0;
  bool is_filled = false;                          // whether its members and the padding of alignment are all of it
  std::size_t n_counted = 0;                       // its members, if the compiler can count them and need do so
  std::vector<std::string> bases, virtual_bases;   // as generated code writes them
  std::optional<std::vector<std::string>> derived; // the classes that a pointer to it may lead to; nothing: itself
  std::vector<ObjectBytes> bytes;                  // what travels as bytes
  std::string make, arrived;                       // calls: "ns::create()", "object.rebuild()"; empty: none
  std::vector<ObjectMember> parts;                 // bases and members, in the order of the class
  SourceLines source;
};

/// An input file, and how generated code reaches it.
struct Input {
  std::string path;    // the path that the user gave
  std::string include; // "struct.h" or <struct.h> with delimiters; empty: it cannot be included
};

/// All that was read from the inputs.
struct Survey {
  std::vector<std::string> headers_before; // headers that the inputs need before them, with delimiters
  std::vector<Input> inputs;
  std::vector<Record> records;          // a record follows all records that it contains
  std::vector<ObjectClass> objects;     // with AutoLink and C++
  std::set<std::string> object_headers; // AutoLink's headers about containers that these hold: "autolink/eigen.hpp"
  std::string library_condition;        // of the preprocessor: the standard library is the same; empty: not known
  std::set<std::string> dependencies;   // the files that were read
  std::set<std::string> macros;         // names of macros that are plain words, "size"
};

/// A half-open range of bytes.
struct Bytes {
  std::int64_t offset = 0;
  std::int64_t size = 0;
};

/// The bytes of a record that belong to no field.
struct Padding {
  std::vector<Bytes> holes; // ascending, at any depth of nesting
  bool complete = true;     // whether these are all holes
  std::int64_t tail_bytes = 0;
};

/// The number of runs, or of holes, of a record that are printed at most. Its tree still has the whole layout.
inline constexpr std::size_t printed_limit = 100'000;

/// Returns the bytes of `record` that belong to no field. Ignored fields are no padding. `runs` are the runs of its
/// tree.
Padding padding(const Survey &survey, const Record &record, const layout::Runs &runs);

/// Finds the fields that hold bytes of records. A record may have very many, so they are sorted once.
class FieldPaths {
public:
  explicit FieldPaths(const Survey &survey) : survey_(survey) {}

  /// Returns the path of the field that holds the byte at `offset`: "pos", "cells[3].id"; without a trailing [0]. In a
  /// union, that is the member that is sent. Empty if no field does.
  std::string at(const Record &record, std::uint64_t offset);

private:
  /// A field with bytes, and the end of the last byte of all that begin before it or with it.
  struct Placed {
    const Field *field;
    std::uint64_t end_of_all;
  };

  const Field *field_at(const Record &record, std::uint64_t offset);

  const Survey &survey_;
  std::map<const Record *, std::vector<Placed>> sorted_; // by offset
};

/// Returns the bytes of each bit-field that no bit-field before it has, in the order of record.fields.
std::vector<Bytes> bit_field_bytes(const Record &record);

/// Calls visit(link) for each link of the record and of what it contains, at any depth.
void each_link(const Survey &survey, const Record &record, const std::function<void(const Link &)> &visit);

/// Whether the record, or a record in it, has a pointer to virtual functions.
bool is_dynamic(const Survey &survey, const Record &record);

/// Returns the type tree of record.fields. The records that these contain must have their trees.
layout::TypeTree tree_of(const Survey &survey, const Record &record);

/// The MPI constructor that stands for Record::tree.
inline constexpr const char *naive_call = "MPI_Type_create_struct of the fields";

/// Fills in `optimal` for all records that are shown or get code. Throws std::length_error, which names the record, if
/// a cost leaves the 64-bit range.
void find_optimal_trees(Survey &survey, const layout::CostModel &model);

/// Returns the name of a record for people: "struct cmdline", "class ns::Grid"; "particle" if a typedef alone names it;
/// "struct (unnamed)"; "struct cmdline, view ghost".
std::string describe(const Record &record);

} // namespace automap
