// Structs as leaves. See c_types.h.
#include "c_types.h"

#include "core/base/leb128.h"
#include "core/base/received.h"

#include <algorithm>
#include <set>

namespace autolink::exchange {
namespace {

constexpr std::size_t max_leaves = 1 << 20;

class LeavesReader {
public:
  LeavesReader(const Described &from, std::size_t n_classes) : from_(from), n_classes_(n_classes) {
    out_.name = from.name;
    out_.kind = static_cast<NodeKind>(from.kind);
    out_.size = from.size;
  }

  CRecord run() {
    for (const Described::Pointers &pointers : from_.pointers) {
      check_places(pointers.offset, pointers.count, pointers.stride, sizeof(void *));
      if (!pointers.length_at.is_known)
        continue;
      check_places(pointers.length_at.offset, pointers.count, pointers.stride, 1);
      check_message(pointers.count <= max_leaves, "a record has too many values");
      for (std::uint64_t i = 0; i < pointers.count; ++i)
        lengths_.insert(pointers.length_at.offset + i * pointers.stride);
    }
    for (const Described::Run &run : from_.runs)
      add(run);
    for (const Described::Pointers &pointers : from_.pointers)
      add(pointers);
    std::stable_sort(out_.leaves.begin(), out_.leaves.end(),
                     [](const Leaf &a, const Leaf &b) { return a.offset < b.offset; });
    find_lengths();
    return std::move(out_);
  }

private:
  /// Checks that `count` values lie in the record.
  void check_places(std::uint64_t offset, std::uint64_t count, std::uint64_t stride, std::uint64_t bytes) const {
    check_message(offset < out_.size && count > 0 && (count == 1 || stride > 0) &&
                      fits(out_.size - offset, count, count == 1 ? 0 : stride, bytes),
                  "a value lies outside its record");
  }
  void add(const Leaf &leaf) {
    check_message(out_.leaves.size() < max_leaves, "a record has too many values");
    out_.leaves.push_back(leaf);
  }

  void add(const Described::Run &run) {
    check_message(run.basic < AL_BASIC_TYPES, "a value has an unknown type");
    Leaf leaf;
    leaf.basic = static_cast<std::uint32_t>(run.basic);
    leaf.offset = run.offset;
    const std::uint64_t parts = parts_of(leaf.basic), bytes = parts * leaf.size();
    check_places(run.offset, run.count, run.stride, bytes);
    const auto length = lengths_.lower_bound(run.offset);
    const bool has_length = length != lengths_.end() && *length - run.offset < run.count * bytes;
    const bool is_dense = run.count == 1 || (run.stride == bytes && !has_length);
    leaf.count = is_dense ? run.count * parts : parts;
    for (std::uint64_t i = 0; i < (is_dense ? 1 : run.count); ++i, leaf.offset += run.stride)
      add(leaf);
  }

  void add(const Described::Pointers &pointers) {
    Leaf leaf;
    leb128::Reader target(reinterpret_cast<const std::byte *>(pointers.choices.data()), pointers.choices.size());
    switch (target.read_number()) {
    case AL_IGNORE:
      return;
    case AL_LINK:
      leaf.kind = Leaf::link;
      break;
    case AL_ARRAY:
      leaf.kind = Leaf::array;
      break;
    case AL_STRING:
      leaf.kind = Leaf::string;
      break;
    default:
      leaf.kind = Leaf::other_pointer;
    }
    if (leaf.kind != Leaf::other_pointer) {
      const std::uint64_t node_class = target.read_number();
      check_message(node_class < n_classes_, "a pointer leads to an unknown class");
      leaf.node_class = static_cast<std::uint32_t>(node_class);
    }
    leaf.offset = pointers.offset;
    for (std::uint64_t i = 0; i < pointers.count; ++i, leaf.offset += pointers.stride) {
      leaf.length = pointers.length_at.is_known ? static_cast<std::uint32_t>(length_places_.size()) : no_class;
      if (pointers.length_at.is_known)
        length_places_.push_back(pointers.length_at.offset + i * pointers.stride);
      add(leaf);
    }
  }

  /// Replaces the numbers of places by those of the leaves there, which must be integers.
  void find_lengths() {
    for (Leaf &leaf : out_.leaves) {
      if (leaf.length == no_class)
        continue;
      const std::uint64_t place = length_places_[leaf.length];
      const auto found = std::lower_bound(out_.leaves.begin(), out_.leaves.end(), place,
                                          [](const Leaf &one, std::uint64_t offset) { return one.offset < offset; });
      leaf.length = no_class;
      if (found == out_.leaves.end() || found->offset != place || found->kind != Leaf::value || found->count != 1)
        continue;
      const Form::Kind form = form_of(found->basic).kind;
      if (form != Form::natural && form != Form::integer && form != Form::character)
        continue;
      leaf.length = static_cast<std::uint32_t>(found - out_.leaves.begin());
    }
  }

  const Described &from_;
  const std::size_t n_classes_;
  CRecord out_;
  std::set<std::uint64_t> lengths_;          // places of lengths
  std::vector<std::uint64_t> length_places_; // of each array that has one
};

/// Names the leaves that begin where fields do.
void add_names(const AL_Field *fields, std::uint64_t n, std::uint64_t begin, const std::string &path, unsigned depth,
               CRecord &to) {
  constexpr unsigned max_depth = 100;
  for (std::uint64_t i = 0; fields && depth < max_depth && i < n; ++i) {
    const AL_Field &field = fields[i];
    const std::string name = path + (field.name ? field.name : "");
    for (std::uint64_t j = 0; j < field.count; ++j) {
      const std::uint64_t at = begin + field.offset + j * field.stride;
      const std::string of = field.count == 1 ? name : name + "[" + std::to_string(j) + "]";
      if (field.kind == AL_FIELD_RECORD) {
        add_names(field.fields, field.n_fields, at, of + ".", depth + 1, to);
        continue;
      }
      const auto leaf = std::lower_bound(to.leaves.begin(), to.leaves.end(), at,
                                         [](const Leaf &one, std::uint64_t offset) { return one.offset < offset; });
      if (leaf != to.leaves.end() && leaf->offset == at)
        leaf->name = leaf->kind == Leaf::value && leaf->count > 1 ? name : of;
      if (leaf != to.leaves.end() && leaf->count > 1)
        break;
    }
  }
}

} // namespace

std::string CRecord::text_of(const Leaf &leaf) const {
  static constexpr const char *pointers[] = {"", "a link", "an array", "a string", "a pointer"};
  const std::string type = leaf.kind == Leaf::value ? AL_Basic[leaf.basic].name : pointers[leaf.kind];
  if (kind != NodeKind::record && leaves.size() == 1 && leaf.name.empty())
    return class_name(kind, leaf.kind == Leaf::value ? type : "pointers");
  return (leaf.name.empty() ? "what " + name + " has at byte " + std::to_string(leaf.offset) : name + "." + leaf.name) +
         ", which is " + type;
}

CTypes c_types_of(const Description &sender) {
  for (std::uint32_t basic = 0; basic < AL_BASIC_TYPES; ++basic)
    require(sender.forms[basic] == form_of(basic), AL_ERR_TYPES, other_machine);
  CTypes out;
  for (const Described &c : sender.classes) {
    check_message(c.kind <= static_cast<std::uint64_t>(NodeKind::string) && c.size > 0 &&
                      c.size <= wire::max_element_bytes,
                  "the types are impossible");
    out.push_back(LeavesReader(c, sender.classes.size()).run());
  }
  check_message(!out.empty() && out[0].kind == NodeKind::record, "the types are impossible");
  for (const CRecord &record : out)
    for (const Leaf &leaf : record.leaves) {
      const NodeKind to = out[leaf.node_class].kind;
      check_message(leaf.kind == Leaf::value || leaf.kind == Leaf::other_pointer ||
                        to == (leaf.kind == Leaf::link    ? NodeKind::record
                               : leaf.kind == Leaf::array ? NodeKind::array
                                                          : NodeKind::string),
                    "a pointer leads to a class of another kind");
    }
  return out;
}

CTypes c_types_of(const NodePlan &plan) {
  const std::vector<std::byte> described = describe(plan);
  CTypes out = c_types_of(read_description(described.data(), described.size(), false).value());
  for (std::size_t i = 0; i < out.size(); ++i)
    add_names(plan.classes[i].type->fields, plan.classes[i].type->n_fields, 0, "", 0, out[i]);
  return out;
}

} // namespace autolink::exchange
