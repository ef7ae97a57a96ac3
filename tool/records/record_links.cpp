// Following links. See record_links.h.
#include "record_links.h"

#include "model/hint.h"
#include "model/quoted.h"

#include "clang/AST/Decl.h"

#include <algorithm>

namespace automap {

void RecordLinks::follow(const ReadRecord &read_record, FindingsByRecord &findings) {
  std::vector<Record> &records = context_.survey.records; // which grows, so that no reference into it lasts
  for (; unfollowed_ < records.size(); ++unfollowed_)
    for (std::size_t i = 0; i < records[unfollowed_].fields.size(); ++i) {
      std::optional<Link> link = records[unfollowed_].fields[i].link;
      if (!link)
        continue;
      const clang::FieldDecl *field = nullptr;
      each_target(*link, [&](std::size_t &record) {
        const LinkTarget target = context_.links.targets()[record];
        record = read_record(*target.record->getDefinition(), {});
        targets_.try_emplace(record, target);
        field = target.field;
        leads_.emplace(unfollowed_, record);
      });
      if (field)
        note_lead(unfollowed_, *link, *field);
      records[unfollowed_].fields[i].link = std::move(link);
    }
  warn_of_pointers_into_arrays(findings);
}

void RecordLinks::note_lead(std::size_t owner, const Link &link, const clang::FieldDecl &field) {
  const Link &one = link.pointers.empty() ? link : link.pointers.front();
  if (one.kind == Link::Kind::array && one.element == Link::Element::record)
    to_arrays_.push_back({owner, one.record, &field, true});
  else if (one.kind == Link::Kind::object && !one.weak) // a weak one may lead to an element
    to_objects_.push_back({owner, one.record, &field, link.kind == Link::Kind::array});
}

/// Returns the records that contain this one, and all records that pointers lead to from there.
std::set<std::size_t> RecordLinks::reached_from(std::size_t record) const {
  std::set<std::size_t> out;
  std::vector<std::size_t> found{record};
  const auto has_found = [&](const Field &field) {
    return field.content == Field::Content::record && std::ranges::find(found, field.record) != found.end();
  };
  for (std::size_t i = record + 1; i < context_.survey.records.size(); ++i) // a record follows its parts
    if (std::ranges::any_of(context_.survey.records[i].fields, has_found))
      found.push_back(i);
  while (!found.empty()) {
    const std::size_t next = found.back();
    found.pop_back();
    if (!out.insert(next).second)
      continue;
    const auto [first, last] = leads_.equal_range(next);
    for (auto lead = first; lead != last; ++lead)
      found.push_back(lead->second);
    for (const Field &field : context_.survey.records[next].fields)
      if (field.content == Field::Content::record)
        found.push_back(field.record);
  }
  return out;
}

/// A pointer to one record is likely to lead into an array of such records if it is reached from the array's owner, as
/// from a mesh's faces to its corners, or if it stands beside an array that is a field. A pointer to the owner of the
/// array is not: a tree's root, whose nodes have arrays of children.
void RecordLinks::warn_of_pointers_into_arrays(FindingsByRecord &findings) {
  for (const Lead &array : to_arrays_) {
    if (context_.survey.records[array.target].is_tree) // no two pointers lead to one record
      continue;
    const std::set<std::size_t> reached = reached_from(array.owner);
    for (const Lead &object : to_objects_)
      if (object.target == array.target && reached.contains(object.owner))
        warn_of_array(object,
                      "the array that " + quoted(array.field->getName()) + " of " +
                          quoted(describe(context_.survey.records[array.owner])) + " leads to",
                      findings);
  }
  for (const Lead &object : to_objects_)
    for (const Field &field : context_.survey.records[object.owner].fields)
      if (field.content == Field::Content::record && field.record == object.target && !field.extents.empty() &&
          !context_.survey.records[object.target].is_tree)
        warn_of_array(object, "the array " + quoted(field.name), findings);
}

/// Warns once about each pointer. It is a remark if the pointer has a length: then no comment could silence a warning.
void RecordLinks::warn_of_array(const Lead &object, const std::string &array, FindingsByRecord &findings) {
  const Mapping *mapping = context_.annotations.find(*object.field);
  if ((mapping && !mapping->choices.empty()) || !warned_of_.insert(object.field).second)
    return;
  const bool has_length = object.has_length;
  const std::string text =
      context_.for_user(subject_of(*object.field) + " is taken to lead to a single " +
                            quoted(describe(context_.survey.records[object.target])) + ", not into " + array +
                            "; if it leads to an element of it, " +
                            (has_length ? "add '/*~ AutoMap_Inside */' after the field, too"
                                        : "write '/*~ AutoMap_Inside */' after the field, otherwise " +
                                              single_hint(context_.survey.records[object.target].qualified)),
                        *object.field);
  const clang::SourceLocation place = object.field->getLocation();
  findings.add_notice(object.owner,
                      {has_length ? clang::DiagnosticIDs::Remark : clang::DiagnosticIDs::Warning, place, text});
  context_.survey.records[object.owner].remarks.push_back({context_.line_of(place), text});
}

} // namespace automap
