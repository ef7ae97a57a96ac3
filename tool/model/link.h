// A pointer that AutoLink follows, as the emitters see it: a plain value without Clang.
#pragma once

#include "length.h"

#include "layout/basic_type.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace automap {

/// A step from one place to another on the way to an integer. What is taken from the steps of a length stands on their
/// stack, the first one deepest.
struct Hop {
  bool follows = false;    // the place is a pointer, which is followed; else the place is an array
  bool is_indexed = false; // an index is taken; behind a pointer, also the number of elements; else it is element 0
  std::uint64_t count = 1; // the number of elements, unless it is taken
  std::uint64_t stride_bytes = 0;
  std::uint64_t offset_bytes = 0; // from the beginning of the element to the next place

  /// Returns how many values are taken.
  unsigned taken() const { return is_indexed ? (follows ? 2 : 1) : 0; }
};

/// An integer field that generated code reads: a length, or the kind of a pointer's target.
struct IntegerField {
  std::string path;               // the field's path within the record of the link: "n", "head.count"
  std::string type;               // the type as generated code writes it: "unsigned int"
  std::uint64_t offset_bytes = 0; // with hops: of the place from which these lead
  std::vector<Hop> hops;
  bool nameable = true;   // generated code may write the path
  bool in_target = false; // it is in what the pointer leads to
  bool is_bits = false;
  unsigned width_bits = 64; // of its values, not of the field's bytes
  bool is_signed = false;
};

/// The length that AutoMap_Len gives a pointer.
struct LinkLength {
  std::string text;                // the expression as the user wrote it
  std::vector<Length::Step> steps; // their indices point into `fields`
  std::vector<IntegerField> fields;

  // The distance to a pointer to the end of the array: AutoMap_Len(end - begin).
  bool of_pair = false;
  std::int64_t pair_bytes = 0;     // from the pointer to the other one of the pair
  std::uint64_t pointee_bytes = 0; // the size of what `end - begin` counts

  // A struct with a flexible array member, as bytes: the fields are those of what the pointer leads to.
  bool of_target = false;
  std::string target_type, tail; // the struct as generated code writes it, and its flexible array

  bool of_row = false; // of each array that an array of pointers leads to; its steps may have the row's index

  /// Whether it is known only once what other pointers of the record lead to is there.
  bool is_late() const {
    return of_pair || of_row || of_target || std::ranges::any_of(fields, [](const IntegerField &field) {
             return std::ranges::any_of(field.hops, &Hop::follows);
           });
  }
};

struct LinkChoice;

/// Where a pointer leads.
struct Link {
  enum class Kind : std::uint8_t {
    null,   // leads nowhere: it arrives as NULL
    object, // leads to one object of a record
    array,  // leads to `length` elements
    end,    // leads to the end of the array that another pointer leads to: the end of a pair
    string, // leads to characters that end with a NUL
    inside, // leads into the middle of an object or array
    any,    // leads to one of several types; a field decides which
    data,   // a union's member that is not a pointer: its bytes are sent
  };
  /// The kind of an array's elements.
  enum class Element : std::uint8_t { record, basic, pointer };

  Kind kind = Kind::null;
  Element element = Element::record;
  std::string type;                // what it points to (for a string: a character), as people write it
  std::size_t record = 0;          // object, inside a place, array of records: an index into Survey::records
  layout::BasicType basic;         // array of basics, string
  std::uint64_t basic_count = 1;   // adjacent basics in an element
  std::uint64_t align_bytes = 1;   // array of basics: alignment of an element
  std::uint64_t repeat = 1;        // array: records or basics in each element that `length` counts
  std::vector<Link> pointers;      // array of pointers: one link, for each of them
  std::string owner;               // array of rows: "matrix.a", the pointer to it
  LinkLength length;               // array
  std::vector<LinkChoice> choices; // any
  IntegerField kind_field;         // any
  bool kind_in_target = false;     // any: the field is in the record that the pointer leads to
  bool headed = false;             // any, without a field: the last choice, unless it leads back to another one

  bool weak = false;            // object, inside: not followed, and null unless what it leads to travels anyway
  std::string place;            // inside: "task.node", a field of `record`; empty: inside what other pointers lead to
  std::uint64_t bias_bytes = 0; // link into a place: the offset of that place in the record

  unsigned line = 0; // the line of the pointer, in its record's file
};

/// What a pointer or a union holds if the deciding field has this value.
struct LinkChoice {
  std::string value;                  // the value as generated code writes it: "2", "KIND_NODE"
  std::optional<std::int64_t> number; // the number, if it is known
  Link link;
};

/// Calls visit(record) for each index into Survey::records that the link holds.
template <typename LinkType, typename Visit> void each_target(LinkType &link, Visit visit) {
  if (link.kind == Link::Kind::object || (link.kind == Link::Kind::inside && !link.place.empty()) ||
      ((link.kind == Link::Kind::array || link.kind == Link::Kind::end) && link.element == Link::Element::record))
    visit(link.record);
  for (auto &pointer : link.pointers)
    each_target(pointer, visit);
  for (auto &choice : link.choices)
    each_target(choice.link, visit);
}

} // namespace automap
