// Finding the declarations of directives. See annotations.h.
#include "annotations.h"

#include "ast/diagnose.h"
#include "ast/file_tokens.h"
#include "model/quoted.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/Decl.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Basic/SourceManager.h"

#include "llvm/ADT/SetVector.h"

#include <algorithm>

namespace automap {
namespace {

bool names_record_itself(const clang::NamedDecl *namer) {
  const auto *alias = llvm::dyn_cast<clang::TypedefNameDecl>(namer);
  return alias && alias->getUnderlyingType()->isRecordType();
}

/// The places of a token that may come from a macro: where it is written, in the macro's definition or in an argument,
/// and the last token of the macro's use.
struct FilePlaces {
  clang::SourceLocation written, expansion_end; // invalid: no such place

  FilePlaces(clang::SourceLocation token, const clang::SourceManager &sources) {
    if (token.isFileID()) {
      written = token;
      return;
    }
    const clang::SourceLocation spelled = sources.getSpellingLoc(token);
    if (!sources.isWrittenInScratchSpace(spelled))
      written = spelled;
    expansion_end = sources.getExpansionRange(token).getEnd();
  }
};

/// Whether the same use of a macro makes `declaration` and the record that it is a member of.
bool shares_expansion_with_owner(const clang::NamedDecl &declaration, const clang::SourceManager &sources) {
  const auto *owner = llvm::dyn_cast<clang::RecordDecl>(declaration.getDeclContext());
  return owner &&
         sources.getExpansionLoc(owner->getBraceRange().getEnd()) == sources.getExpansionLoc(declaration.getLocation());
}

/// The declarators of all declarations. Those of one declaration, double *a, *b; share its beginning.
template <typename Declaration> class Declarators {
public:
  explicit Declarators(const clang::SourceManager &sources) : sources_(sources) {}

  /// Adds a declarator. A directive may follow its name, the last token of its type, such as that of an array, the width
  /// of a bit-field, or its own last token, such as that of an initializer.
  void add(const Declaration &declaration) {
    if (!declaration.getDeclName())
      return;
    add_end(declaration, declaration.getLocation());
    add_end(declaration, declaration.getEndLoc());
    if (const auto *field = llvm::dyn_cast<clang::FieldDecl>(&declaration))
      if (field->isBitField() && field->hasInClassInitializer())
        add_end(declaration, field->getBitWidth()->getEndLoc());
    const auto *declarator = llvm::dyn_cast<clang::DeclaratorDecl>(&declaration);
    if (const clang::TypeSourceInfo *type = declarator ? declarator->getTypeSourceInfo() : nullptr) {
      const clang::SourceLocation end = type->getTypeLoc().getEndLoc();
      if (end != declaration.getEndLoc() && sources_.isBeforeInTranslationUnit(declaration.getLocation(), end))
        add_end(declaration, end);
    }
    groups_[declaration.getBeginLoc()].push_back(&declaration);
  }

  /// Adds a declaration without a name that ends at `end`: an anonymous struct or union that is a field.
  void add_unnamed(const Declaration &declaration, clang::SourceLocation end) {
    add_end(declaration, end);
    groups_[declaration.getBeginLoc()].push_back(&declaration);
  }

  /// Returns the declarator that ends at `end`, or all of its declaration; several if `end` is in a macro.
  llvm::SetVector<const Declaration *> ending_at(clang::SourceLocation end, bool whole_declaration) const {
    llvm::SetVector<const Declaration *> out;
    auto found = written_.find(end);
    if (found == written_.end() && (found = expanded_.find(end)) == expanded_.end())
      return out;
    for (const Declaration *last : found->second) {
      out.insert(last);
      if (whole_declaration) {
        const auto &group = groups_.find(last->getBeginLoc())->second;
        out.insert(group.begin(), group.end());
      }
    }
    return out;
  }

private:
  using Places = llvm::DenseMap<clang::SourceLocation, llvm::SmallVector<const Declaration *, 1>>;

  void add_end(const Declaration &declaration, clang::SourceLocation end) {
    const FilePlaces places(end, sources_);
    if (places.written.isValid())
      written_[places.written].push_back(&declaration);
    if (places.expansion_end.isValid() && !shares_expansion_with_owner(declaration, sources_))
      expanded_[places.expansion_end] = {&declaration}; // the last one counts
  }

  const clang::SourceManager &sources_;
  Places written_, expanded_, groups_;
};

class Attacher {
public:
  Attacher(const Declarations &declarations, const clang::ASTContext &context, const clang::Preprocessor &preprocessor,
           Annotations &out)
      : declarations_(declarations), context_(context), sources_(context.getSourceManager()),
        preprocessor_(preprocessor), diagnostics_(context.getDiagnostics()), namers_(sources_), fields_(sources_),
        out_(out) {}

  void attach_comments(const std::vector<FoundDirective> &directives) {
    if (directives.empty())
      return;
    index();
    for (const FoundDirective &found : directives)
      attach(found);
  }

  void attach_attributes() {
    for (const clang::RecordDecl *record : declarations_.templates)
      each_attribute(*record, [&](const FoundDirective &found) {
        if (found.directive == Directive::tp_used || found.directive == Directive::view)
          report_template(found, *record);
        else
          map_record(found, *record);
      });
    for (const clang::RecordDecl *record : declarations_.records)
      if (!is_instantiated(*record))
        each_attribute(*record, [&](const FoundDirective &found) {
          if (asks_for_datatype(found.directive))
            add_use(found, {record, record, found.range});
          else
            map_record(found, *record);
        });
    for (const clang::FieldDecl *field : declarations_.fields)
      each_attribute(*field, [&](const FoundDirective &found) {
        const clang::RecordDecl *record = record_named_by(*field);
        if (found.directive != Directive::tp_used && found.directive != Directive::view)
          map_field(found, *field);
        else if (record)
          add_use(found, {record, field, found.range});
        else
          report_unattached(found);
      });
    for (const clang::NamedDecl *namer : declarations_.namers)
      if (!llvm::isa<clang::FieldDecl>(namer))
        each_attribute(*namer, [&](const FoundDirective &found) {
          if (asks_for_datatype(found.directive))
            add_use(found, {record_named_by(*namer), namer, found.range});
          else
            map_record(found, *record_named_by(*namer));
        });
  }

private:
  /// The places where the declarator before a directive may end: before the directive, or before an attribute there.
  struct Anchor {
    llvm::SmallVector<clang::SourceLocation> ends;
    bool after_semicolon = false;
  };

  void index() {
    for (const clang::RecordDecl *record : declarations_.templates)
      add_end(templates_, *record, record->getBraceRange().getEnd());
    for (const clang::RecordDecl *record : declarations_.records)
      if (!is_instantiated(*record))
        add_end(braces_, *record, record->getBraceRange().getEnd());
      else if (const auto *instance = llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(record);
               instance && instance->isExplicitInstantiationOrSpecialization())
        add_end(braces_, *record, instance->getSourceRange().getEnd());
    for (const clang::NamedDecl *namer : declarations_.namers)
      namers_.add(*namer);
    for (const clang::FieldDecl *field : declarations_.fields) {
      fields_.add(*field);
      if (field->isAnonymousStructOrUnion())
        fields_.add_unnamed(*field, field->getType()->getAsRecordDecl()->getBraceRange().getEnd());
    }
  }

  using Records = llvm::DenseMap<clang::SourceLocation, llvm::SmallVector<const clang::RecordDecl *, 1>>;

  void add_end(Records &records, const clang::RecordDecl &record, clang::SourceLocation end) {
    const FilePlaces places(end, sources_);
    if (places.written.isValid())
      records[places.written].push_back(&record);
    if (places.expansion_end.isValid())
      records[places.expansion_end] = {&record}; // the last record contains those before it
  }

  /// The declarations to which a directive can belong.
  struct Candidates {
    llvm::SmallVector<const clang::RecordDecl *, 1> records, templates; // records that end there
    llvm::SetVector<const clang::FieldDecl *> fields;
    llvm::SetVector<const clang::NamedDecl *> namers;

    bool empty() const { return records.empty() && templates.empty() && fields.empty() && namers.empty(); }
  };

  Candidates find_candidates(const Anchor &anchor) const {
    Candidates candidates;
    for (const clang::SourceLocation end : anchor.ends) {
      candidates.records = braces_.lookup(end);
      candidates.templates = templates_.lookup(end);
      candidates.fields = fields_.ending_at(end, anchor.after_semicolon);
      candidates.namers = namers_.ending_at(end, anchor.after_semicolon);
      if (!candidates.empty())
        break;
    }
    // A directive after `typedef struct node {…} node_t, *link;` means node_t.
    if (std::ranges::any_of(candidates.namers, names_record_itself))
      candidates.namers.remove_if([](const clang::NamedDecl *namer) { return !names_record_itself(namer); });
    return candidates;
  }

  void attach(const FoundDirective &found) {
    const Anchor anchor = anchor_before(found.range.getBegin());
    auto [records, templates, fields, namers] = find_candidates(anchor);
    if (is_for_records(found.directive) && !is_about_objects(found.directive)) // a field is no other name of its record
      namers.remove_if([](const clang::NamedDecl *namer) { return llvm::isa<clang::FieldDecl>(namer); });
    switch (found.directive) {
    case Directive::ignore:
    case Directive::len:
    case Directive::string:
    case Directive::inside:
    case Directive::weak:
    case Directive::any:
      for (const clang::FieldDecl *field : fields)
        map_field(found, *field);
      if (fields.empty())
        report_unattached(found, anchor);
      break;
    case Directive::use:
    case Directive::bytes:
      if (!records.empty() || !templates.empty()) {
        for (const clang::RecordDecl *record : records)
          map_record(found, *record);
        for (const clang::RecordDecl *record : templates)
          map_record(found, *record);
      } else if (!fields.empty()) {
        for (const clang::FieldDecl *field : fields)
          map_field(found, *field);
      } else {
        for (const clang::NamedDecl *namer : namers)
          map_record(found, *record_named_by(*namer));
        if (namers.empty())
          report_unattached(found, anchor);
      }
      break;
    default:
      for (const clang::NamedDecl *namer : namers)
        add_use(found, {record_named_by(*namer), namer, found.range});
      if (namers.empty())
        for (const clang::RecordDecl *record : records)
          add_use(found, {record, record, found.range});
      if (!namers.empty() || !records.empty())
        warn_outside_of_region(found, anchor);
      else if (!templates.empty() && is_for_records(found.directive))
        for (const clang::RecordDecl *record : templates)
          map_record(found, *record);
      else if (!templates.empty())
        report_template(found, *templates.front());
      else
        report_unattached(found, anchor);
      break;
    }
  }

  void add_use(const FoundDirective &found, const Annotations::Use &use) {
    if (found.directive == Directive::view)
      out_.views.push_back({use, found.argument, found.fields});
    else if (is_about_objects(found.directive) && llvm::isa<clang::FieldDecl>(use.name))
      report_unattached(found); // it would be about the class of all such fields
    else if (is_for_records(found.directive))
      map_record(found, *use.record);
    if (found.directive == Directive::tp_used || found.directive == Directive::reduce)
      out_.uses.push_back(use);
  }

  void map_record(const FoundDirective &found, const clang::RecordDecl &record) {
    if (is_for_fields(found.directive))
      return report_unattached(found);
    out_.add(record, found, context_);
  }

  void map_field(const FoundDirective &found, const clang::FieldDecl &field) {
    if (is_for_records(found.directive))
      return report_unattached(found);
    out_.add(field, found, context_);
  }

  /// Whether the directive says something of a record.
  static bool is_for_records(Directive directive) {
    return directive == Directive::tree || directive == Directive::reduce || is_about_objects(directive);
  }

  static bool asks_for_datatype(Directive directive) {
    return directive == Directive::tp_used || directive == Directive::view || directive == Directive::reduce;
  }

  static bool is_for_fields(Directive directive) {
    return directive == Directive::ignore || directive == Directive::len || directive == Directive::string ||
           directive == Directive::inside || directive == Directive::weak || directive == Directive::any;
  }

  template <typename Action> void each_attribute(const clang::Decl &declaration, Action action) {
    for (const auto *attribute : declaration.specific_attrs<clang::AnnotateAttr>())
      if (!attribute->isInherited())
        if (const auto found = directive_in(*attribute, diagnostics_))
          action(*found);
  }

  Anchor anchor_before(clang::SourceLocation comment) {
    const FileTokens &tokens = tokens_of(sources_.getFileID(comment));
    Anchor anchor;
    auto index = tokens.before(comment);
    if (index && tokens[*index].is(clang::tok::semi)) {
      const clang::SourceLocation end = tokens[*index].getLocation();
      if (*index == 0 || sources_.getSpellingLineNumber(end) != sources_.getSpellingLineNumber(comment))
        return anchor;
      --*index;
      anchor.after_semicolon = true;
    }
    for (; index; index = tokens.before_attribute(*index)) {
      const clang::Token &token = tokens[*index];
      // A template's arguments may end at the second half of '>>'.
      if (token.is(clang::tok::greatergreater))
        anchor.ends.push_back(token.getLocation().getLocWithOffset(1));
      anchor.ends.push_back(token.getLocation());
    }
    return anchor;
  }

  const FileTokens &tokens_of(clang::FileID file) {
    auto &tokens = tokens_[file];
    if (!tokens)
      tokens = std::make_unique<FileTokens>(file, sources_, preprocessor_.getLangOpts());
    return *tokens;
  }

  /// Warns about a directive outside of the region, except in a macro, which may be used inside.
  void warn_outside_of_region(const FoundDirective &found, const Anchor &anchor) {
    if (!found.in_region && !is_in_macro(anchor))
      warning(diagnostics_, found.range.getBegin(),
              quoted(spelling(found.directive)) +
                  " outside 'AutoMap_Begin' and 'AutoMap_End'; the type is mapped all the same")
          << found.range;
  }

  /// Returns a name for any instance of a template: "v<...>", "v<...>::in".
  static std::string some_instance(const clang::RecordDecl &record) {
    std::string name = record.getNameAsString();
    const auto *cxx = llvm::dyn_cast<clang::CXXRecordDecl>(&record);
    if (cxx && cxx->getDescribedClassTemplate())
      name += "<...>";
    const auto *outer = llvm::dyn_cast<clang::RecordDecl>(record.getDeclContext());
    return outer ? some_instance(*outer) + "::" + name : name;
  }

  void report_template(const FoundDirective &found, const clang::RecordDecl &record) {
    const std::string instance = some_instance(record);
    error(diagnostics_, found.range.getBegin(),
          quoted(spelling(found.directive)) + " marks the template '" + instance +
              "', but only its instances have a layout")
        << found.range;
    note(diagnostics_, found.range.getBegin(),
         "mark an instance that has a name:    using Name = " + instance +
             "; /*~ AutoMap_TpUsed */; or name it on the command line:    --type '" + instance + "'");
  }

  /// Whether the directive stands in the definition of a macro.
  bool is_in_macro(const Anchor &anchor) const {
    if (anchor.ends.empty())
      return false;
    for (const auto &macro : preprocessor_.macros(false))
      for (const clang::MacroDirective *directive = macro.second.getLatest(); directive;
           directive = directive->getPrevious()) {
        const clang::MacroInfo *info = directive->getMacroInfo();
        if (info && info->getDefinitionLoc().isFileID() &&
            sources_.isPointWithin(anchor.ends.front(), info->getDefinitionLoc(), info->getDefinitionEndLoc()))
          return true;
      }
    return false;
  }

  void report_unattached(const FoundDirective &found, const Anchor &anchor) {
    // A directive in a macro that is not used has no declaration yet.
    if (is_in_macro(anchor))
      return;
    const std::string mistake =
        is_for_fields(found.directive) ? "" : why_unmarkable(anchor, *context_.getTranslationUnitDecl());
    if (mistake.empty())
      return report_unattached(found);
    error(diagnostics_, found.range.getBegin(), quoted(spelling(found.directive)) + " follows " + mistake)
        << found.range;
  }

  /// Whether the place is in the body of a function, which Clang has skipped.
  bool is_in_body(clang::SourceLocation place, const clang::FunctionDecl &function) {
    const clang::FileID file = sources_.getFileID(place);
    if (!function.getLocation().isFileID() || sources_.getFileID(function.getLocation()) != file ||
        place < function.getLocation())
      return false;
    const FileTokens &tokens = tokens_of(file);
    const std::size_t last = tokens.before(place).value_or(0);
    int parentheses = 0, braces = 0;
    for (std::size_t i = tokens.before(function.getLocation()).value_or(0) + 1; i <= last; ++i) {
      parentheses += int{tokens[i].is(clang::tok::l_paren)} - int{tokens[i].is(clang::tok::r_paren)};
      if (parentheses != 0)
        continue;
      braces += int{tokens[i].is(clang::tok::l_brace)} - int{tokens[i].is(clang::tok::r_brace)};
      if (braces == 0 && tokens[i].isOneOf(clang::tok::r_brace, clang::tok::semi))
        return false; // the body ends before the place, or there is none
    }
    return braces > 0;
  }

  /// Returns what stands before a directive, if it looks like a struct but cannot be marked, and what to do; else an
  /// empty string. It is searched for in the declaration.
  std::string why_unmarkable(const Anchor &anchor, const clang::Decl &declaration) {
    const auto ends_there = [&](clang::SourceLocation end) { return llvm::is_contained(anchor.ends, end); };
    if (const auto *record = llvm::dyn_cast<clang::RecordDecl>(&declaration);
        record && !record->isThisDeclarationADefinition() && ends_there(record->getLocation()))
      return "a declaration of " + quoted(record->getNameAsString()) + ": mark its definition";
    if (const auto *alias = llvm::dyn_cast<clang::TypeAliasTemplateDecl>(&declaration);
        alias && ends_there(alias->getTemplatedDecl()->getSourceRange().getEnd()))
      return "a template of aliases: mark an instance that has a name:    using Name = " + alias->getNameAsString() +
             "<...>; /*~ AutoMap_TpUsed */";
    if (const auto *function = llvm::dyn_cast<clang::FunctionDecl>(&declaration);
        function && function->hasSkippedBody() &&
        llvm::any_of(anchor.ends, [&](clang::SourceLocation end) { return is_in_body(end, *function); }))
      return "what is declared in the function " + quoted(function->getNameAsString()) +
             ", which generated code cannot name: move the declaration out of the function";
    if (const auto *pattern = llvm::dyn_cast<clang::TemplateDecl>(&declaration))
      return pattern->getTemplatedDecl() ? why_unmarkable(anchor, *pattern->getTemplatedDecl()) : "";
    if (const auto *scope = llvm::dyn_cast<clang::DeclContext>(&declaration))
      for (const clang::Decl *inner : scope->decls())
        if (std::string found = why_unmarkable(anchor, *inner); !found.empty())
          return found;
    return "";
  }

  void report_unattached(const FoundDirective &found) {
    const char *what = "a struct", *example = "struct point { double x, y; } /*~ AutoMap_TpUsed */;";
    switch (found.directive) {
    case Directive::ignore:
      what = "a field", example = "double *scratch /*~ AutoMap_Ignore */;";
      break;
    case Directive::len:
      what = "a pointer", example = "double *values /*~ AutoMap_Len(n) */;";
      break;
    case Directive::string:
      what = "a pointer", example = "char *name /*~ AutoMap_String */;";
      break;
    case Directive::inside:
      what = "a pointer", example = "double *cursor /*~ AutoMap_Inside */;";
      break;
    case Directive::weak:
      what = "a pointer", example = "struct node *parent /*~ AutoMap_Weak */;";
      break;
    case Directive::any:
      what = "a pointer or a union that is a field",
      example = "void *what /*~ AutoMap_Any(kind: 1 = leaf, 2 = node) */;";
      break;
    case Directive::tree:
      example = "struct node { struct node *left, *right; } /*~ AutoMap_Tree */;";
      break;
    case Directive::reduce:
      example = "struct point { double x, y; } /*~ AutoMap_Reduce(x: sum, y: max) */;";
      break;
    case Directive::use:
      what = "a union", example = "union { int i; float f; } u /*~ AutoMap_Use(f) */;";
      break;
    case Directive::bytes:
      what = "a field or a record", example = "union { int i; float f; } u /*~ AutoMap_Bytes */;";
      break;
    case Directive::view:
      example = "struct point { double x, y, z; } /*~ AutoMap_View(flat: x, y) */;";
      break;
    default:
      break;
    }
    error(diagnostics_, found.range.getBegin(), quoted(spelling(found.directive)) + " does not follow " + what)
        << found.range;
    note(diagnostics_, found.range.getBegin(),
         "write it after the declarator, or after the ';' on the same line:    " + std::string(example));
  }

  const Declarations &declarations_;
  const clang::ASTContext &context_;
  const clang::SourceManager &sources_;
  const clang::Preprocessor &preprocessor_;
  clang::DiagnosticsEngine &diagnostics_;
  Records braces_, templates_;
  Declarators<clang::NamedDecl> namers_;
  Declarators<clang::FieldDecl> fields_;
  llvm::DenseMap<clang::FileID, std::unique_ptr<FileTokens>> tokens_;
  Annotations &out_;
};

} // namespace

Annotations attach(const std::vector<FoundDirective> &directives, const Declarations &declarations,
                   const clang::ASTContext &context, const clang::Preprocessor &preprocessor) {
  Annotations out;
  Attacher attacher(declarations, context, preprocessor, out);
  attacher.attach_comments(directives);
  attacher.attach_attributes();
  // Directives in macros precede all that they mean, and attributes were attached last: restore the order of
  // declarations.
  const auto is_before = [&](const Annotations::Use &a, const Annotations::Use &b) {
    return context.getSourceManager().isBeforeInTranslationUnit(a.name->getLocation(), b.name->getLocation());
  };
  std::ranges::stable_sort(out.uses, is_before);
  const auto [rest, end] = std::ranges::unique(out.uses, [](const Annotations::Use &a, const Annotations::Use &b) {
    return a.record == b.record && a.name == b.name; // AutoMap_TpUsed and AutoMap_Reduce
  });
  out.uses.erase(rest, end);
  std::ranges::stable_sort(out.views, is_before, &Annotations::View::use);
  return out;
}

} // namespace automap
