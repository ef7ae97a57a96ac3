// Flattening a node. See node_tables.h.
//
// A table's line has one count and one stride; a place in arrays of arrays of records has more. The longest repetition
// is kept, and the others become lines of their own.
#include "node_tables.h"

#include "code/layout_checks.h"

#include <algorithm>
#include <stdexcept>

namespace automap {
namespace {

constexpr std::size_t most_lines = 1'000'000;

struct Loop {
  std::uint64_t count = 1, stride_bytes = 0;
};

/// A place in the node, with the arrays that lead to it.
struct Place {
  std::uint64_t offset_bytes = 0;
  std::string text; // the offset as code; empty: 0
  std::vector<Loop> loops;

  Place at(std::uint64_t offset, const std::string &code) const {
    Place out = *this;
    out.offset_bytes += offset;
    out.text += (text.empty() ? "" : " + ") + code;
    return out;
  }

  void repeat(std::uint64_t count, std::uint64_t stride_bytes) {
    if (count == 1)
      return;
    if (!loops.empty() && loops.back().stride_bytes == count * stride_bytes) // both are one array
      loops.back() = {loops.back().count * count, stride_bytes};
    else
      loops.push_back({count, stride_bytes});
  }
};

/// Returns a place for each step of the loops other than `kept`.
std::vector<Repeated> lines(const Place &place, const Loop *kept) {
  std::vector<Repeated> out = {{place.offset_bytes, kept ? kept->count : 1, kept ? kept->stride_bytes : 0,
                                place.text.empty() ? "0" : place.text}};
  for (const Loop &loop : place.loops) {
    if (&loop == kept)
      continue;
    if (loop.count > most_lines / out.size())
      throw std::length_error("AutoLink's tables for it would have more than a million lines");
    std::vector<Repeated> expanded;
    for (const Repeated &line : out)
      for (std::uint64_t i = 0; i < loop.count; ++i) {
        Repeated next = line;
        next.offset_bytes += i * loop.stride_bytes;
        if (i != 0)
          next.offset_text += " + " + std::to_string(i * loop.stride_bytes);
        expanded.push_back(std::move(next));
      }
    out = std::move(expanded);
  }
  return out;
}

const Loop *longest(const std::vector<Loop> &loops) {
  const auto found = std::ranges::max_element(loops, {}, &Loop::count);
  return found == loops.end() ? nullptr : &*found;
}

/// Whether generated code computes something for the link from the fields beside it.
bool has_function(const Link &link) {
  return link.kind == Link::Kind::array || link.kind == Link::Kind::any || link.kind == Link::Kind::end;
}

class Flattener {
public:
  Flattener(const Survey &survey, const Record &node) : survey_(survey), node_(node) {}

  NodeTables run() {
    add(node_, {}, {&node_, {}, true}, "");
    // The end of a pair is restored after its beginning.
    std::ranges::stable_partition(tables_.pointers,
                                  [](const NodePointer &pointer) { return link_of(pointer).kind != Link::Kind::end; });
    return std::move(tables_);
  }

private:
  /// The record whose fields pointers belong to; anonymous records are part of the one around them.
  struct Owner {
    const Record *record = nullptr;
    Place place; // its place in the node
    bool is_node = false;
  };

  void add(const Record &record, const Place &place, const Owner &owner, const std::string &path) {
    const std::vector<Bytes> bits = bit_field_bytes(record);
    auto next_bits = bits.begin();
    for (const Field &field : record.fields) {
      const std::string code = offset_text(field, owner);
      const std::string name = path.empty() || field.name.empty() ? path + field.name : path + "." + field.name;
      Place there = place.at(field.offset_bytes, code);
      switch (field.content) {
      case Field::Content::basic:
        there.repeat(field.element_count(), field.stride_bytes);
        there.repeat(field.basic_count, field.basic.size_bytes);
        add_data(there, field.basic, name);
        break;
      case Field::Content::bits:
        there = place;
        there.offset_bytes += static_cast<std::uint64_t>(next_bits->offset);
        there.text += (place.text.empty() ? "" : " + ") + std::to_string(next_bits->offset);
        there.repeat(static_cast<std::uint64_t>(next_bits->size), 1);
        if (next_bits->size != 0)
          add_data(there, {layout::BasicTypeId::BYTE, 1}, name);
        ++next_bits;
        break;
      case Field::Content::record: {
        there.repeat(field.element_count(), field.stride_bytes);
        const Record &inner = survey_.records[field.record];
        const bool anonymous = field.name.empty() && !field.is_base;
        add(inner, there,
            anonymous ? Owner{owner.record, owner.place.at(field.offset_bytes, code), owner.is_node}
                      : Owner{&inner, {}, false},
            name);
        break;
      }
      case Field::Content::ignored:
        break;
      }
      if (field.link)
        add_pointers(place, owner, field, code, field.name.empty() ? name + "(unnamed)" : name);
      for (const std::uint64_t dead : field.dead_pointers) {
        Place pointer = place.at(field.offset_bytes, code);
        if (dead != 0)
          pointer = pointer.at(dead, std::to_string(dead));
        pointer.repeat(field.element_count(), field.stride_bytes);
        for (const Repeated &line : lines(pointer, longest(pointer.loops)))
          push(tables_.pointers, NodePointer{.place = line, .path = name});
      }
    }
  }

  /// Returns the offset of a field in its record, with the anonymous ones around that, as code.
  static std::string offset_text(const Field &field, const Owner &owner) {
    const std::string type = code_name(*owner.record);
    const bool named =
        !type.empty() && !field.name.empty() && field.nameable && field.is_public && owner.place.text.empty();
    return named ? "offsetof(" + type + ", " + field.name + ")" : std::to_string(field.offset_bytes);
  }

  void add_data(const Place &place, layout::BasicType basic, const std::string &path) {
    for (const Repeated &line : lines(place, longest(place.loops))) {
      const auto dense = [&](const Repeated &run) { return run.count == 1 || run.stride_bytes == basic.size_bytes; };
      if (!tables_.data.empty()) {
        NodeRun &last = tables_.data.back();
        if (last.basic == basic && dense(last.place) && dense(line) &&
            last.place.offset_bytes + last.place.count * basic.size_bytes == line.offset_bytes) {
          last.place.count += line.count;
          last.place.stride_bytes = basic.size_bytes;
          continue;
        }
      }
      push(tables_.data, NodeRun{line, basic, path});
    }
  }

  void add_pointers(const Place &place, const Owner &owner, const Field &field, const std::string &code,
                    const std::string &path) {
    Place there = place.at(field.offset_bytes, code);
    Place in_owner = owner.place.at(field.offset_bytes, code);
    const std::string name = field.name.empty() ? "union_at_" + std::to_string(in_owner.offset_bytes) : field.name;
    const Link &link = *field.link;
    const std::uint64_t elements = field.element_count();
    // A function finds the owner from the pointer's address or, if the pointer is one of an array, from the node. In a
    // record inside the node, each pointer of an array needs a function of its own.
    const bool from_node = elements > 1 && owner.is_node;
    if (!has_function(link) || from_node || elements == 1) {
      there.repeat(elements, field.stride_bytes);
      const Repeated inside{in_owner.offset_bytes, elements, field.stride_bytes, in_owner.text};
      for (const Repeated &line : lines(there, longest(there.loops)))
        push(tables_.pointers, NodePointer{line, path, &link, owner.record, from_node, inside, name});
      return;
    }
    for (std::uint64_t i = 0; i < elements; ++i) {
      const std::uint64_t step = i * field.stride_bytes;
      const Place one = i == 0 ? there : there.at(step, std::to_string(step));
      const Place one_inside = i == 0 ? in_owner : in_owner.at(step, std::to_string(step));
      const Repeated inside{one_inside.offset_bytes, 1, 0, one_inside.text};
      for (const Repeated &line : lines(one, longest(one.loops)))
        push(tables_.pointers,
             NodePointer{line, path, &link, owner.record, false, inside, name + "_" + std::to_string(i)});
    }
  }

  template <typename Line> static void push(std::vector<Line> &table, const Line &line) {
    if (table.size() >= most_lines)
      throw std::length_error("AutoLink's tables for it would have more than a million lines");
    table.push_back(line);
  }

  const Survey &survey_;
  const Record &node_;
  NodeTables tables_;
};

} // namespace

NodeTables node_tables(const Survey &survey, const Record &record) {
  try {
    return Flattener(survey, record).run();
  } catch (const std::length_error &error) {
    throw std::length_error("'" + describe(record) + "': " + error.what());
  }
}

std::string code_name(const Record &record) {
  // Only listed records have a declared name.
  return record.listed ? macro_safe(record, spelling_of(record)) : "";
}

} // namespace automap
