// Compares automap's JSON with debug information. See layout_comparison.h.
#include "layout_comparison.h"

#include <algorithm>

namespace automap::test {

std::vector<Element> elements_of(const llvm::json::Object &record) {
  std::vector<Element> elements;
  for (const llvm::json::Value &entry : *record.getArray("typemap")) {
    const llvm::json::Object &run = *entry.getAsObject();
    const std::int64_t offset = *run.getInteger("offset"), stride = *run.getInteger("stride");
    for (std::int64_t i = 0; i < *run.getInteger("count"); ++i)
      elements.push_back({static_cast<std::uint64_t>(offset + i * stride), run.getString("type")->str(), 0});
  }
  return elements;
}

std::string difference(const std::vector<Element> &automap, const std::vector<Element> &oracle) {
  const auto show = [](const std::vector<Element> &list, std::size_t i) {
    return i < list.size() ? list[i].type + " at " + std::to_string(list[i].offset_bytes) : std::string("nothing");
  };
  const auto [a, b] = std::ranges::mismatch(automap, oracle, [](const Element &one, const Element &other) {
    return one.offset_bytes == other.offset_bytes && one.type == other.type;
  });
  if (a == automap.end() && b == oracle.end())
    return "";
  const auto at = static_cast<std::size_t>(a - automap.begin());
  return "element " + std::to_string(at) + ": automap has " + show(automap, at) + ", debug information " +
         show(oracle, at);
}

std::string misplaced_hole(const llvm::json::Object &record, const Flattened &oracle) {
  const auto size = static_cast<std::uint64_t>(*record.getInteger("size"));
  std::vector<int> in_elements(size), in_holes(size), left_out(size);
  const auto cover = [&](std::vector<int> &bytes, std::uint64_t offset, std::uint64_t count) {
    for (std::uint64_t byte = offset; byte < std::min(size, offset + count); ++byte)
      ++bytes[byte];
  };
  for (const Element &element : oracle.elements)
    cover(in_elements, element.offset_bytes, element.size_bytes);
  for (const Element &field : oracle.left_out)
    cover(left_out, field.offset_bytes, field.size_bytes);
  for (const llvm::json::Value &hole : *record.getArray("holes"))
    cover(in_holes, static_cast<std::uint64_t>(*hole.getAsObject()->getInteger("offset")),
          static_cast<std::uint64_t>(*hole.getAsObject()->getInteger("size")));
  const auto tail = static_cast<std::uint64_t>(*record.getInteger("tail_padding"));
  cover(in_holes, size - tail, tail);
  for (std::uint64_t byte = 0; byte < size; ++byte) {
    // Bit-fields may share a byte, and one of them may be left out.
    const bool well = in_elements[byte] == 0 ? in_holes[byte] == (left_out[byte] ? 0 : 1)
                                             : in_elements[byte] == 1 && in_holes[byte] == 0;
    if (!well)
      return "byte " + std::to_string(byte) + " is in " + std::to_string(in_elements[byte]) + " elements, in " +
             std::to_string(in_holes[byte]) + " holes and " + (left_out[byte] ? "" : "not ") +
             "in a field that is left out";
  }
  return "";
}

} // namespace automap::test
