// The types of a file's structures: what a plan says of its classes, with the names of all fields. In a file they stand
// in bytes that have no byte order (autolink/file-format.md).
#pragma once

#include "core/base/form.h"
#include "core/plan/node_plan.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace autolink::file {

/// Where a pointer leads.
struct Leads {
  struct Choice {
    std::int64_t value = 0;
    std::uint32_t kind = AL_IGNORE; // AL_LINK … AL_INSIDE, AL_DATA, AL_END, AL_WEAK, AL_WEAK_INSIDE
    std::uint32_t node_class = 0;   // 0 if it leads to no class; AL_WEAK: that of records, or no_class
  };
  std::uint32_t chosen_by = 0; // AL_ANY, AL_ANY_LATE, AL_HEADED; 0: there is one choice, which is always made
  std::vector<Choice> choices;

  bool is_known_late() const { return chosen_by == AL_ANY_LATE || chosen_by == AL_HEADED; }
};

/// A field of a record, with the meanings of AL_Field.
struct Field {
  std::string name;
  std::uint32_t kind = AL_BYTE;
  std::uint64_t offset = 0, count = 1, stride = 0;
  std::vector<Field> fields; // AL_FIELD_RECORD
  Leads leads;               // AL_FIELD_POINTER
};

struct Class {
  std::string name; // the type's
  NodeKind kind = NodeKind::record;
  std::uint64_t size = 0;                                // bytes of a record or element
  std::uint64_t signature_hash = 0, signature_count = 0; // AL_TypeInfo's
  bool has_names = false;                                // whether the fields are known; else there are none
  /// A single value or pointer is a field without a name.
  std::vector<Field> fields;
};

/// Contents that the caller's functions have written (al_stream.h), such as C++ objects.
struct ContentType {
  std::uint64_t hash = 0;   // AL_ContentType's
  std::string name, fields; // what AL_File_write_stream was given
};

struct Types {
  bool is_big_endian = false;
  unsigned pointer_bytes = 8;
  std::vector<Form> forms;            // of each basic type
  std::vector<Class> classes;         // none if there are contents
  std::optional<ContentType> content; // of all contents; none if there are structures

  /// Returns the bytes of one value of a field.
  std::uint64_t value_bytes(const Field &field) const;
  /// Whether all fields have names.
  bool have_names() const;
  /// Returns the name of a class for messages: "Square", "array of double".
  std::string name_of(std::size_t node_class) const {
    return class_name(classes[node_class].kind, classes[node_class].name);
  }
};

/// Whether a pointer of this kind leads to nodes of a class.
inline bool leads_to_class(std::uint32_t kind) {
  return kind == AL_LINK || kind == AL_ARRAY || kind == AL_STRING || kind == AL_END;
}

/// Returns the types of contents on this machine.
Types types_of(const ContentType &content);

/// Whether values have the same bytes on the machines of both.
bool are_of_like_machines(const Types &a, const Types &b);

/// Returns the types of a plan on this machine. Throws Failure (AL_ERR_TABLES) if names contradict the other tables.
Types types_of(const NodePlan &plan);

/// Returns what a file has of these types.
std::vector<std::byte> write_types(const Types &types);

/// Reads what write_types() has written, and checks that all fields lie in their records. Throws Failure
/// (AL_ERR_DAMAGED).
Types read_types(std::span<const std::byte> bytes);

/// Returns the name of a basic type in C, or what another kind of field is: "double", "pointer".
std::string kind_name(std::uint32_t kind);

} // namespace autolink::file
