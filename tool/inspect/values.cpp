// Values by path. See values.h.
#include "values.h"

#include "types_text.h"

#include "core/base/failure.h"
#include "core/file/value_text.h"

#include <algorithm>
#include <optional>

namespace automap {
namespace {

using namespace autolink::file;

/// A node of the structure.
struct Node {
  std::uint32_t node_class = 0;
  std::uint64_t label = 0;
};

/// Elements of a node, or values of a field.
struct Place {
  enum Kind { node, record, field } kind = node;
  Node of;                               // node
  const std::vector<Field> *fields = {}; // record
  const Field *what = nullptr;           // field
  const std::byte *bytes = nullptr;      // record, field: the first of its values
  std::uint64_t count = 1;               // field: values from here on
};

class Finder {
public:
  Finder(const Types &types, const StoredStructure &stored, llvm::raw_ostream &out)
      : types_(types), stored_(stored), out_(out) {}

  void run(std::string_view steps, const std::string &path) {
    path_ = path;
    if (stored_.is_null()) {
      require_path(steps.empty(), "is NULL");
      return print_line(path_, "NULL");
    }
    place_ = {};
    while (!steps.empty())
      take_step(steps);
    follow_if_pointer();
    print(place_, path_);
  }

private:
  void require_path(bool condition, const std::string &why) const {
    if (!condition)
      throw WrongPath(path_ + " " + why);
  }

  void take_step(std::string_view &steps) {
    const auto take = [&](std::size_t n) {
      const std::string_view out = steps.substr(0, n);
      steps.remove_prefix(n);
      return out;
    };
    if (steps.starts_with("[")) {
      const std::string_view all = steps;
      go_to_element(take_index(steps));
      path_ += all.substr(0, all.size() - steps.size());
      return;
    }
    if (!steps.starts_with(".") && !steps.starts_with("->"))
      throw WrongPath("'" + std::string(steps) + "' is neither '.field' nor '[number]'");
    const std::string_view mark = take(steps.front() == '.' ? 1 : 2);
    const std::string_view name = take(std::min(steps.find_first_of(".[-"), steps.size()));
    go_to_field(std::string(name));
    path_ += std::string(mark) + std::string(name);
  }

  void go_to_element(std::uint64_t i) {
    go_behind_pointer();
    if (place_.kind == Place::node) {
      const Class &c = types_.classes[place_.of.node_class];
      require_path(c.kind != autolink::NodeKind::record, "is a single " + c.name);
      const std::uint64_t n = stored_.length(place_.of.node_class, place_.of.label);
      require_path(i < n, "has " + elements_text(n));
      go_into(c, stored_.elements(place_.of.node_class, place_.of.label, i).elements);
      return;
    }
    require_path(place_.kind == Place::field && place_.count != 1, "has no elements");
    require_path(i < place_.count, "has " + elements_text(place_.count));
    place_.bytes += i * place_.what->stride;
    place_.count = 1;
  }

  void go_to_field(const std::string &name) {
    go_behind_pointer();
    if (place_.kind == Place::node) {
      const Class &c = types_.classes[place_.of.node_class];
      require_path(c.kind == autolink::NodeKind::record, "is an " + types_.name_of(place_.of.node_class));
      go_into(c, stored_.elements(place_.of.node_class, place_.of.label, 0).elements);
    }
    if (place_.kind == Place::field && place_.what->kind == AL_FIELD_RECORD && place_.count == 1)
      place_ = {Place::record, {}, &place_.what->fields, nullptr, place_.bytes, 1};
    require_path(place_.kind == Place::record, "has no fields");
    const auto found = std::find_if(place_.fields->begin(), place_.fields->end(),
                                    [&](const Field &field) { return field.name == name; });
    require_path(found != place_.fields->end(), "has no field '" + name + "'");
    place_ = {Place::field, {}, nullptr, &*found, place_.bytes + found->offset, found->count};
  }

  /// Goes into an element of a class. The only field of a single value has no name and is that value.
  void go_into(const Class &c, const std::byte *element) {
    require_path(c.has_names, "has fields whose names are not in the file");
    if (c.fields.size() == 1 && c.fields[0].name.empty())
      place_ = {Place::field, {}, nullptr, &c.fields[0], element + c.fields[0].offset, c.fields[0].count};
    else
      place_ = {Place::record, {}, &c.fields, nullptr, element, 1};
  }

  bool is_pointer() const {
    return place_.kind == Place::field && place_.what->kind == AL_FIELD_POINTER && place_.count == 1;
  }

  /// Follows a pointer whose target the path goes on into.
  void go_behind_pointer() {
    if (!is_pointer())
      return;
    follow_if_pointer();
    if (!is_pointer())
      return;
    require_path(stored_.pointer_word(place_.bytes) != 0, "is NULL");
    const Leads &leads = place_.what->leads;
    require_path(false, "leads to " + leads_text(types_, leads) +
                            (leads.chosen_by == 0 ? "" : ", and the file does not say to which"));
  }

  void follow_if_pointer() {
    if (!is_pointer())
      return;
    const auto to = target(*place_.what, place_.bytes);
    if (!to)
      return;
    place_ = {};
    place_.of = *to;
  }

  /// Returns the node that a pointer leads to; nothing if it is NULL, or not known.
  std::optional<Node> target(const Field &pointer, const std::byte *bytes) const {
    std::uint64_t word = stored_.pointer_word(bytes);
    const std::vector<Leads::Choice> &choices = pointer.leads.choices;
    const Leads::Choice *choice = &choices.front();
    if (word == 0 || pointer.leads.chosen_by == AL_ANY)
      return std::nullopt;
    if (pointer.leads.is_known_late()) {
      choice = &choices[(word - 1) % choices.size()];
      word = (word - 1) / choices.size() + 1;
    }
    if (choice->kind == AL_WEAK && word % 2 == 0)
      word /= 2;
    else if (choice->kind != AL_LINK && choice->kind != AL_ARRAY && choice->kind != AL_STRING)
      return std::nullopt;
    if (choice->node_class == autolink::no_class || word > stored_.n_nodes(choice->node_class))
      throw autolink::Failure(AL_ERR_DAMAGED, "AutoLink: a label is larger than those of the nodes");
    return Node{choice->node_class, word - 1};
  }

  // Text.

  std::string node_text(Node node) const {
    const Class &c = types_.classes[node.node_class];
    const std::uint64_t n = stored_.length(node.node_class, node.label);
    if (c.kind == autolink::NodeKind::string)
      return string_text(node, n);
    const std::string name = types_.name_of(node.node_class) + " " + std::to_string(node.label);
    return c.kind == autolink::NodeKind::record ? name : name + ", " + elements_text(n);
  }

  std::string string_text(Node node, std::uint64_t n) const {
    std::string out = "\"";
    for (std::uint64_t i = 0; i + 1 < n;) { // without the null character
      const StoredStructure::Row row = stored_.elements(node.node_class, node.label, i);
      const auto here = static_cast<std::size_t>(std::min(row.n, n - 1 - i));
      const std::string part = quoted(row.elements, here);
      out.append(part, 1, part.size() - 2);
      i += here;
    }
    return out + "\"";
  }

  std::string pointer_text(const Field &field, const std::byte *bytes) const {
    const std::uint64_t word = stored_.pointer_word(bytes);
    if (const auto to = target(field, bytes))
      return node_text(*to);
    const std::uint32_t kind = field.leads.choices.front().kind;
    if (word == 0 || (field.leads.chosen_by == 0 && kind == AL_IGNORE))
      return "NULL";
    if (field.leads.chosen_by == 0 && kind == AL_END)
      return "the end of an array of " + elements_text(word);
    if (field.leads.chosen_by == 0 && (kind == AL_INSIDE || kind == AL_WEAK || kind == AL_WEAK_INSIDE)) {
      const autolink::InsideEntry entry = stored_.inside_entry(kind == AL_WEAK ? word / 2 : word - 1);
      return entry.node_class == autolink::no_class
                 ? "NULL"
                 : "byte " + std::to_string(entry.offset) + " of " + types_.name_of(entry.node_class) + " " +
                       std::to_string(entry.label);
    }
    return "number " + std::to_string(word - 1) + " of " + leads_text(types_, field.leads);
  }

  std::string value(const Field &field, const std::byte *bytes) const {
    if (field.kind == AL_FIELD_POINTER)
      return pointer_text(field, bytes);
    return value_text(types_, field.kind == AL_FIELD_BITS ? std::uint32_t{AL_BYTE} : field.kind, bytes);
  }

  void print_line(const std::string &path, const std::string &text) { out_ << path << " = " << text << '\n'; }

  void print(const Place &place, const std::string &path) {
    switch (place.kind) {
    case Place::node:
      print_node(place.of, path);
      break;
    case Place::record:
      print_record(*place.fields, place.bytes, path);
      break;
    case Place::field:
      print_field(*place.what, place.bytes, place.count, path);
      break;
    }
  }

  void print_node(Node node, const std::string &path) {
    const Class &c = types_.classes[node.node_class];
    const std::uint64_t n = stored_.length(node.node_class, node.label);
    print_line(path, node_text(node));
    if (c.kind == autolink::NodeKind::string || !c.has_names)
      return;
    for (std::uint64_t i = 0; i < n;) {
      const StoredStructure::Row row = stored_.elements(node.node_class, node.label, i);
      for (std::uint64_t j = 0; j < row.n && i < n; ++j, ++i)
        print_record(c.fields, row.elements + j * c.size,
                     c.kind == autolink::NodeKind::record ? path : path + "[" + std::to_string(i) + "]");
    }
  }

  void print_record(const std::vector<Field> &fields, const std::byte *bytes, const std::string &path) {
    for (const Field &field : fields)
      print_field(field, bytes + field.offset, field.count, field.name.empty() ? path : path + "." + field.name);
  }

  void print_field(const Field &field, const std::byte *bytes, std::uint64_t count, const std::string &path) {
    if (field.kind == AL_FIELD_RECORD || (field.kind == AL_FIELD_POINTER && count != 1)) {
      for (std::uint64_t i = 0; i < count; ++i) {
        const std::string at = count == 1 ? path : path + "[" + std::to_string(i) + "]";
        if (field.kind == AL_FIELD_RECORD)
          print_record(field.fields, bytes + i * field.stride, at);
        else
          print_line(at, pointer_text(field, bytes + i * field.stride));
      }
      return;
    }
    if (count == 1)
      return print_line(path, value(field, bytes));
    if (field.kind == AL_CHAR && field.stride == 1)
      return print_line(path, quoted(bytes, static_cast<std::size_t>(count)));
    out_ << path << " = {";
    for (std::uint64_t i = 0; i < count; ++i)
      out_ << (i == 0 ? "" : ", ") << value(field, bytes + i * field.stride);
    out_ << "}\n";
  }

  const Types &types_;
  const StoredStructure &stored_;
  Place place_;
  std::string path_; // to the place
  llvm::raw_ostream &out_;
};

} // namespace

void print_values(const Types &types, const StoredStructure &stored, std::string_view steps, const std::string &path,
                  llvm::raw_ostream &out) {
  Finder(types, stored, out).run(steps, path);
}

} // namespace automap
