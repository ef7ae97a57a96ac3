// Rules for bit-fields. See bit_fields.h.
#include "bit_fields.h"

#include "model/quoted.h"

#include "clang/AST/Decl.h"

#include <algorithm>

namespace automap {
namespace {

bool share_a_byte(const Field &first, const Field &second) {
  return first.offset_bytes + first.size_bytes > second.offset_bytes;
}

/// Adds one remark for each sequence of bit-fields none of which is marked with AutoMap_Bytes.
void remark(const Record &record, const std::vector<const clang::FieldDecl *> &declarations,
            const Annotations &annotations, Findings &findings) {
  const auto is_marked = [&](const clang::FieldDecl *field) {
    const Mapping *mapping = annotations.find(*field);
    return mapping && mapping->bytes;
  };
  const std::vector<Bytes> bytes = bit_field_bytes(record);
  auto next = bytes.begin();
  const auto is_bits = [&](std::size_t i) {
    return i < record.fields.size() && record.fields[i].content == Field::Content::bits;
  };
  for (std::size_t i = 0; i < record.fields.size(); ++i) {
    if (!is_bits(i))
      continue;
    const std::size_t first = i;
    std::int64_t total = (next++)->size;
    for (; is_bits(i + 1); ++i)
      total += (next++)->size;
    if (std::any_of(declarations.begin() + static_cast<std::ptrdiff_t>(first),
                    declarations.begin() + static_cast<std::ptrdiff_t>(i) + 1, is_marked))
      continue;
    const bool several = i != first, one_byte = total == 1;
    std::string text = several ? "bit-fields " + quoted(record.fields[first].name) + " to " +
                                     quoted(record.fields[i].name) + " travel as the "
                               : "bit-field " + quoted(record.fields[first].name) + " travels as the ";
    text += one_byte ? "byte that holds " : std::to_string(total) + " bytes that hold ";
    text += several ? "them" : "it";
    findings.notices.push_back({clang::DiagnosticIDs::Remark, declarations[first]->getLocation(), std::move(text)});
  }
}

} // namespace

void check_bit_fields(const Record &record, const std::vector<const clang::FieldDecl *> &declarations,
                      const Annotations &annotations, Findings &findings) {
  std::optional<std::size_t> before;
  for (std::size_t i = 0; i < record.fields.size() && record.kind != "union"; ++i) {
    if (!declarations[i] || !declarations[i]->isBitField())
      continue;
    const auto left_out = [&](std::size_t field) { return record.fields[field].content == Field::Content::ignored; };
    if (before && left_out(*before) != left_out(i) && share_a_byte(record.fields[*before], record.fields[i])) {
      const std::size_t ignored = left_out(i) ? i : *before, sent = left_out(i) ? *before : i;
      findings.refusals.push_back({.reason = "bit-field " + quoted(record.fields[ignored].name) +
                                             " is left out but shares a byte with bit-field " +
                                             quoted(record.fields[sent].name) + ", which is sent",
                                   .location = declarations[ignored]->getLocation(),
                                   .range = declarations[ignored]->getSourceRange(),
                                   .hint = "leave out both or neither",
                                   .hint_location = declarations[sent]->getLocation()});
    }
    before = i;
  }
  if (findings.refusals.empty())
    remark(record, declarations, annotations, findings);
}

} // namespace automap
