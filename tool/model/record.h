// What the stages of automap hand to each other: plain values that know nothing of Clang.
//
//   FILE ─ frontend ─▶ Clang AST + directives (directive_collector, selection_file)
//        ─ annotations ─▶ what is said of which declaration ─ record_reader ─▶ Survey of Records
//        ─ optimal_tree ─▶ the same, with the type trees of least cost
//        ─ emit_c | emit_json | emit_text ─▶ text ─ main ─▶ files
//
//   With AutoLink, link_reader makes Links of pointer fields, and the records that these lead to join the
//   Survey:
//        ─ node_tables ─ emit_autolink | emit_logbook ─▶ text
//
//   FILE of --from-typemap ─ type_map_file ─▶ MapType ─ optimal_tree ─ emit_map ─▶ text ─ main ─▶ files
//
// A Record carries its layout as fields (for people, comments and checks), as the type tree that follows the
// fields (for everything that is computed), and as the type tree of least cost (for what MPI is told).
#pragma once

#include "link.h"
#include "optimal_tree.h"

#include "layout/type_map.h"
#include "layout/type_tree.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

namespace automap {

struct Location {
  std::string file; // as the compiler was told it
  unsigned line = 0;
  unsigned column = 0;
  std::pair<std::uint64_t, std::uint64_t> file_id; // device and inode: one file may have several paths

  /// The same place, whatever the path to it.
  auto key() const { return std::tuple(file_id, line, column); }
};

/// A part of a record: a field, a base class, or the pointer to its virtual functions.
struct Field {
  enum class Content : std::uint8_t {
    basic,   // each element is `basic_count` adjacent `basic`s
    bits,    // a bit-field: the bytes that hold a bit of it, each of which may hold others too
    record,  // each element is a records[record]
    ignored, // left out of the datatype
  };

  std::string name;         // empty: an anonymous member or a base, whose fields are its owner's
  std::string type;         // as the header writes it, for people: "double[3]"
  bool is_base = false;     // a base class
  bool is_vptr = false;     // the pointer to virtual functions
  bool is_public = true;    // it and its type can be named from outside of the class
  bool nameable = true;     // by offsetof: no bit-field, no macro has its name, …
  std::string checked_type; // as a static assertion can name it; empty: it cannot
  std::string enum_integer; // the integer type of an enum, likewise; empty: it is none
  std::string zero;         // as C initializes it: "0", "{0}", "{}"; empty: otherwise
  std::uint64_t offset_bytes = 0;
  std::uint64_t size_bytes = 0;       // all elements, without what other fields may reuse behind the last
  std::uint64_t stride_bytes = 0;     // from one element to the next
  std::vector<std::uint64_t> extents; // of an array, outermost first
  Content content = Content::basic;
  layout::BasicType basic;
  std::uint64_t basic_count = 1;
  std::size_t record = 0;     // index into Survey::records
  unsigned bit_width = 0;     // of a bit-field
  std::string pointer_length; // what AutoMap_Len says of this pointer; empty: nothing

  // For AutoLink only.
  std::optional<Link> link;                 // where each element leads
  std::vector<std::uint64_t> dead_pointers; // offsets in each element that is left out: they arrive as NULL

  /// Elements of the (flattened) array; 1 for a scalar.
  std::uint64_t element_count() const;
};

/// Something that the user should know about a mapped record.
struct Remark {
  unsigned line = 0; // in the record's file
  std::string text;
};

struct Record {
  /// A datatype that the user asked for: the name that was marked, and what C calls the type.
  struct Datatype {
    std::string name;     // the user's: "cmdline", "ns::Vec3"
    std::string spelling; // in generated code: "struct cmdline"
  };

  std::string name;      // as marked, or the tag; empty: unnamed
  std::string qualified; // with namespaces and enclosing records
  std::string kind;      // "struct", "class", "union"
  std::string view;      // the view of which this is (a part); empty: the record itself
  bool tagged = false;   // it has a name of its own, not only one from a typedef or a variable
  std::string spelling;  // in generated code; empty: only its owner's field can name it
  Location location;
  std::vector<Datatype> datatypes;
  bool deprecated = false; // or a field of it
  bool standard = false;   // of the standard library
  bool internal = false;   // of it, and not to be shown
  bool tuple_like = false; // std::tuple_size knows it
  bool listed = false;     // in the output: marked, contained in a marked one, or all were asked for

  bool mapped = false;
  std::string reason; // if not mapped

  std::uint64_t size_bytes = 0;
  std::uint64_t align_bytes = 0;
  std::vector<Field> fields;              // empty if not mapped
  std::vector<std::string> other_members; // functions, types and so on, which may hide a base's fields
  std::vector<Remark> remarks;
  bool is_node = false;   // AutoLink gets a type for it
  std::string reached_by; // of a node that nobody marked: "'next' of struct list points to it"
  bool is_tree = false;   // AutoMap_Tree
  layout::TypeTree tree = layout::TypeTree::empty(); // follows the fields
  OptimalTree optimal;                               // once find_optimal_trees() has run
};

/// An input file, and how generated code reaches it.
struct Input {
  std::string path;    // as given
  std::string include; // "struct.h" or <struct.h> with its delimiters; empty: it cannot be included
};

struct Survey {
  std::vector<Input> inputs;
  std::vector<Record> records; // a record stands behind all that it contains
  std::set<std::string> dependencies;
  std::set<std::string> macros; // plain words, "size", that stand for something in code behind the inputs
};

/// A half-open range of bytes.
struct Bytes {
  std::int64_t offset = 0;
  std::int64_t size = 0;
};

struct Padding {
  std::vector<Bytes> holes; // ascending, at any depth of nesting
  bool complete = true;     // false: there are more holes
  std::int64_t tail_bytes = 0;
};

/// More runs, or holes, of a record than this are not printed: the layout is still complete in its tree.
inline constexpr std::size_t printed_limit = 100'000;

/// The bytes of `record` that belong to no field. Ignored fields are no padding. `runs` are those of
/// its tree.
Padding padding(const Survey &survey, const Record &record, const layout::Runs &runs);

/// The path of the field that holds the byte at `offset`: "pos", "cells[3].id"; a trailing [0] is left
/// out. Empty if no field does.
std::string field_path(const Survey &survey, const Record &record, std::uint64_t offset);

/// The bytes of each bit-field that no bit-field before it has, in the order of record.fields.
std::vector<Bytes> bit_field_bytes(const Record &record);

/// Calls visit(link) for each link of the record and of what it contains, at any depth.
void each_link(const Survey &survey, const Record &record, const std::function<void(const Link &)> &visit);

/// Has it, or what it contains, a pointer to virtual functions?
bool is_dynamic(const Survey &survey, const Record &record);

/// Builds record.tree from record.fields; the records they contain must have theirs.
layout::TypeTree tree_of(const Survey &survey, const Record &record);

/// The MPI constructor that stands for Record::tree.
inline constexpr const char *naive_call = "MPI_Type_create_struct of the fields";

/// Fills in the `optimal` of all records that are shown or get code. Throws std::length_error, which names
/// the record, where a cost leaves the 64-bit range.
void find_optimal_trees(Survey &survey, const layout::CostModel &model);

/// What people call a record: "struct cmdline", "class ns::Grid"; "particle" if a typedef alone names it;
/// "struct (unnamed)"; "struct cmdline, view ghost".
std::string describe(const Record &record);

} // namespace automap
