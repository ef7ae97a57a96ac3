// Reading --select files. See selection_file.h.
#include "selection_file.h"

#include "ast/diagnose.h"
#include "ast/element_type.h"
#include "field_lookup.h"
#include "model/nearest_name.h"
#include "model/report.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/Basic/SourceManager.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/YAMLParser.h"

#include <set>

namespace automap {
namespace {

using Type = SelectionFile::Type;
using FileWord = SelectionFile::Word;
namespace yaml = llvm::yaml;

/// Reads types from the nodes of a YAML document, and reports all other nodes.
class Reader {
public:
  Reader(llvm::MemoryBufferRef buffer)
      : begin_(buffer.getBufferStart()), stream_(buffer, sources_, llvm::errs().has_colors()) {}

  bool read(std::vector<Type> &out) {
    yaml::document_iterator document = stream_.begin();
    if (document == stream_.end())
      return stream_.validate(), false;
    yaml::Node *root = document->getRoot();
    if (!root || stream_.failed())
      return false;
    each_key(root, "'types'", [&](const std::string &key, yaml::Node *name, yaml::Node *value) {
      if (key != "types")
        return report_unknown_key(name, key, {"types"});
      each_item(value, "a list of types", [&](yaml::Node *item) { out.push_back(read_type(item)); });
    });
    if (!stream_.failed() && ++document != stream_.end() && document->getRoot() &&
        !llvm::isa<yaml::NullNode>(document->getRoot()))
      fail(document->getRoot(), "only one YAML document is read");
    return all_right_ && !stream_.failed();
  }

private:
  Type read_type(yaml::Node *node) {
    Type out;
    if (llvm::isa<yaml::ScalarNode>(node)) {
      out.name = read_word(node, "the name of a type");
      return out;
    }
    each_key(node, "the name of a type, or a map with 'name' and other keys",
             [&](const std::string &key, yaml::Node *name, yaml::Node *value) {
               if (key == "name")
                 out.name = read_word(value, "the name of a type");
               else if (key == "datatype")
                 out.datatype = read_truth(value);
               else if (key == "ignore")
                 read_words(value, out.ignored);
               else if (key == "bytes" && llvm::isa<yaml::ScalarNode>(value))
                 out.bytes = read_truth(value, "true, false or a list of fields");
               else if (key == "bytes")
                 read_words(value, out.bytes_of);
               else if (key == "use" && llvm::isa<yaml::ScalarNode>(value))
                 out.use = read_word(value, "a member");
               else if (key == "use")
                 read_pairs(value, "a member", out.uses);
               else if (key == "length")
                 read_pairs(value, "a length", out.lengths);
               else if (key == "string")
                 read_words(value, out.strings);
               else if (key == "inside" && llvm::isa<yaml::SequenceNode>(value))
                 read_words(value, out.inside);
               else if (key == "inside")
                 read_pairs(value, "a field of a record", out.inside_of);
               else if (key == "weak")
                 read_words(value, out.weak);
               else if (key == "any")
                 read_pairs(value, "'field: value = type, value = type'", out.any);
               else if (key == "reduce")
                 read_pairs(value, "an operator", out.reductions);
               else if (key == "tree")
                 out.tree = read_truth(value);
               else if (key == "make")
                 out.make = read_word(value, "a function");
               else if (key == "arrived")
                 out.arrived = read_word(value, "a function");
               else if (key == "views")
                 read_views(value, out.views);
               else
                 report_unknown_key(name, key,
                                    {"name", "datatype", "ignore", "bytes", "use", "length", "string", "inside", "weak",
                                     "any", "reduce", "tree", "make", "arrived", "views"});
             });
    if (out.name.text.empty())
      fail(node, "a type needs a 'name'");
    return out;
  }

  void read_views(yaml::Node *node, std::vector<SelectionFile::View> &out) {
    each_key(node, "views: a name and a list of fields for each",
             [&](const std::string &, yaml::Node *name, yaml::Node *fields) {
               SelectionFile::View view{read_word(name, "the name of a view"), {}};
               if (!llvm::all_of(view.name.text, [](char c) { return llvm::isAlnum(c) || c == '_'; }))
                 fail(name, "the name of a view consists of letters, digits and '_'");
               read_words(fields, view.fields);
               if (view.fields.empty() && llvm::isa<yaml::SequenceNode>(fields))
                 fail(name, "a view needs fields");
               out.push_back(std::move(view));
             });
  }

  void read_pairs(yaml::Node *node, const char *what, std::vector<std::pair<FileWord, FileWord>> &out) {
    each_key(node, "a map from fields", [&](const std::string &, yaml::Node *name, yaml::Node *value) {
      FileWord field = read_word(name, "a field");
      out.emplace_back(std::move(field), read_word(value, what));
    });
  }

  void read_words(yaml::Node *node, std::vector<FileWord> &out) {
    each_item(node, "a list of fields", [&](yaml::Node *item) { out.push_back(read_word(item, "a field")); });
  }

  FileWord read_word(yaml::Node *node, const std::string &expected) {
    const auto *scalar = llvm::dyn_cast_or_null<yaml::ScalarNode>(node);
    llvm::SmallString<64> storage;
    const llvm::StringRef text = scalar ? scalar->getValue(storage).trim() : "";
    if (text.empty()) {
      fail(node, "expected " + expected);
      return {};
    }
    const llvm::StringRef raw = scalar->getRawValue();
    const bool quotes = raw.starts_with("\"") || raw.starts_with("'");
    return {text.str(), static_cast<std::size_t>(raw.data() - begin_) + quotes, raw.rtrim().size() - (quotes ? 2 : 0)};
  }

  bool read_truth(yaml::Node *node, const std::string &expected = "true or false") {
    const FileWord text = read_word(node, expected);
    if (text.text != "true" && text.text != "false")
      fail(node, "expected " + expected);
    return text.text == "true";
  }

  template <typename Action> void each_item(yaml::Node *node, const char *expected, Action action) {
    auto *sequence = llvm::dyn_cast_or_null<yaml::SequenceNode>(node);
    if (!sequence)
      return fail(node, std::string("expected ") + expected);
    for (yaml::Node &item : *sequence)
      action(&item);
  }

  template <typename Action> void each_key(yaml::Node *node, const char *expected, Action action) {
    auto *mapping = llvm::dyn_cast_or_null<yaml::MappingNode>(node);
    if (!mapping)
      return fail(node, std::string("expected ") + expected);
    std::set<std::string> seen;
    for (yaml::KeyValueNode &entry : *mapping) {
      yaml::Node *name = entry.getKey(), *value = entry.getValue();
      if (!name || !value || stream_.failed())
        return;
      llvm::SmallString<64> storage;
      const auto *key = llvm::dyn_cast<yaml::ScalarNode>(name);
      if (!key)
        return fail(name, "expected a name");
      const std::string text = key->getValue(storage).str();
      if (!seen.insert(text).second)
        fail(name, "duplicate key '" + text + "'");
      action(text, name, value);
    }
  }

  void report_unknown_key(yaml::Node *node, const std::string &key, const std::vector<llvm::StringRef> &known) {
    fail(node, "unknown key '" + key + "'" + did_you_mean(key, known));
  }

  void fail(yaml::Node *node, const llvm::Twine &message) {
    all_right_ = false;
    if (!stream_.failed()) // a syntax error has been reported
      stream_.printError(node, message);
  }

  const char *begin_;
  llvm::SourceMgr sources_;
  yaml::Stream stream_;
  bool all_right_ = true;
};

} // namespace

std::optional<SelectionFile> SelectionFile::read(const std::string &path) {
  auto buffer = llvm::MemoryBuffer::getFile(path);
  if (!buffer) {
    report_error() << "--select '" << path << "': " << buffer.getError().message() << '\n';
    return std::nullopt;
  }
  SelectionFile file;
  file.path_ = path;
  file.sources_.AddNewSourceBuffer(std::move(*buffer), {});
  if (!Reader(*file.sources_.getMemoryBuffer(file.sources_.getMainFileID())).read(file.types_))
    return std::nullopt;
  if (file.types_.empty()) {
    report_error() << "--select '" << path << "': it names no types\n";
    return std::nullopt;
  }
  return file;
}

llvm::StringRef SelectionFile::text() const { return sources_.getMemoryBuffer(sources_.getMainFileID())->getBuffer(); }

void SelectionFile::report(const Word &word, const std::string &message) const {
  const auto begin = llvm::SMLoc::getFromPointer(text().data() + word.offset);
  const auto end = llvm::SMLoc::getFromPointer(text().data() + word.offset + word.length);
  sources_.PrintMessage(llvm::errs(), begin, llvm::SourceMgr::DK_Error, message, llvm::SMRange(begin, end), {},
                        llvm::errs().has_colors());
}

namespace {

/// Parses the value of "any", the argument of AutoMap_Any. Reports a wrong one, and returns nothing.
std::optional<FoundDirective> choices_of(const PlacedName &text, clang::DiagnosticsEngine &diagnostics) {
  const DirectiveMeaning meaning = parse_any(text.text);
  const auto part = [&](std::size_t offset, std::size_t length) {
    return FieldLookup::part_of(text.range, {std::string_view(text.text).substr(offset, length), offset});
  };
  if (const auto *directive = std::get_if<ParsedDirective>(&meaning))
    return with_places(*directive, part);
  const auto &problem = std::get<DirectiveProblem>(meaning);
  error(diagnostics, part(problem.offset, problem.length).getBegin(), "expected 'field: value = type, value = type'")
      << part(problem.offset, problem.length);
  return std::nullopt;
}

} // namespace

void apply(const SelectionFile::Type &type, clang::SourceLocation begin, const clang::RecordDecl &record,
           const clang::NamedDecl &name, bool is_used, clang::ASTContext &context, Annotations &out) {
  const FieldLookup lookup(context);
  const auto place = [&](const FileWord &word) {
    const auto first = begin.getLocWithOffset(static_cast<int>(word.offset));
    return PlacedName{
        word.text, clang::CharSourceRange::getCharRange(first, first.getLocWithOffset(static_cast<int>(word.length)))};
  };
  // `at` is the word of the file that says what the directive is for.
  const auto add = [&](const auto &declaration, FoundDirective directive, const FileWord &at) {
    directive.range = place(at).range.getAsRange();
    directive.selected = true;
    out.add(declaration, directive, context);
  };
  const auto add_to_field = [&](const FileWord &path, const FoundDirective &directive) {
    if (const clang::FieldDecl *field = lookup.resolve(record, place(path)))
      add(*field, directive, path);
  };
  // A union without a name is named by the struct `around` it. Returns whether there is one with this member.
  const auto add_to_unnamed_union = [&](const clang::RecordDecl *around, const FileWord &member) {
    const auto *unnamed = around && !around->isUnion() ? lookup.unnamed_union(*around, member.text) : nullptr;
    if (unnamed)
      add(*unnamed, {Directive::use, place(member), {}, {}, {}}, member);
    return unnamed != nullptr;
  };

  const PlacedName type_name = place(type.name);
  const Annotations::Use use{&record, &name, type_name.range.getAsRange()};
  if (type.datatype && is_used)
    out.uses.push_back(use);
  if (type.bytes)
    add(record, {Directive::bytes, {}, {}, {}, {}}, type.name);
  if (type.tree)
    add(record, {Directive::tree, {}, {}, {}, {}}, type.name);
  if (!type.reductions.empty()) {
    FoundDirective reduce{Directive::reduce, {}, {}, {}, {}};
    for (const auto &[path, what] : type.reductions)
      if (is_reduction(what.text))
        reduce.choices.push_back({place(path), place(what)});
      else
        error(context.getDiagnostics(), place(what).range.getBegin(), "expected an operator, 'sum' or 'minloc(field)'")
            << place(what).range;
    add(record, reduce, type.name);
  }
  if (type.make)
    add(record, {Directive::make, place(*type.make), {}, {}, {}}, *type.make);
  if (type.arrived)
    add(record, {Directive::arrived, place(*type.arrived), {}, {}, {}}, *type.arrived);
  if (type.use && !add_to_unnamed_union(&record, *type.use))
    add(record, {Directive::use, place(*type.use), {}, {}, {}}, *type.use);
  const std::pair<Directive, const std::vector<FileWord> &> words[] = {{Directive::ignore, type.ignored},
                                                                       {Directive::bytes, type.bytes_of},
                                                                       {Directive::string, type.strings},
                                                                       {Directive::inside, type.inside},
                                                                       {Directive::weak, type.weak}};
  for (const auto &[directive, paths] : words)
    for (const FileWord &path : paths)
      add_to_field(path, {directive, {}, {}, {}, {}});
  for (const auto &[path, member] : type.uses)
    if (const clang::FieldDecl *field = lookup.resolve(record, place(path)))
      if (!add_to_unnamed_union(element_type_of(field->getType(), context)->getAsRecordDecl(), member))
        add(*field, {Directive::use, place(member), {}, {}, {}}, path);
  for (const auto &[path, length] : type.lengths)
    add_to_field(path, {Directive::len, place(length), {}, {}, {}});
  for (const auto &[path, where] : type.inside_of)
    if (where.text == "anything")
      add_to_field(path, {Directive::inside, {}, {}, {}, {}});
    else if (are_fields_of_types(where.text))
      add_to_field(path, {Directive::inside, place(where), {}, {}, {}});
    else
      error(context.getDiagnostics(), place(where).range.getBegin(), "expected 'record.field' or 'anything'")
          << place(where).range;
  for (const auto &[path, text] : type.any)
    if (const auto parsed = choices_of(place(text), context.getDiagnostics()))
      add_to_field(path, *parsed);
  for (const SelectionFile::View &view : type.views) {
    std::vector<PlacedName> fields;
    for (const FileWord &path : view.fields)
      fields.push_back(place(path));
    out.views.push_back({use, place(view.name), std::move(fields)});
  }
}

} // namespace automap
