// Reads classes whose objects travel as C++ objects. See object_reader.h.
#include "object_reader.h"

#include "ast/diagnose.h"
#include "ast/library_types.h"
#include "ast/local_types.h"
#include "ast/source_lines.h"
#include "class_rules.h"
#include "destructors.h"
#include "model/hint.h"
#include "model/names.h"
#include "model/quoted.h"
#include "object_types.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/CXXInheritance.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/RecordLayout.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace automap {
namespace {

constexpr char leave_it_out[] =
    "leave it out with '/*~ AutoMap_Ignore */': it then keeps what the constructor gives it";

constexpr char bytes_are_value[] = "; or write '/*~ AutoMap_Bytes */' after it if its bytes are its value";

constexpr char is_const[] = "it is const, so it keeps what the constructor gives it";

/// Whether the bytes of a T are its value, and hold no address.
bool travels_as_bytes(clang::QualType type, const clang::ASTContext &ast) {
  return type.isTriviallyCopyableType(ast) && !pointer_in(type, ast) && !is_address(ast.getBaseElementType(type));
}

bool is_number(clang::QualType type) {
  if (type->isEnumeralType())
    return true;
  const auto *builtin = type->getAs<clang::BuiltinType>();
  if (!builtin)
    return false;
  switch (builtin->getKind()) {
  case clang::BuiltinType::Int128:
  case clang::BuiltinType::UInt128:
    return false;
  case clang::BuiltinType::Float:
  case clang::BuiltinType::Double:
  case clang::BuiltinType::LongDouble:
    return true;
  default:
    return builtin->isInteger();
  }
}

bool is_public(const clang::FunctionDecl &function) {
  return function.getAccess() != clang::AS_private && function.getAccess() != clang::AS_protected;
}

/// Whether objects of the class hold nothing that could travel. Others may share the place of such a base, or of such a
/// member with [[no_unique_address]].
bool holds_nothing(const clang::CXXRecordDecl &record) {
  const auto is_nothing = [](const clang::FieldDecl *field) {
    return field->isUnnamedBitField() ||
           (field->isPotentiallyOverlapping() && holds_nothing(*field->getType()->getAsCXXRecordDecl()));
  };
  return !record.isUnion() && !record.isPolymorphic() && record.getNumVBases() == 0 &&
         std::ranges::all_of(record.fields(), is_nothing) && std::ranges::all_of(record.bases(), [](const auto &base) {
           return holds_nothing(*base.getType()->getAsCXXRecordDecl());
         });
}

/// Whether the bytes of a member end with those of others, so that they cannot be copied as those of one object.
bool ends_with_others(const clang::FieldDecl &field, const clang::ASTContext &ast) {
  if (!field.isPotentiallyOverlapping() || !field.getType().isTriviallyCopyableType(ast))
    return false;
  const clang::ASTRecordLayout &layout = ast.getASTRecordLayout(field.getType()->getAsCXXRecordDecl());
  return layout.getDataSize() < layout.getSize();
}

/// Returns what has the name in a scope, or if nothing has, in the public bases of a class.
llvm::SmallVector<const clang::NamedDecl *, 2> members_named(const clang::DeclContext &scope,
                                                             clang::DeclarationName name) {
  const auto found = scope.lookup(name);
  llvm::SmallVector<const clang::NamedDecl *, 2> out(found.begin(), found.end());
  const auto *record = llvm::dyn_cast<clang::CXXRecordDecl>(&scope);
  if (out.empty() && record && record->hasDefinition())
    for (const clang::CXXBaseSpecifier &base : record->bases())
      if (base.getAccessSpecifier() == clang::AS_public)
        if (const clang::CXXRecordDecl *of = base.getType()->getAsCXXRecordDecl())
          out.append(members_named(*of->getDefinition(), name));
  return out;
}

std::string kind_and_name(const ObjectClass &of) { return of.kind + " " + of.name; }

/// Whether other code may call the operator, which is found in the class, in its bases, or outside of them.
bool has_usable(const clang::CXXRecordDecl &record, clang::OverloadedOperatorKind operation) {
  const auto found = record.lookup(record.getASTContext().DeclarationNames.getCXXOperatorName(operation));
  if (found.empty())
    return std::ranges::all_of(
        record.bases(), [&](const auto &base) { return has_usable(*base.getType()->getAsCXXRecordDecl(), operation); });
  return llvm::any_of(found, [&](const clang::NamedDecl *one) {
    const clang::FunctionDecl *function = one->getAsFunction();
    return function && one->getAccess() == clang::AS_public && !function->isDeleted() &&
           (operation == clang::OO_Delete || function->getMinRequiredArguments() == 1);
  });
}

bool is_byte(clang::QualType type) { return type->isCharType() || type->isStdByteType(); }

/// Returns the beginning of a sentence about a field, or about the class if there is none.
std::string about(const clang::FieldDecl *field) {
  if (!field)
    return "";
  return field->getDeclName() ? "field " + quoted(field->getNameAsString()) + " " : "a member without a name ";
}

/// Returns why a container cannot travel, given why its content cannot, which may begin by naming that.
std::string holds_what(const std::string &content, llvm::StringRef why) {
  if (why.consume_front("has the type " + quoted(content) + ", "))
    return "holds a " + quoted(content) + ", " + why.str(); // "which …" or "whose …"
  return "holds a " + quoted(content) + ", which " + why.str();
}

/// Whether a pointer is a FILE * of C.
bool is_stream(clang::QualType target, const clang::ASTContext &ast) {
  const auto *alias = target->getAs<clang::TypedefType>();
  return alias && alias->getDecl()->getName() == "FILE" &&
         ast.getSourceManager().isInSystemHeader(alias->getDecl()->getLocation());
}

/// What AutoLink does with pointers of C: it follows them, or sets them to NULL unless what they lead to travels anyway.
enum class Pointers { none, weak, followed };
Pointers pointers_of(const Survey &survey, const Record &record) {
  Pointers out = Pointers::none;
  for (const Field &field : record.fields) {
    if (field.link)
      out =
          std::max(out, field.link->kind == Link::Kind::null || field.link->weak ? Pointers::weak : Pointers::followed);
    if (!field.dead_pointers.empty())
      out = std::max(out, Pointers::weak);
    if (field.content == Field::Content::record)
      out = std::max(out, pointers_of(survey, survey.records[field.record]));
  }
  return out;
}

/// Returns the condition under which the preprocessor of another compiler reads the same standard library: its classes
/// have the same sizes. Empty: it is none of the usual ones.
std::string library_condition(const clang::ASTContext &ast) {
  const auto is_defined = [&](llvm::StringRef name) { return ast.Idents.get(name).hasMacroDefinition(); };
  if (is_defined("__GLIBCXX__") && is_defined("_GLIBCXX_USE_CXX11_ABI") && !is_defined("_GLIBCXX_DEBUG"))
    return "defined(__GLIBCXX__) && _GLIBCXX_USE_CXX11_ABI && !defined(_GLIBCXX_DEBUG)";
  return is_defined("_LIBCPP_VERSION") ? "defined(_LIBCPP_VERSION)" : "";
}

/// Whether the members, one after the other as their alignment allows, are all of the class. Then the compiler can tell
/// whether one has been added since.
bool is_filled(const clang::CXXRecordDecl &record, const ObjectClass &of, const clang::ASTContext &ast) {
  if (!of.bytes.empty() || !of.arrays.empty() || !of.is_whole || record.getNumBases() > 0 || record.isUnion())
    return false;
  const auto bytes = [](clang::CharUnits size) { return static_cast<std::uint64_t>(size.getQuantity()); };
  std::uint64_t end = record.isPolymorphic() ? bytes(ast.getTypeSizeInChars(ast.VoidPtrTy)) : 0;
  for (const clang::FieldDecl *field : record.fields()) {
    if (!field->getDeclName() || field->hasAttr<clang::AlignedAttr>() || field->isPotentiallyOverlapping())
      return false;
    end = llvm::alignTo(end, bytes(ast.getTypeAlignInChars(field->getType()))) +
          bytes(ast.getTypeSizeInChars(field->getType()));
  }
  const clang::QualType type = ast.getTypeDeclType(&record);
  return llvm::alignTo(end, bytes(ast.getTypeAlignInChars(type))) == bytes(ast.getTypeSizeInChars(type));
}

/// Returns how many members a structured binding of the class has, if there is room for another one that moves none of
/// them; otherwise, or if it can have no structured binding, 0.
std::size_t counted_members(const clang::CXXRecordDecl &record, clang::ASTContext &ast) {
  if (record.getNumBases() > 0 || record.isUnion() || is_tuple_like(record, ast))
    return 0;
  clang::CharUnits room = ast.getTypeSizeInChars(ast.getTypeDeclType(&record));
  if (record.isPolymorphic())
    room -= ast.getTypeSizeInChars(ast.VoidPtrTy);
  std::size_t count = 0;
  for (const clang::FieldDecl *field : record.fields()) {
    if (!field->getDeclName() || field->getAccess() != clang::AS_public || field->getType()->isIncompleteType())
      return 0;
    if (!field->isBitField())
      room -= ast.getTypeSizeInChars(field->getType());
    ++count;
  }
  return room.isZero() ? 0 : count;
}

} // namespace

/// Whether a class is meant as a C++ object alone. It is if it, or what it holds, has virtual functions or bases, is a
/// class of a library, has a weak pointer to such, or has a destructor of its own and no plain pointers that travel, or
/// one that this frees. Any other one is meant as a struct of C, too: what its plain pointers own, or which member of its union is active, remains
/// to be told. `asked`: the classes that have been asked before.
bool ObjectReader::is_only_object(const clang::CXXRecordDecl &record, Asked &asked) const {
  const clang::CXXRecordDecl *definition = record.getDefinition();
  if (!definition || definition->isDependentContext() || !asked.insert(definition).second)
    return false;
  const auto holds_only_object = [&](clang::QualType type) {
    const clang::CXXRecordDecl *held = context_.ast.getBaseElementType(type)->getAsCXXRecordDecl();
    return held && is_only_object(*held, asked);
  };
  if (const auto known = library_class(*definition, context_.ast))
    // Numbers of a library, and arrays, pairs and tuples, are what their contents are.
    return known->is_of_program || !definition->hasTrivialDestructor() ||
           !unmappable_library_type(*definition).reason.empty() ||
           std::ranges::any_of(known->contents, holds_only_object);
  if (definition->isPolymorphic() || definition->getNumVBases() > 0)
    return true;
  const clang::CXXDestructorDecl *destructor = definition->getDestructor();
  if (destructor && destructor->isUserProvided() &&
      (!has_plain_pointers(*definition) || llvm::any_of(definition->fields(), [&](const clang::FieldDecl *field) {
        return frees(destructor, field->getNameAsString());
      })))
    return true;
  return has_weak_to_object(*definition, asked) ||
         std::ranges::any_of(definition->bases(),
                             [&](const auto &base) { return holds_only_object(base.getType()); }) ||
         std::ranges::any_of(definition->fields(), [&](const auto *field) {
           const Mapping *mapping = context_.annotations.find(*field);
           return !(mapping && (mapping->ignored || mapping->bytes)) && holds_only_object(field->getType());
         });
}

/// Whether the class has a weak pointer to what no struct of C is.
bool ObjectReader::has_weak_to_object(const clang::CXXRecordDecl &record, Asked &asked) const {
  return llvm::any_of(record.fields(), [&](const clang::FieldDecl *field) {
    const Mapping *mapping = context_.annotations.find(*field);
    const clang::QualType pointer = context_.ast.getBaseElementType(field->getType());
    if (!mapping || !mapping->weak || mapping->inside || !mapping->choices.empty() || !pointer->isPointerType())
      return false;
    const clang::CXXRecordDecl *target = pointer->getPointeeType()->getAsCXXRecordDecl();
    return !target || is_in_std(*target) || library_class(*target, context_.ast) || is_only_object(*target, asked);
  });
}

/// Whether the class has addresses that are neither left out nor weak.
bool ObjectReader::has_plain_pointers(const clang::CXXRecordDecl &record) const {
  const auto in_type = [&](clang::QualType type) {
    const auto *held = context_.ast.getBaseElementType(type)->getAsCXXRecordDecl();
    return held && held->hasDefinition() && has_plain_pointers(*held->getDefinition());
  };
  return llvm::any_of(record.bases(), [&](const auto &base) { return in_type(base.getType()); }) ||
         llvm::any_of(record.fields(), [&](const clang::FieldDecl *field) {
           const Mapping *mapping = context_.annotations.find(*field);
           return !(mapping && (mapping->ignored || mapping->weak)) &&
                  (is_address(context_.ast.getBaseElementType(field->getType())) || in_type(field->getType()));
         });
}

ObjectReader::Added ObjectReader::add(const Annotations::Use &use, std::size_t index) {
  const Record &mapped = context_.survey.records[index];
  const Pointers pointers = pointers_of(context_.survey, mapped);
  const auto *record = llvm::dyn_cast<clang::CXXRecordDecl>(use.record);
  if (!record)
    return Added::no;
  Asked asked;
  const bool is_only = is_only_object(*record, asked);
  const bool is_beside = mapped.mapped && pointers != Pointers::followed && !(is_only && pointers == Pointers::weak);
  const bool is_struct_of_c = pointers == Pointers::followed && !is_dynamic(context_.survey, mapped);
  if (is_struct_of_c || (is_beside ? record->isUnion() : !is_only)) {
    if (mapped.mapped)
      refuse_functions(*record);
    return Added::no;
  }
  const Mapping *mapping = context_.annotations.find(*record);
  record = record->getDefinition();
  const bool is_library = is_in_std(*record) || library_class(*record, context_.ast);
  Class *of = is_library ? add_library(*record, use) : find_or_add(*record, "it is marked");
  of->is_made = true;
  roots_.push_back({of, use.range, index, is_beside && !(mapping && mapping->object_function())});
  return is_beside ? Added::beside : Added::alone;
}

/// Refuses functions of C++ objects in comments of a struct of C, or of what it holds or leads to: nothing would call them.
void ObjectReader::refuse_functions(const clang::CXXRecordDecl &record) {
  llvm::SmallVector<const clang::CXXRecordDecl *> met = {&record};
  const auto meet = [&](clang::QualType type) {
    type = context_.ast.getBaseElementType(type);
    if (type->isPointerType())
      type = context_.ast.getBaseElementType(type->getPointeeType());
    const clang::CXXRecordDecl *next = type->getAsCXXRecordDecl();
    if (next && next->hasDefinition() && !library_class(*next, context_.ast) &&
        !llvm::is_contained(met, next->getDefinition()))
      met.push_back(next->getDefinition());
  };
  for (std::size_t i = 0; i < met.size(); ++i) {
    const clang::CXXRecordDecl &one = *met[i];
    const Mapping *mapping = context_.annotations.find(one);
    const PlacedName *function = mapping ? mapping->object_function() : nullptr;
    if (function && told_functions_.insert(&one).second)
      error(context_.ast.getDiagnostics(), function->range.getBegin(),
            "'AutoMap_Make' and 'AutoMap_Arrived' are for C++ objects, and " +
                quoted(context_.names.written(context_.ast.getTypeDeclType(&record))) +
                (i == 0 ? ""
                        : ", which has or leads to a " +
                              quoted(context_.names.written(context_.ast.getTypeDeclType(&one))) + ",") +
                " is a struct of C: let containers or smart pointers own what its plain pointers lead to")
          << function->range;
    for (const clang::CXXBaseSpecifier &base : one.bases())
      meet(base.getType());
    for (const clang::FieldDecl *field : one.fields())
      meet(field->getType());
  }
}

/// Adds a class of a library that is marked, by an alias for example. AutoLink's headers describe it.
ObjectReader::Class *ObjectReader::add_library(const clang::CXXRecordDecl &record, const Annotations::Use &use) {
  Class *&known = known_[record.getCanonicalDecl()];
  if (known)
    return known;
  known = classes_.emplace_back(std::make_unique<Class>()).get();
  known->decl = &record;
  ObjectClass &out = known->out;
  out.is_library = true;
  out.reached_by = "it is marked; AutoLink's headers describe it";
  out.kind = record.getKindName().str();
  out.name = out.spelling = context_.names.written(context_.ast.getTypeDeclType(&record));
  out.size_bytes = bytes_of(context_.ast.getTypeSizeInChars(context_.ast.getTypeDeclType(&record)));
  out.location = context_.place_of(use.name->getLocation());
  return known;
}

ObjectReader::Class *ObjectReader::find_or_add(const clang::CXXRecordDecl &record, const std::string &reached_by,
                                               const Class *holder, const clang::FieldDecl *held_by) {
  Class *&known = known_[record.getCanonicalDecl()];
  if (known)
    return known;
  classes_.push_back(std::make_unique<Class>());
  known = classes_.back().get();
  Class &out = *known;
  out.decl = &record;
  out.holder = holder;
  out.held_by = held_by;
  if (is_instantiated(record))
    derived_classes_.add_instance(record);
  out.out.reached_by = reached_by;
  const clang::NamedDecl *namer = context_.names.namer_of(record);
  out.out.kind = record.getKindName().str();
  out.out.name = namer ? context_.names.qualified(*namer) : "(unnamed)";
  out.out.location = context_.place_of(record.getLocation());
  out.out.source = source_lines(record, context_.ast.getSourceManager());
  if (!namer) {
    out.refusals.push_back({nullptr, "it has no name that generated code could use", "give it a name"});
    return known;
  }
  out.out.spelling = context_.names.spelling(*namer);
  if (!context_.names.is_public(*namer)) {
    out.out.hidden = out.out.spelling;
    out.out.spelling = names::exposed_type(out.out.name);
  }
  if (const std::string why = instances_.add(record); !why.empty())
    out.refusals.push_back({nullptr, "it " + why, ""});
  if (const std::string why = context_.names.why_not_instantiated(*namer); !why.empty())
    out.refusals.push_back({nullptr, why + ": generated code could not name it", ""});
  return known;
}

void ObjectReader::finish() {
  for (std::size_t i = 0; i < classes_.size(); ++i) { // reading one may add others
    Class &of = *classes_[i];
    if (of.refusals.empty())
      read(of);
    for (std::size_t j = 0; j <= i; ++j)
      if (classes_[j]->is_polymorphic_target)
        find_derived(*classes_[j]);
  }
  for (const auto &of : classes_)
    if (of->is_made && of->refusals.empty() && !of->out.is_library)
      check_made(*of);
  spread_refusals();
  for (const Root &root : roots_)
    if (root.of->is_bad && root.is_quiet)
      context_.survey.records[root.record].remarks.push_back(
          {context_.line_of(root.of->decl->getLocation()), "autolink::send does not take it" + why_bad(*root.of)});
  for (const Root &root : roots_)
    if (root.of->is_bad && !root.is_quiet)
      report(root);
  std::set<Class *> wanted;
  std::vector<Class *> next;
  for (const Root &root : roots_)
    if (!root.of->is_bad)
      next.push_back(root.of);
  while (!next.empty()) {
    Class *of = next.back();
    next.pop_back();
    if (of->is_bad || !wanted.insert(of).second)
      continue;
    next.insert(next.end(), of->needs.begin(), of->needs.end());
    next.insert(next.end(), of->derived.begin(), of->derived.end());
  }
  for (const auto &of : classes_)
    if (wanted.contains(of.get())) {
      warn_of_derived(*of);
      warn_of_lost(*of);
      warn_of_resource(*of);
      add_to_survey(*of);
    }
  if (wanted.empty())
    return;
  context_.survey.object_headers.insert(headers_.begin(), headers_.end());
  context_.survey.library_condition = library_condition(context_.ast);
}

void ObjectReader::read(Class &of) {
  const clang::CXXRecordDecl &record = *of.decl;
  if (of.out.is_library) {
    std::string hint;
    if (const std::string reason = check_class(of, record, nullptr, true, hint); !reason.empty())
      of.refusals.push_back({nullptr, "it " + reason, hint});
    return;
  }
  if (const Mapping *mapping = context_.annotations.find(record)) {
    if (!mapping->make.text.empty())
      of.out.make = call_of(of, mapping->make, true);
    if (!mapping->arrived.text.empty())
      of.out.arrived = call_of(of, mapping->arrived, false);
  }
  of.out.size_bytes = bytes_of(context_.ast.getTypeSizeInChars(context_.ast.getTypeDeclType(&record)));
  if (record.isUnion()) {
    if (!travels_as_bytes(context_.ast.getTypeDeclType(&record), context_.ast))
      of.refusals.push_back(
          {nullptr, "it is a union, and which member is active is known only at run time", "use std::variant"});
    of.out.bytes.push_back({0, of.out.size_bytes, ""});
    return;
  }
  of.is_polymorphic_target = record.isPolymorphic(); // the program may send a pointer to it by itself
  read_bases(of);
  read_fields(of, record, 0);
  check_storage(of);
  for (const auto &[field, begin, end] : of.left_out_bits)
    for (const auto &[offset, size, name] : of.out.bytes)
      if (begin < offset + size && offset < end) {
        of.refusals.push_back({field, "shares a byte with bit-fields that travel, so it cannot be left out by itself",
                               "leave them out, too, or put another member between them"});
        break;
      }
  of.out.is_filled = is_filled(record, of.out, context_.ast);
  of.out.n_counted = counted_members(record, context_.ast);
}

void ObjectReader::read_bases(Class &of) {
  const clang::ASTRecordLayout &layout = context_.ast.getASTRecordLayout(of.decl);
  const auto read_base = [&](const clang::CXXBaseSpecifier &base, std::vector<std::string> &out) {
    const clang::CXXRecordDecl *record = base.getType()->getAsCXXRecordDecl()->getDefinition();
    if (holds_nothing(*record))
      return;
    const bool is_library = is_in_std(*record);
    if (is_library && record->getName() == "enable_shared_from_this")
      return; // shared_ptr sets it
    if (is_library || library_class(*record, context_.ast)) {
      of.refusals.push_back({nullptr,
                             "its base '" + context_.names.written(base.getType()) + "' is a class of a library",
                             library_class(*record, context_.ast) ? "make that a member" : ""});
      return;
    }
    clang::CXXBasePaths paths;
    if (of.decl->isDerivedFrom(record, paths) &&
        paths.isAmbiguous(context_.ast.getCanonicalType(context_.ast.getTypeDeclType(record)))) {
      of.refusals.push_back({nullptr,
                             "its base '" + context_.names.written(base.getType()) +
                                 "' is also a base of another of its bases, so that no code can name it",
                             "derive from it once, or make it a member"});
      return;
    }
    Class *needed = find_or_add(*record, "it is a base of " + of.out.name, &of);
    of.needs.push_back(needed);
    out.push_back(needed->out.spelling);
    ObjectMember part;
    part.field.is_base = true;
    part.field.type = context_.names.written(base.getType());
    part.field.line = context_.line_of(base.getBeginLoc());
    part.field.offset_bytes =
        bytes_of(base.isVirtual() ? layout.getVBaseClassOffset(record) : layout.getBaseClassOffset(record));
    part.field.size_bytes = bytes_of(context_.ast.getASTRecordLayout(record).getNonVirtualSize());
    part.classes.push_back(needed->out.name);
    of.out.parts.push_back(std::move(part));
  };
  for (const clang::CXXBaseSpecifier &base : of.decl->bases())
    if (!base.isVirtual())
      read_base(base, of.out.bases);
  for (const clang::CXXBaseSpecifier &base : of.decl->vbases())
    read_base(base, of.out.virtual_bases);
}

/// Whether an object may have been placed in the bytes of the field: an array of bytes that is aligned for something
/// else, a union with bytes, or a class that holds such.
bool ObjectReader::is_storage(const clang::FieldDecl &field) const {
  const Mapping *mapping = context_.annotations.find(field);
  if (mapping && (mapping->ignored || mapping->bytes))
    return false;
  const clang::QualType element = context_.ast.getBaseElementType(field.getType());
  if (is_byte(element) && field.getType()->isArrayType())
    return field.hasAttr<clang::AlignedAttr>();
  const auto *record = element->getAsCXXRecordDecl();
  if (!record || is_in_std(*record))
    return false;
  if (record->isUnion())
    return llvm::any_of(record->fields(),
                        [&](const auto *one) { return is_byte(context_.ast.getBaseElementType(one->getType())); });
  return has_storage(*record);
}

/// Not in a class that manages itself, of which it is told by itself.
bool ObjectReader::has_storage(const clang::CXXRecordDecl &record) const {
  return !library_class(record, context_.ast) && !manages_itself(record) &&
         (has_storage_in_bases(record) ||
          llvm::any_of(record.fields(), [&](const auto *field) { return is_storage(*field); }));
}

bool ObjectReader::has_storage_in_bases(const clang::CXXRecordDecl &record) const {
  return llvm::any_of(record.bases(),
                      [&](const auto &base) { return has_storage(*base.getType()->getAsCXXRecordDecl()); });
}

/// Refuses a class that may have an object among its bytes, such as a boost::optional.
void ObjectReader::check_storage(Class &of) {
  if (!manages_itself(*of.decl))
    return;
  const std::string reason =
      "may have another object in its bytes: " + of.out.name + " copies or destroys its objects by code of its own";
  for (const clang::FieldDecl *field : of.decl->fields())
    if (is_storage(*field))
      of.refusals.push_back({field, reason, std::string(leave_it_out) + bytes_are_value});
  if (has_storage_in_bases(*of.decl))
    of.refusals.push_back({nullptr, "a base of it " + reason, ""});
}

/// Warns of a class whose numbers may stand for something else, such as an open file: its destructor does something,
/// and it holds nothing beside.
void ObjectReader::warn_of_resource(const Class &of) {
  const clang::CXXDestructorDecl *destructor = of.decl->getDestructor();
  const Mapping *mapping = context_.annotations.find(*of.decl);
  if (!does_something(destructor) || destructor->isVirtual() || of.decl->getNumBases() > 0 ||
      (mapping && mapping->object_function()) || context_.is_in_system_header(of.decl->getLocation()) ||
      llvm::any_of(roots_, [&](const Root &root) { return root.of == &of; }))
    return;
  std::vector<std::string> numbers;
  for (const clang::FieldDecl *field : of.decl->fields()) {
    const Mapping *of_field = context_.annotations.find(*field);
    const clang::QualType type = context_.ast.getBaseElementType(field->getType());
    if (!is_number(type))
      return;
    if (!(of_field && of_field->ignored) && !type.isConstQualified() && type->isIntegerType() &&
        !type->isBooleanType() && !type->isEnumeralType() && !is_byte(type))
      numbers.push_back(field->getNameAsString());
  }
  if (numbers.empty())
    return;
  clang::DiagnosticsEngine &diagnostics = context_.ast.getDiagnostics();
  warning(diagnostics, destructor->getLocation(),
          "the destructor of " + quoted(of.out.name) +
              " does something, and its objects travel as numbers alone: what these stand for, such as an open file, "
              "does not travel");
  const std::string keys = keys_place_of(context_.options.keys_place, of.out.name);
  note(diagnostics, of.decl->getLocation(),
       hint_for(keys, "if they stand for something, leave them out with '/*~ AutoMap_Ignore */'", numbers));
  note(diagnostics, of.decl->getLocation(),
       hint_for(keys, "otherwise, mark the class with '/*~ AutoMap_TpUsed */'", std::string()));
}

/// Warns of const members, whose values a constructor gives, and which others cannot get.
void ObjectReader::warn_of_lost(const Class &of) {
  for (const clang::FieldDecl *field : of.lost) {
    if (context_.is_in_system_header(field->getLocation()))
      continue;
    clang::DiagnosticsEngine &diagnostics = context_.ast.getDiagnostics();
    warning(diagnostics, field->getLocation(),
            about(field) + "is const, so it does not travel: where " + quoted(of.out.name) +
                " arrives, it has what the receiver's constructor gives it");
    note(diagnostics, field->getLocation(),
         hint_for(keys_place_of(context_.options.keys_place, of.out.name),
                  "if that is right, write '/*~ AutoMap_Ignore */' after it; otherwise, let it not be const",
                  field->getNameAsString()));
  }
}

/// Reads the fields of the class, or of an anonymous struct in it.
void ObjectReader::read_fields(Class &of, const clang::RecordDecl &record, std::uint64_t offset_bytes) {
  for (const clang::FieldDecl *field : record.fields())
    read_field(of, *field, offset_bytes);
}

/// Returns `why`.
std::string ObjectReader::leave_out(Class &of, const clang::FieldDecl &field, const std::string &why) {
  of.out.left_out.push_back(quoted(field.getNameAsString()) + ": " + why);
  of.out.is_whole = false;
  return why;
}

void ObjectReader::read_field(Class &of, const clang::FieldDecl &field, std::uint64_t offset_bytes) {
  if (field.isUnnamedBitField() ||
      (field.isPotentiallyOverlapping() && holds_nothing(*field.getType()->getAsCXXRecordDecl())))
    return;
  const clang::ASTContext &ast = context_.ast;
  const std::uint64_t offset_bits = ast.getASTRecordLayout(field.getParent()).getFieldOffset(field.getFieldIndex()) +
                                    offset_bytes * ast.getCharWidth();
  const std::size_t left_out = of.out.left_out.size(), needs = of.needs.size(), pointers = of.behind_pointers.size();
  ObjectMember part;
  part.how = read_content(of, field, offset_bits);
  if (!field.getDeclName() && part.how.empty())
    return; // its own members are parts
  part.is_left_out = of.out.left_out.size() > left_out;
  part.field.name = field.getNameAsString();
  part.field.type = context_.names.written(field.getType());
  part.field.offset_bytes = offset_bits / ast.getCharWidth();
  part.field.size_bytes = bytes_of(ast.getTypeSizeInChars(field.getType()));
  if (field.isBitField())
    part.field.bit_width = field.getBitWidthValue(ast);
  if (ast.getSourceManager().isWrittenInSameFile(field.getLocation(), of.decl->getLocation()))
    part.field.line = context_.line_of(field.getLocation());
  const auto add_class = [&](const Class &one) {
    if (!llvm::is_contained(part.classes, one.out.name))
      part.classes.push_back(one.out.name);
  };
  for (std::size_t i = needs; i < of.needs.size(); ++i)
    add_class(*of.needs[i]);
  for (std::size_t i = pointers; i < of.behind_pointers.size(); ++i)
    add_class(*of.behind_pointers[i].first);
  of.out.parts.push_back(std::move(part));
}

/// Returns how a field travels, for people: "as bytes"; empty if its type tells, or it cannot.
std::string ObjectReader::read_content(Class &of, const clang::FieldDecl &field, std::uint64_t offset_bits) {
  const clang::ASTContext &ast = context_.ast;
  const std::uint64_t char_bits = ast.getCharWidth();
  const std::uint64_t offset = offset_bits / char_bits;
  const std::string name = field.getNameAsString();
  const Mapping *mapping = context_.annotations.find(field);
  const std::uint64_t bits_end =
      field.isBitField() ? (offset_bits + field.getBitWidthValue(ast) + char_bits - 1) / char_bits : 0;
  const bool is_left_out =
      mapping ? mapping->ignored
              : context_.options.ignore_pointers && is_address(ast.getBaseElementType(field.getType()));
  const bool keeps_bits = field.isBitField() && field.getType().isConstQualified();
  if (field.getType()->isIncompleteArrayType()) { // objects of such a class cannot be copied or contained
    of.refusals.push_back({&field, "is an array of unknown length", "use std::vector"});
    return "";
  }
  if (is_left_out || keeps_bits) {
    if (field.isBitField())
      of.left_out_bits.push_back({&field, offset, bits_end});
    return leave_out(of, field, keeps_bits ? is_const : mapping ? "AutoMap_Ignore" : "--ignore-pointers");
  }
  const auto as_bytes = [&](std::uint64_t bytes, const std::string &called) {
    std::vector<ObjectBytes> &all = of.out.bytes;
    if (field.isBitField() && !all.empty() && offset < all.back().offset + all.back().size) { // they share a byte
      all.back().size = std::max(all.back().offset + all.back().size, offset + bytes) - all.back().offset;
      all.back().name += ',' + called;
    } else {
      all.push_back({offset, bytes, called});
    }
    return "as bytes";
  };
  if (field.isBitField())
    return as_bytes(bits_end - offset, name + ":" + std::to_string(field.getBitWidthValue(ast)));
  const clang::QualType type = field.getType();
  const auto refuse = [&](const std::string &reason, const std::string &hint = leave_it_out) {
    of.refusals.push_back({&field, reason, hint});
    return "";
  };
  if (type->isReferenceType())
    return refuse("is a reference, which cannot be bound again");
  if (ends_with_others(field, ast))
    return refuse("has [[no_unique_address]], so that other members may be in the padding at its end",
                  "take the attribute away, or leave it out with '/*~ AutoMap_Ignore */'");
  const std::uint64_t size = bytes_of(ast.getTypeSizeInChars(type));
  if (mapping && mapping->bytes) {
    if (!type.isTriviallyCopyableType(ast))
      return refuse("cannot travel as bytes: its class does more than hold them");
    return as_bytes(size, name);
  }
  if (!field.getDeclName()) { // an anonymous struct or union
    const auto *inner = type->getAsRecordDecl();
    if (!inner->isUnion()) {
      read_fields(of, *inner, offset);
      return "";
    }
    if (!travels_as_bytes(type, ast))
      return refuse("is a union, and which member is active is known only at run time", "use std::variant");
    return as_bytes(size, name);
  }
  const auto *record = ast.getBaseElementType(type)->getAsRecordDecl();
  if (record && !context_.names.namer_of(*record) && travels_as_bytes(ast.getBaseElementType(type), ast))
    return as_bytes(size, name);
  if (ast.getBaseElementType(type).isConstQualified()) {
    if (!field.hasInClassInitializer())
      of.lost.push_back(&field);
    return leave_out(of, field, is_const);
  }
  if (const clang::IdentifierInfo *identifier = field.getIdentifier(); identifier && identifier->hasMacroDefinition())
    return refuse("has a name that is also that of a macro", "give it another name");
  if (mapping && !mapping->length.text.empty() && read_array(of, field, mapping->length))
    return "an array of " + quoted(mapping->length.text);
  if (mapping &&
      (!mapping->length.text.empty() || mapping->string || !mapping->choices.empty() || !mapping->place.text.empty()))
    return refuse("has a comment that is about pointers of C: in a C++ object, a plain pointer owns nothing",
                  "let std::vector, std::string, std::variant or a smart pointer own what it leads to");
  if (type->isPointerType() && frees(of.decl->getDestructor(), name))
    return refuse("is a plain pointer, which owns nothing in a C++ object, and the destructor frees what it leads to",
                  std::string("let a std::vector, std::string or std::unique_ptr own that, or ") + leave_it_out);
  std::string hint;
  if (std::string reason = check_type(of, type, &field, false, hint); !reason.empty()) {
    const clang::CXXRecordDecl *owner = type->getAsCXXRecordDecl();
    const auto known = owner ? library_class(*owner, ast) : std::nullopt;
    if (known && known->kind == LibraryClass::Kind::unique && !known->problem.empty() &&
        known->contents[0]->isArrayType())
      hint = "write '/*~ AutoMap_Len(n) */' after it, where 'n' is a field with the length, or use std::vector";
    return refuse(reason, hint.empty() ? leave_it_out : hint);
  }
  if (mapping && mapping->weak)
    of.out.weak.push_back(of.out.members.size());
  of.out.members.push_back(name);
  return mapping && mapping->weak ? "NULL unless what it leads to travels anyway" : "";
}

/// Reads a field `unique_ptr<T[]>` with AutoMap_Len. Returns false if it is none.
bool ObjectReader::read_array(Class &of, const clang::FieldDecl &field, const PlacedName &length) {
  const auto *owner = field.getType()->getAsCXXRecordDecl();
  const auto known = owner ? library_class(*owner, context_.ast) : std::nullopt;
  if (!known || known->kind != LibraryClass::Kind::unique || known->contents.empty() ||
      !known->contents[0]->isArrayType())
    return false;
  const auto is_length = [&](const clang::FieldDecl *one) {
    const Mapping *mapping = context_.annotations.find(*one);
    return one->getNameAsString() == length.text && one->getType()->isIntegerType() && !one->isBitField() &&
           !one->getType().isConstQualified() && !(mapping && mapping->ignored);
  };
  std::string hint, reason;
  if (llvm::none_of(of.decl->fields(), is_length)) {
    reason = "needs a length that is an integer field of the class alone, and travels";
    hint = "write '/*~ AutoMap_Len(n) */', where 'n' is such a field, or use std::vector";
  } else {
    const clang::QualType element = context_.ast.getAsArrayType(known->contents[0])->getElementType();
    reason = check_type(of, element, &field, true, hint);
  }
  if (reason.empty())
    of.out.arrays.emplace_back(field.getNameAsString(), length.text);
  else
    of.refusals.push_back({&field, reason, hint.empty() ? leave_it_out : hint});
  return true;
}

/// Returns why a type cannot travel, to follow "field 'x'", or "it" if `field` is null; empty if it can. `is_made`: a
/// receiver makes objects of it.
std::string ObjectReader::check_type(Class &of, clang::QualType type, const clang::FieldDecl *field, bool is_made,
                                     std::string &hint) {
  const clang::ASTContext &ast = context_.ast;
  if (ast.getBaseElementType(type).isVolatileQualified())
    return "is volatile: copy it to another member";
  type = ast.getBaseElementType(type).getUnqualifiedType();
  if (const llvm::StringRef handle = handle_type(type, ast); !handle.empty())
    return "is a " + quoted(handle) + ", which means nothing on another rank";
  if (is_number(type))
    return "";
  if (type->isAnyComplexType()) {
    hint = "use std::complex";
    return "is a complex number of C";
  }
  if (type->isPointerType()) {
    const clang::QualType target = type->getPointeeType();
    if (target->isFunctionType())
      return "is a pointer to a function, which means nothing on another rank";
    if (target->isVoidType())
      return "is a pointer to void: what it leads to is not known";
    if (target->isAnyCharacterType()) {
      hint = std::string("use std::string") + (field ? std::string(", or ") + leave_it_out : "");
      return "is a pointer to characters, which owns nothing";
    }
    return check_target(of, target, field, false, hint);
  }
  if (const auto *record = type->getAsCXXRecordDecl())
    return check_class(of, *record, field, is_made, hint);
  if (field && travels_as_bytes(field->getType(), ast))
    hint = std::string(leave_it_out) + bytes_are_value;
  return "has the type " + quoted(context_.names.written(type)) + ", which AutoLink cannot send";
}

std::string ObjectReader::check_class(Class &of, const clang::CXXRecordDecl &record, const clang::FieldDecl *field,
                                      bool is_made, std::string &hint) {
  const std::string written = context_.names.written(context_.ast.getTypeDeclType(&record));
  if (const auto known = library_class(record, context_.ast)) {
    if (!known->problem.empty())
      return (field ? "(" + written + ") " : "") + known->problem;
    if (!known->header.empty())
      headers_.insert(known->header);
    const bool is_pointer = known->kind != LibraryClass::Kind::value;
    if (known->has_keys && known->contents[0]->isPointerType())
      return "has keys that are plain pointers, which cannot travel";
    for (const clang::QualType content : known->contents)
      if (!is_pointer && context_.ast.getBaseElementType(content).isConstQualified())
        return "holds a " + quoted(context_.names.written(content)) + ", which nobody could fill in";
      else if (std::string why = is_pointer ? check_target(of, content, field, true, hint)
                                            : check_type(of, content, field, known->makes || is_made, hint);
               !why.empty())
        return why.starts_with("(") || why.starts_with("leads to ") ? why
                                                                    : holds_what(context_.names.written(content), why);
    return "";
  }
  if (const Unmappable why = unmappable_library_type(record); is_in_std(record) || !why.reason.empty()) {
    const clang::QualType type = context_.ast.getTypeDeclType(&record);
    if (why.reason.empty() && field && travels_as_bytes(type, context_.ast) &&
        context_.ast.hasSameUnqualifiedType(context_.ast.getBaseElementType(field->getType()), type))
      hint = std::string(leave_it_out) + bytes_are_value;
    return "has the type " + quoted(written) +
           (why.reason.empty() ? ", which AutoLink cannot send" : ", which " + why.reason);
  }
  if (record.isLambda())
    return "is a lambda, which cannot be made elsewhere";
  if (!context_.options.complete(record, field ? field->getLocation() : of.decl->getLocation()))
    return "has the type " + quoted(written) + ", whose definition is not in this file or what it includes";
  const std::string holder = (field ? quoted(field->getNameAsString()) + " of " : "") + of.out.name;
  Class *needed = find_or_add(*record.getDefinition(), holder + " holds it", &of, field);
  needed->is_made = needed->is_made || is_made;
  of.needs.push_back(needed);
  return "";
}

/// Checks what a pointer leads to.
std::string ObjectReader::check_target(Class &of, clang::QualType target, const clang::FieldDecl *field, bool is_made,
                                       std::string &hint) {
  if (target->isVoidType())
    return "leads to void: what that is, is not known";
  if (is_stream(target, context_.ast))
    return "leads to a FILE, which means nothing on another rank";
  const auto *record = target.getUnqualifiedType()->getAsCXXRecordDecl();
  const auto known = record ? library_class(*record, context_.ast) : std::nullopt;
  if (known && !is_made && known->contents.size() == 2 && known->contents[0].isConstQualified()) {
    hint = "let it lead to the value in that";
    return "leads to an element of a map, which is no object that pointers can lead to";
  }
  if (!record || known)
    return check_type(of, target, field, is_made, hint);
  if (std::string why = check_class(of, *record, field, false, hint); !why.empty())
    return why;
  Class *needed = of.needs.back();
  if (needed->decl->isPolymorphic()) {
    of.needs.pop_back(); // it may have a refusal that only objects of exactly this class meet
    of.behind_pointers.push_back({needed, field});
  } else {
    needed->is_made = needed->is_made || is_made;
    needed->is_new = needed->is_new || is_made;
  }
  return "";
}

/// Finds the classes that may be behind a pointer to `of`: itself and those that derive from it.
void ObjectReader::find_derived(Class &of) {
  if (!of.out.derived)
    of.out.derived.emplace();
  for (const clang::CXXRecordDecl *record : derived_classes_.find(*of.decl, of.n_searched)) {
    Class *found = find_or_add(*record, "it derives from " + of.out.name, &of);
    found->is_made = found->is_new = true;
    if (!llvm::is_contained(of.derived, found))
      of.derived.push_back(found);
  }
}

/// Refuses a class of which a receiver cannot make objects.
void ObjectReader::check_made(Class &of) {
  if (of.is_new && (!has_usable(*of.decl, clang::OO_New) || !has_usable(*of.decl, clang::OO_Delete))) {
    of.refusals.push_back(
        {nullptr, "its operator new or delete is deleted or not public, and a receiver makes objects with 'new'", ""});
    return;
  }
  const Mapping *mapping = context_.annotations.find(*of.decl);
  if ((mapping && !mapping->make.text.empty()) || of.decl->isUnion())
    return;
  const std::string hint = ", or name a function that makes an object with '/*~ AutoMap_Make(function) */'";
  if (of.decl->isAbstract()) {
    of.refusals.push_back({nullptr, "it is abstract, so a receiver cannot make an object of exactly this class", ""});
    return;
  }
  if (const clang::CXXDestructorDecl *destructor = of.decl->getDestructor();
      destructor && (destructor->isDeleted() || !is_public(*destructor))) {
    of.refusals.push_back({nullptr, "its destructor is not public", "make it public"});
    return;
  }
  const clang::CXXConstructorDecl *constructor = context_.options.default_constructor(*of.decl);
  if (!constructor || constructor->isDeleted())
    of.refusals.push_back(
        {nullptr, "it has no constructor without arguments, by which a receiver could make it", "add one" + hint});
  else if (!is_public(*constructor))
    of.refusals.push_back({nullptr, "its constructor without arguments is not public", "make it public" + hint});
}

/// Returns the call of a function that a comment names, as code.
std::string ObjectReader::call_of(Class &of, const PlacedName &function, bool is_make) {
  clang::DiagnosticsEngine &diagnostics = context_.ast.getDiagnostics();
  const clang::ASTContext &ast = context_.ast;
  const auto fail = [&](const std::string &why) {
    error(diagnostics, function.range.getBegin(), quoted(function.text) + " " + why) << function.range;
    return std::string();
  };
  llvm::SmallVector<llvm::StringRef> path;
  llvm::StringRef(function.text).split(path, "::");
  const clang::DeclarationName name(&ast.Idents.get(path.back().trim()));
  const clang::CanQualType type = ast.getCanonicalType(ast.getTypeDeclType(of.decl));
  const auto returns_object = [&](const clang::FunctionDecl &found) {
    return found.getMinRequiredArguments() == 0 &&
           ast.getCanonicalType(found.getReturnType().getUnqualifiedType()) == type;
  };
  const auto takes_object = [&](const clang::FunctionDecl &found) {
    return found.getMinRequiredArguments() == 1 && found.getNumParams() == 1 &&
           found.getParamDecl(0)->getType()->isLValueReferenceType() &&
           ast.getCanonicalType(found.getParamDecl(0)->getType().getNonReferenceType().getUnqualifiedType()) == type;
  };
  // The scopes in which the name may be declared: the class itself first, then what is around it.
  for (const clang::DeclContext *scope = of.decl; scope; scope = scope->getParent()) {
    const clang::DeclContext *in = scope;
    for (std::size_t i = 0; in && i + 1 < path.size(); ++i) {
      const clang::DeclContext *inner = nullptr;
      for (const clang::NamedDecl *found : in->lookup(clang::DeclarationName(&ast.Idents.get(path[i].trim()))))
        if (const auto *context = llvm::dyn_cast<clang::DeclContext>(found))
          inner = context;
      in = inner;
    }
    if (!in)
      continue;
    bool is_any = false;
    for (const clang::NamedDecl *found : members_named(*in, name)) {
      const auto *called = llvm::dyn_cast<clang::FunctionDecl>(found);
      if (!called)
        continue;
      is_any = true;
      const auto *method = llvm::dyn_cast<clang::CXXMethodDecl>(called);
      const bool is_object_method = method && !method->isStatic();
      const bool is_own = method && method->getParent()->getCanonicalDecl() == of.decl->getCanonicalDecl();
      if (!is_public(*called) || (method && !is_own && !context_.names.is_public(*method->getParent())))
        return fail("is not public");
      const std::string written = is_own && !of.out.hidden.empty() ? of.out.spelling + "::" + called->getNameAsString()
                                                                   : context_.names.qualified(*called);
      if (is_make && !is_object_method && returns_object(*called))
        return "::" + written + "()";
      if (!is_make && is_object_method && called->getMinRequiredArguments() == 0 &&
          method->getRefQualifier() != clang::RQ_RValue)
        return "object." + called->getNameAsString() + "()";
      if (!is_make && !is_object_method && takes_object(*called))
        return "::" + written + "(object)";
    }
    if (is_any)
      return fail(
          is_make ? "must be a static member or free function without parameters that returns a '" + of.out.name + "'"
                  : "must be a member function without parameters, or a free function of a '" + of.out.name + " &'");
  }
  return fail("is no function of " + of.out.name + ", nor one that is declared around it");
}

/// A class is bad if it has a refusal, or one that it needs is bad; or if a pointer of it leads to a base of which no
/// class can be sent.
void ObjectReader::spread_refusals() {
  const auto is_dead_end = [](const Class &target) {
    return std::ranges::all_of(target.derived, [](const Class *one) { return one->is_bad; });
  };
  for (bool changed = true; changed;) {
    changed = false;
    for (const auto &of : classes_) {
      const bool is_bad =
          !of->refusals.empty() || std::ranges::any_of(of->needs, [](const Class *one) { return one->is_bad; }) ||
          std::ranges::any_of(of->behind_pointers, [&](const auto &one) { return is_dead_end(*one.first); });
      if (is_bad && !of->is_bad)
        of->is_bad = changed = true;
    }
  }
  for (const auto &of : classes_)
    for (const auto &[target, field] : of->behind_pointers) {
      // What is named as a base needs its specialization, whether or not an object of exactly this class can be made.
      of->needs.push_back(target);
      if (is_dead_end(*target) && of->refusals.empty())
        of->refusals.push_back(
            {field, "leads to a " + quoted(target->out.name) + ", and no class that derives from it can be sent",
             target->derived.empty() ? "include the headers of the classes that derive from it here" : ""});
    }
}

/// Returns one reason why a class is bad, to follow what tells so: ": field 'x' is a reference".
std::string ObjectReader::why_bad(const Class &of) {
  std::vector<const Class *> met = {&of};
  for (std::size_t i = 0; i < met.size(); ++i) { // classes may need each other
    if (!met[i]->refusals.empty()) {
      const Refusal &first = met[i]->refusals[0];
      return ": " + (i == 0 ? "" : kind_and_name(met[i]->out) + ": ") + about(first.field) + first.reason;
    }
    for (const Class *needed : met[i]->needs)
      if (needed->is_bad && !llvm::is_contained(met, needed))
        met.push_back(needed);
  }
  return "";
}

/// Reports all reasons why a class that was asked for cannot be sent.
void ObjectReader::report(const Root &root) {
  clang::DiagnosticsEngine &diagnostics = context_.ast.getDiagnostics();
  Record &record = context_.survey.records[root.record];
  std::set<const Class *> seen;
  std::set<std::pair<const Class *, const clang::FieldDecl *>> told;
  std::vector<Class *> next = {root.of};
  while (!next.empty()) {
    Class &of = *next.back();
    next.pop_back();
    if (!seen.insert(&of).second)
      continue;
    for (Class *one : of.needs)
      if (one->is_bad)
        next.push_back(one);
    for (const Refusal &refusal : of.refusals) {
      // What is in a header of the system is told of the class, and of the member, by which the program holds it.
      const Class *shown = &of;
      const clang::FieldDecl *field = refusal.field;
      const auto location = [&] { return field ? field->getLocation() : shown->decl->getLocation(); };
      while (shown->holder && context_.is_in_system_header(location())) {
        field = shown->held_by;
        shown = shown->holder;
      }
      if (shown != &of && !told.insert({shown, field}).second)
        continue;
      const clang::SourceLocation place =
          context_.is_in_system_header(location()) ? root.asked_for.getBegin() : location();
      const std::string name = field ? field->getNameAsString() : "";
      const std::string why =
          about(field) +
          (shown == &of ? "" : (field ? "needs " : "it needs ") + quoted(of.out.name) + ": " + about(refusal.field)) +
          refusal.reason;
      const std::string hint = shown == &of ? refusal.hint : field ? leave_it_out : "";
      error(diagnostics, place, "cannot send " + quoted(kind_and_name(shown->out)) + " as a C++ object: " + why);
      if (!std::exchange(record.listed, true))
        record.reason = shown == root.of ? why : kind_and_name(shown->out) + ": " + why;
      if (!hint.empty())
        note(diagnostics, place,
             hint_for(shown == root.of ? context_.options.keys_place
                                       : keys_place_of(context_.options.keys_place, shown->out.name),
                      hint, name));
      if (shown != root.of)
        note(diagnostics, root.asked_for.getBegin(), quoted(shown->out.name) + " is needed: " + shown->out.reached_by);
    }
    of.refusals.clear(); // they are told once
  }
}

/// Warns of classes that derive from this one, and cannot be behind a pointer to it.
void ObjectReader::warn_of_derived(Class &of) {
  if (!of.out.derived)
    return;
  for (const Class *one : of.derived)
    if (!one->is_bad) {
      of.out.derived->push_back(one->out.spelling);
    } else if (one->decl->getCanonicalDecl() != of.decl->getCanonicalDecl()) {
      warning(context_.ast.getDiagnostics(), one->decl->getLocation(),
              quoted(one->out.name) + " derives from " + quoted(of.out.name) + ", but its objects cannot be sent" +
                  why_bad(*one));
    }
}

/// Adds the class, unless another input had it; then, adds what may be behind pointers to it here.
void ObjectReader::add_to_survey(Class &of) {
  std::vector<ObjectClass> &objects = context_.survey.objects;
  const auto same = std::ranges::find(objects, of.out.spelling, &ObjectClass::spelling);
  if (same == objects.end()) {
    objects.push_back(of.out);
    return;
  }
  if (!of.out.derived)
    return;
  if (!same->derived)
    same->derived.emplace();
  for (const std::string &one : *of.out.derived)
    if (!llvm::is_contained(*same->derived, one))
      same->derived->push_back(one);
}

} // namespace automap
