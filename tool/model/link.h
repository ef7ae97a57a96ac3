// A pointer that AutoLink follows, as the emitters see it: a plain value that knows nothing of Clang.
#pragma once

#include "length.h"

#include "layout/basic_type.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace automap {

/// An integer field whose value generated code reads: a length, or the kind of what a pointer leads to.
struct IntegerField {
  std::string path; // in the record that has the link: "n", "head.count"
  std::string type; // in generated code: "unsigned int"
  std::uint64_t offset_bytes = 0;
  bool nameable = true; // generated code may write the path
  bool is_bits = false;
};

/// The length that AutoMap_Len gives a pointer.
struct LinkLength {
  std::string text;                // as it is written
  std::vector<Length::Step> steps; // whose fields are:
  std::vector<IntegerField> fields;
};

struct LinkChoice;

/// Where a pointer leads.
struct Link {
  enum class Kind : std::uint8_t {
    null,   // nowhere: it arrives as NULL
    object, // to one object of a record
    array,  // to `length` elements
    string, // to characters and a NUL
    inside, // into the middle of something
    any,    // as a field tells
    data,   // a member of a union that is no pointer: it travels as its bytes
  };
  /// What the elements of an array are.
  enum class Element : std::uint8_t { record, basic, pointer };

  Kind kind = Kind::null;
  Element element = Element::record;
  std::string type;                // of what it points to (of a string: a character), as people write it
  std::size_t record = 0;          // object, inside a place, array of records: an index into Survey::records
  layout::BasicType basic;         // array of basics, string
  std::uint64_t basic_count = 1;   // adjacent basics in an element
  std::uint64_t align_bytes = 1;   // array of basics: of an element
  std::uint64_t repeat = 1;        // array: records or basics in one of the elements that `length` counts
  std::vector<Link> pointers;      // array of pointers: one link, where each of them leads
  LinkLength length;               // array
  std::vector<LinkChoice> choices; // any
  IntegerField kind_field;         // any

  std::string place;            // inside: "task.node", a field of `record`; empty: in what others lead to
  std::uint64_t bias_bytes = 0; // inside a place: where in the record that is

  unsigned line = 0; // of the pointer, in its record's file
};

/// What a pointer or a union is where the field that tells has this value.
struct LinkChoice {
  std::string value;                  // as code writes it: "2", "KIND_NODE"
  std::optional<std::int64_t> number; // what it is, if that is known
  Link link;
};

/// Calls visit(record) for each index into Survey::records that the link holds.
template <typename LinkType, typename Visit> void each_target(LinkType &link, Visit visit) {
  if (link.kind == Link::Kind::object || (link.kind == Link::Kind::inside && !link.place.empty()) ||
      (link.kind == Link::Kind::array && link.element == Link::Element::record))
    visit(link.record);
  for (auto &pointer : link.pointers)
    each_target(pointer, visit);
  for (auto &choice : link.choices)
    each_target(choice.link, visit);
}

} // namespace automap
