// A record as rows. See layout_rows.h.
#include "layout_rows.h"

#include "link_text.h"

#include <algorithm>

namespace automap {
namespace {

std::string subscripts(const Field &field) {
  std::string text;
  for (const std::uint64_t extent : field.extents)
    text += "[" + std::to_string(extent) + "]";
  return text;
}

/// Returns where `part` stands in a type, outside the arguments of templates: in "wrap<int[3]>[2]", the last '['.
std::size_t find_outside(const std::string &type, std::string_view part) {
  int depth = 0;
  for (std::size_t i = 0; i < type.size(); ++i) {
    depth += type[i] == '<' ? 1 : type[i] == '>' ? -1 : 0;
    if (depth == 0 && std::string_view(type).substr(i).starts_with(part))
      return i;
  }
  return std::string::npos;
}

} // namespace

/// Joins type and name: "double[3]" and "pos" → "double pos[3]"; "void (*)(int)" and "f" → "void (*f)(int)".
std::string declaration_of(const Field &field) {
  if (field.name.empty())
    return field.is_base ? field.type + " (base)" : field.type;
  std::string type = field.type;
  if (const auto pointer = find_outside(type, "(*"); pointer != std::string::npos)
    return type.insert(pointer + 2, field.name);
  const std::size_t end = std::min(find_outside(type, "["), type.size());
  const std::string bits = field.bit_width == 0 ? "" : " : " + std::to_string(field.bit_width);
  return type.insert(end, (type[end - 1] == '*' ? "" : " ") + field.name) + bits;
}

std::string datatype_text(const Survey &survey, const Field &field) {
  if (field.link)
    return "-> " + describe(survey, *field.link);
  switch (field.content) {
  case Field::Content::basic:
    return std::to_string(field.element_count() * field.basic_count) + " " +
           std::string(layout::mpi_name(field.basic.id));
  case Field::Content::record:
    return std::to_string(field.element_count()) + " " + describe(survey.records[field.record]);
  case Field::Content::bits:
    return "part of " + std::to_string(field.size_bytes) + " MPI_BYTE";
  case Field::Content::ignored:
    return field.pointer_length.empty() ? "(left out)" : "(left out: points to " + field.pointer_length + ")";
  }
  return "";
}

namespace {

void add_rows(std::vector<LayoutRow> &rows, const Survey &survey, const Record &record, std::uint64_t base,
              unsigned depth, std::uint64_t count) {
  using Kind = LayoutRow::Kind;
  std::uint64_t end = 0;
  std::vector<const Field *> fields;
  for (const Field &field : record.fields)
    fields.push_back(&field);
  std::ranges::stable_sort(fields, {}, &Field::offset_bytes); // bases may stand in another order
  const auto pad_to = [&](std::uint64_t offset) {
    if (offset > end)
      rows.push_back({Kind::padding, depth, "", "", base + end, offset - end, count, 0});
  };
  for (const Field *next : fields) {
    const Field &field = *next;
    pad_to(field.offset_bytes);
    end = std::max(end, field.offset_bytes + field.size_bytes); // bit-fields may share bytes
    const std::uint64_t offset = base + field.offset_bytes;
    const Record *inner = field.content == Field::Content::record ? &survey.records[field.record] : nullptr;
    if (!inner || !inner->spelling.empty()) {
      rows.push_back({Kind::field, depth, declaration_of(field), datatype_text(survey, field), offset, field.size_bytes,
                      count, field.line});
      continue;
    }
    rows.push_back({Kind::open, depth, inner->kind, "", offset, field.size_bytes, count, field.line});
    add_rows(rows, survey, *inner, offset, depth + 1, count * field.element_count());
    rows.push_back({Kind::close, depth, field.is_base ? declaration_of(field) : field.name + subscripts(field), "",
                    offset, field.size_bytes, count, field.line});
  }
  pad_to(record.size_bytes);
}

} // namespace

std::vector<LayoutRow> layout_rows(const Survey &survey, const Record &record) {
  std::vector<LayoutRow> rows;
  add_rows(rows, survey, record, 0, 0, 1);
  return rows;
}

} // namespace automap
