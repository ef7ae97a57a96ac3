// Types as text. See types_text.h.
#include "types_text.h"

#include "llvm/Support/Format.h"

#include <algorithm>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace automap {
namespace {

using namespace autolink::file;

constexpr std::size_t most_width = 60;         // of the column with names
constexpr std::size_t most_characters = 10000; // of what a pointer leads to

std::string bytes_text(std::uint64_t n) { return std::to_string(n) + (n == 1 ? " byte" : " bytes"); }

void print_row(const std::string &offset, const std::string &name, std::size_t width, const std::string &type,
               llvm::raw_ostream &out) {
  out << llvm::right_justify(offset, 8) << "  " << llvm::left_justify(name, static_cast<unsigned>(width)) << "  "
      << type << '\n';
}

std::string target_text(const Types &types, const Leads::Choice &choice) {
  switch (choice.kind) {
  case AL_IGNORE:
    return "nothing";
  case AL_INSIDE:
    return "a place inside";
  case AL_WEAK:
    return "weakly " +
           (choice.node_class == autolink::no_class ? "nothing that travels" : types.name_of(choice.node_class));
  case AL_WEAK_INSIDE:
    return "weakly a place inside";
  case AL_DATA:
    return "data";
  case AL_END:
    return "the end of " + types.name_of(choice.node_class);
  default:
    return types.name_of(choice.node_class);
  }
}

std::string type_text(const Types &types, const Field &field) {
  std::string out = field.kind == AL_FIELD_POINTER ? "-> " + leads_text(types, field.leads) : kind_name(field.kind);
  if (field.count != 1)
    out = std::to_string(field.count) + " x " + out;
  return out;
}

/// Calls visit(offset, name, field) for each field, and for those in it.
template <typename Visit>
void each_row(const std::vector<Field> &fields, std::uint64_t begin, const std::string &indent, const Visit &visit) {
  for (const Field &field : fields) {
    visit(begin + field.offset, indent + (field.name.empty() ? "(value)" : field.name), field);
    each_row(field.fields, begin + field.offset, indent + "  ", visit);
  }
}

void print_fields(const Types &types, const Class &of, llvm::raw_ostream &out) {
  std::size_t width = 0;
  each_row(of.fields, 0, "",
           [&](std::uint64_t, const std::string &name, const Field &) { width = std::max(width, name.size()); });
  width = std::min(width, most_width);
  each_row(of.fields, 0, "", [&](std::uint64_t offset, const std::string &name, const Field &field) {
    std::string type = type_text(types, field);
    if (field.kind == AL_FIELD_RECORD && field.count != 1)
      type += " of " + std::to_string(field.stride) + " bytes";
    print_row(std::to_string(offset), name, width, type, out);
  });
}

} // namespace

std::string leads_text(const Types &types, const Leads &leads) {
  if (leads.chosen_by == 0)
    return target_text(types, leads.choices.front());
  std::string out = "one of ";
  for (std::size_t i = 0; i < leads.choices.size(); ++i) {
    if (out.size() > most_characters) {
      out.resize(most_characters);
      return out + "… and " + std::to_string(leads.choices.size() - i) + " more";
    }
    out += (i == 0 ? "" : ", ") + std::to_string(leads.choices[i].value) + ": " + target_text(types, leads.choices[i]);
  }
  return out;
}

void print_types(const Types &types, llvm::raw_ostream &out) {
  std::set<std::pair<std::string, std::uint64_t>> shown;
  for (std::size_t i = 0; i < types.classes.size(); ++i) {
    const Class &c = types.classes[i];
    out << "  " << types.name_of(i) << ", " << bytes_text(c.size)
        << (c.kind == autolink::NodeKind::record ? "" : " an element") << (c.has_names ? "" : ", fields without names")
        << '\n';
    const bool is_value = c.fields.size() == 1 && c.fields[0].name.empty() && c.fields[0].kind != AL_FIELD_POINTER;
    if (shown.emplace(c.name, c.size).second && !is_value)
      print_fields(types, c, out);
  }
}

void print_types(const autolink::object::Types &types, llvm::raw_ostream &out) {
  using namespace autolink::object;
  const auto name_of = [](const Part &part) { return part.name.empty() ? "(no name)" : part.name; };
  for (const Type &type : types.all) {
    if (type.kind != Kind::object)
      continue;
    out << "  " << type.text << ", " << bytes_text(type.size) << '\n';
    std::vector<Part> parts = type.parts;
    std::stable_sort(parts.begin(), parts.end(), [](const Part &a, const Part &b) { return a.place < b.place; });
    std::size_t width = 0;
    for (const Part &part : parts)
      width = std::max(width, name_of(part).size());
    for (const Part &part : parts)
      print_row(part.place == no_place ? "" : std::to_string(part.place), name_of(part), std::min(width, most_width),
                types.text_of(part.type), out);
  }
}

} // namespace automap
