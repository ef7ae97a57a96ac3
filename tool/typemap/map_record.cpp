// Type maps as records. See map_record.h.
#include "map_record.h"

#include "layout/type_map.h"

#include <algorithm>

namespace automap {
namespace {

bool have_overlap(const std::vector<Field> &fields) {
  std::vector<const Field *> sorted;
  for (const Field &field : fields)
    sorted.push_back(&field);
  std::ranges::sort(sorted, {}, &Field::offset_bytes);
  return std::ranges::adjacent_find(sorted, [](const Field *one, const Field *next) {
           return next->offset_bytes < one->offset_bytes + one->size_bytes;
         }) != sorted.end();
}

} // namespace

std::optional<Record> record_of(const MapType &map, std::string &why) {
  constexpr std::int64_t most_elements = printed_limit;
  const auto number = [](std::int64_t value) { return std::to_string(value); };
  if (map.lower_bound != 0)
    why = "its lower bound is " + number(map.lower_bound) + ", not 0; if it should be, add the line 'lb 0'";
  else if (map.naive.true_lower_bound() < 0)
    why = "it has elements before byte 0";
  else if (map.naive.true_upper_bound() > map.extent)
    why = "it has elements after its extent, " + number(map.extent);
  else if (map.naive.element_count() > most_elements)
    why = "it has more than " + number(most_elements) + " elements";
  if (!why.empty())
    return std::nullopt;
  Record out;
  out.name = out.qualified = out.spelling = map.name;
  out.kind = "type map";
  out.location.file = map.file;
  out.datatypes.push_back({map.name, ""});
  out.listed = out.mapped = true;
  out.size_bytes = static_cast<std::uint64_t>(map.extent);
  out.tree = map.naive;
  out.optimal = map.optimal;
  std::size_t element = 0;
  std::int64_t end = 0; // of the last field
  for (const layout::TypeMapEntry &entry : layout::flatten(map.naive)) {
    const std::uint64_t size = entry.type.size_bytes;
    if (out.fields.empty() || !(out.fields.back().basic == entry.type) || entry.displacement != end) {
      Field &field = out.fields.emplace_back();
      field.name = "e" + std::to_string(element);
      field.offset_bytes = static_cast<std::uint64_t>(entry.displacement);
      field.stride_bytes = size;
      field.basic = entry.type;
      field.extents = {0};
    }
    Field &field = out.fields.back();
    ++field.extents[0];
    field.size_bytes += size;
    end = entry.displacement + static_cast<std::int64_t>(size);
    ++element;
  }
  if (have_overlap(out.fields)) {
    why = "it has elements that overlap";
    return std::nullopt;
  }
  for (Field &field : out.fields) {
    field.type = layout::mpi_name(field.basic.id);
    if (field.extents[0] == 1)
      field.extents.clear();
    else
      field.type += "[" + std::to_string(field.extents[0]) + "]";
  }
  return out;
}

} // namespace automap
