// Finishing the records of a survey. See requested_records.h.
#include "requested_records.h"

#include "ast/complete_type.h"
#include "ast/diagnose.h"
#include "ast/file_tokens.h"
#include "model/hint.h"
#include "model/quoted.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"

#include <algorithm>

namespace automap {
namespace {

/// "ns::Vec<ns::T>" → "Vec<ns::T>"
std::string unscoped(llvm::StringRef name) {
  const auto scope = name.take_until([](char c) { return c == '<'; }).rfind("::");
  return (scope == llvm::StringRef::npos ? name : name.drop_front(scope + 2)).str();
}

} // namespace

void RequestedRecords::add(const Annotations::Use &asked) {
  Annotations::Use use = asked;
  if (use.name == use.record)
    use.name = usable_name(*use.record);
  if (!require_complete(context_.options.complete, *use.record, *use.name, use.range))
    return;
  if (context_.options.objects && objects_.add(use, reader_.read(*use.record)) == ObjectReader::Added::alone)
    return;
  add_datatype(reader_.read(*use.record), use, "");
  // The nodes of an array are its elements.
  const clang::NamedDecl *name = context_.names.namer_of(*use.record);
  if (context_.options.autolink && array_named_by(*use.name) && name && !array_named_by(*name))
    add_datatype(reader_.read(*use.record), {use.record, name, use.range}, "");
}

/// Returns the index of the array if `use` names one, or else `index`, that of its element.
std::size_t RequestedRecords::array_of(std::size_t index, const Annotations::Use &use) {
  const clang::TypedefNameDecl *array = array_named_by(*use.name);
  if (!array || !records()[index].mapped)
    return index;
  Record &element = records()[index];
  if (element.datatypes.empty() && element.qualified == context_.names.qualified(*array))
    element.name = element.qualified = ""; // the array has the name
  return reader_.read_array(*array, index);
}

void RequestedRecords::add_view(const Annotations::View &view) {
  // Names of generated functions and variables end with it.
  if (!is_part_of_identifiers(context_.ast.getLangOpts(), view.name.text)) {
    error(diagnostics(), view.name.range.getBegin(),
          "the name of the view " + quoted(view.name.text) + " has a character that no identifier may have")
        << view.name.range;
    return;
  }
  const std::string name = context_.names.datatype(*view.use.record, *view.use.name).name;
  const std::pair<const clang::TagDecl *, std::string> key(view.use.record->getCanonicalDecl(),
                                                           name + "_" + view.name.text);
  const auto [first, added] = views_.try_emplace(key, view.name);
  if (!added) {
    const PlacedName &other = first->second;
    if (other.range.getBegin() != view.name.range.getBegin()) { // a glob may match two names
      error(diagnostics(), view.name.range.getBegin(), quoted(name) + " has two views called " + quoted(view.name.text))
          << view.name.range;
      note(diagnostics(), other.range.getBegin(), "the first one is here") << other.range;
    }
    return;
  }
  FieldSelection selection;
  if (require_complete(context_.options.complete, *view.use.record, *view.use.name, view.use.range) &&
      FieldLookup(context_.ast).select(*view.use.record, view.fields, selection))
    add_datatype(reader_.read_view(*view.use.record, view.name.text, selection), view.use, "_" + view.name.text);
}

void RequestedRecords::list_all(const Declarations &declarations, bool of_system_headers) {
  for (const clang::RecordDecl *record : declarations.records) {
    const std::size_t index = reader_.read(*record); // which may move the records
    if (!context_.is_in_system_header(written_at(*record)))
      list(index, false);
    else if (of_system_headers)
      records()[index].listed = true;
  }
}

void RequestedRecords::add_nodes() {
  reader_.follow_links();
  std::vector<std::size_t> reached;
  for (std::size_t i = 0; i < records().size(); ++i)
    if (!records()[i].datatypes.empty() && records()[i].view.empty() && records()[i].mapped && !is_array(records()[i]))
      reached.push_back(i);
  for (std::size_t next = 0; next < reached.size(); ++next) {
    Record &node = records()[reached[next]];
    if (std::exchange(node.is_node, true))
      continue;
    each_link(context_.survey, node, [&](const Link &link) {
      each_target(link, [&](std::size_t target) {
        if (add_target(target))
          reached.push_back(target);
      });
    });
    node.is_node = !is_dynamic(context_.survey, node);
  }
  for (std::size_t i = 0; i < records().size(); ++i)
    if (records()[i].listed)
      reader_.findings().report_notices(i); // those that came up with the links
}

/// Returns how generated code can name the record: by its own name, or if that is not public, by an alias beside it.
const clang::NamedDecl *RequestedRecords::usable_name(const clang::RecordDecl &record) const {
  const clang::NamedDecl *name = context_.names.namer_of(record);
  if (!name || context_.names.is_public(*name))
    return name;
  const clang::QualType type = context_.ast.getTypeDeclType(&record);
  for (const clang::Decl *beside : record.getDeclContext()->decls())
    if (const auto *alias = llvm::dyn_cast<clang::TypedefNameDecl>(beside);
        alias && context_.ast.hasSameType(alias->getUnderlyingType(), type) &&
        context_.names.why_not_written(*alias).empty())
      return alias;
  return name;
}

/// Gives the target of a link a datatype. Returns false if it cannot be a node, which has been reported.
bool RequestedRecords::add_target(std::size_t index) {
  Record &record = records()[index];
  const LinkTarget target = reader_.links().target(index);
  if (!target.record) // it belongs to an earlier input
    return false;
  const clang::NamedDecl *name = usable_name(*target.record);
  const std::string why = !name ? "it has no name that generated code could use: give it one"
                          : is_dynamic(context_.survey, record)
                              ? "it has virtual functions, and a received object would have none"
                              : "";
  if (!why.empty()) {
    if (refused_.insert(index).second)
      error(diagnostics(), target.field->getLocation(), "cannot link " + quoted(describe(record)) + ": " + why)
          << target.field->getSourceRange();
    return false;
  }
  if (!record.datatypes.empty()) // the user asked for one
    return record.mapped;
  const std::string field = target.field->getNameAsString();
  record.reached_by = quoted(field) + " of " + describe_owner(*target.field) + " points to it";
  add_datatype(index, {target.record, name, target.field->getSourceRange()}, "");
  if (!record.mapped)
    note(diagnostics(), target.field->getLocation(),
         "it is linked because " + quoted(field) + " points to it; " +
             context_.for_user("'/*~ AutoMap_Ignore */' leaves that pointer out", *target.field));
  return record.mapped && !record.datatypes.empty();
}

std::string RequestedRecords::describe_owner(const clang::FieldDecl &field) const {
  const clang::RecordDecl &owner = FieldLookup::scope_of(field);
  const clang::NamedDecl *name = context_.names.namer_of(owner);
  return name ? context_.names.qualified(*name) : "an unnamed " + owner.getKindName().str();
}

/// `suffix` follows the record's name in the datatype's name.
void RequestedRecords::add_datatype(std::size_t index, const Annotations::Use &use, const std::string &suffix) {
  index = array_of(index, use);
  Record &chosen = records()[index];
  const Record::Datatype record = context_.names.datatype(*use.record, *use.name);
  const Record::Datatype datatype{record.name + suffix, record.spelling};
  if (std::ranges::any_of(chosen.datatypes, [&](const auto &other) { return other.name == datatype.name; }))
    return;
  if (const std::string why = context_.names.why_not_written(*use.name); !why.empty()) {
    error(diagnostics(), use.name->getLocation(), why + ": generated code could not name it");
    note(diagnostics(), use.range.getBegin(),
         chosen.reached_by.empty() ? "name a public alias of it instead, or a record that contains it"
                                   : "declare a public alias beside it: 'public: using " + use.name->getNameAsString() +
                                         "_alias = " + use.name->getNameAsString() + ";'");
    return;
  }
  if (chosen.datatypes.empty()) {
    if (!chosen.mapped)
      reader_.findings().report_refusal(index, use.range.getBegin());
    chosen.name = unscoped(record.name);
    chosen.qualified = record.name;
    warn_if_empty(chosen, *use.record);
  }
  chosen.datatypes.push_back(datatype);
  list(index);
}

/// Warns about a datatype in which nothing is sent.
void RequestedRecords::warn_if_empty(const Record &record, const clang::RecordDecl &declaration) {
  bool sends = !record.mapped || record.tree.data_bytes() != 0;
  each_link(context_.survey, record, [&](const Link &link) { sends = sends || link.kind != Link::Kind::null; });
  if (sends)
    return;
  const bool has_fields = std::ranges::any_of(record.fields, [](const Field &field) { return !field.is_vptr; });
  warning(diagnostics(), written_at(declaration),
          quoted(describe(record)) + (has_fields ? " has no field that is sent: all are left out" : " has no fields") +
              ", so its datatype is empty");
}

/// Lists the record and all records that it contains, and tells what was noticed about those that are asked for.
void RequestedRecords::list(std::size_t index, bool is_asked_for) {
  Record &record = records()[index];
  if (std::exchange(record.listed, true))
    return;
  record.listed = !record.internal;
  if (is_asked_for)
    reader_.findings().report_notices(index);
  for (const Field &field : record.fields)
    if (field.content == Field::Content::record)
      list(field.record, is_asked_for);
}

} // namespace automap
