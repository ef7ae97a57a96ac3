// Comparisons. See compare_parts.h.
#include "compare_parts.h"

#include "check/pure/signature_wire.h"
#include "check/state/source.h"

namespace automap::check {
namespace {

/// Returns the datatype of a record as text. A part without elements is shown as "nothing".
std::string datatype_text(const RecordHead &head, std::string_view text) {
  if (!text.empty())
    return std::string(text);
  return head.known && head.elements == 0 ? "nothing" : "";
}

} // namespace

std::string name_of(const std::optional<layout::Element> &element) {
  return element ? std::string(mpi_name(element->type.id)) : "";
}

Side side_of(const RecordHead &head, std::string_view text, const char *role) {
  Side out;
  out.role = role;
  out.call = head.call;
  const SourcePlace place = place_of_call_in(head.program, head.call_place);
  out.where = place.where;
  out.file = place.file;
  out.line = place.line;
  out.count = head.copies;
  out.type = datatype_text(head, text);
  return out;
}

void set_difference(Finding &finding, const Part &mine, const RecordHead &theirs, std::string_view signature_bytes) {
  const auto theirs_tree = theirs.elements == 0 ? std::optional(layout::TypeTree::empty())
                                                : tree_of_signature({signature_bytes.data(), signature_bytes.size()});
  if (!theirs_tree)
    return;
  try {
    const auto comparison = layout::compare(mine.tree(), mine.count, *theirs_tree, theirs.copies);
    if (comparison.relation == layout::Relation::same || comparison.relation == layout::Relation::packed)
      return;
    Difference difference{comparison.index, name_of(comparison.first), name_of(comparison.second), ""};
    if (comparison.first) {
      difference.place = "item " + std::to_string(comparison.first->item);
      if (!comparison.first->path.empty())
        difference.place += ", byte " + std::to_string(comparison.first->displacement) + " of the datatype";
    }
    const auto is_byte = [](const std::optional<layout::Element> &element) {
      return element && element->type.id == layout::BasicTypeId::BYTE;
    };
    if (is_byte(comparison.first) != is_byte(comparison.second) && comparison.first && comparison.second)
      finding.kind = Kind::bytes;
    finding.difference = std::move(difference);
  } catch (const std::exception &) { // counts beyond 64 bits: the finding is reported without the difference
  }
}

} // namespace automap::check
