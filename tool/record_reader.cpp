// Clang record declarations → Records. See record_reader.h.
#include "record_reader.h"

#include "basic_type_mapping.h"
#include "builtin_headers.h"
#include "diagnose.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/Decl.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/RecordLayout.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Basic/Stack.h"
#include "clang/Lex/Lexer.h"

#include <algorithm>
#include <utility>

namespace automap {
namespace {

constexpr char ignore_annotation[] = " /*~ AutoMap_Ignore */";

std::string quoted(llvm::StringRef text) { return "'" + text.str() + "'"; }

/// The innermost element type of an array of arrays; extents are added outermost first. The type itself
/// where it is no array of constant size.
clang::QualType strip_arrays(clang::QualType type, const clang::ASTContext &context,
                             std::vector<std::uint64_t> *extents = nullptr) {
  while (const auto *array = context.getAsConstantArrayType(type)) {
    if (extents)
      extents->push_back(array->getZExtSize());
    type = array->getElementType();
  }
  return type;
}

bool in_template_instance(const clang::RecordDecl &record) {
  for (const clang::DeclContext *scope = &record; scope; scope = scope->getParent())
    if (llvm::isa<clang::ClassTemplateSpecializationDecl>(scope))
      return true;
  return false;
}

/// Can code outside name the type, through all the classes that it is in?
bool is_public(const clang::TagDecl &tag) {
  const clang::Decl *declaration = &tag;
  while (declaration) {
    if (declaration->getAccess() == clang::AS_private || declaration->getAccess() == clang::AS_protected)
      return false;
    declaration = llvm::dyn_cast<clang::TagDecl>(declaration->getDeclContext());
  }
  return true;
}

bool is_address(clang::QualType type) {
  return type->isAnyPointerType() || type->isReferenceType() || type->isMemberPointerType() ||
         type->isBlockPointerType() || type->isNullPtrType();
}

} // namespace

RecordReader::RecordReader(clang::ASTContext &context, clang::DiagnosticsEngine &diagnostics,
                           const Declarations &declarations,
                           const llvm::DenseSet<const clang::FieldDecl *> &ignored, bool ignore_pointers,
                           Survey &survey)
    : context_(context), diagnostics_(diagnostics), ignored_(ignored), ignore_pointers_(ignore_pointers),
      survey_(survey), policy_(context.getPrintingPolicy()) {
  policy_.AnonymousTagLocations = false;
  policy_.SuppressTagKeyword = false;
  policy_.SuppressUnwrittenScope = true; // unnamed and inline namespaces
  // Clang says "bool" in C once it has seen <stdbool.h>; generated code may not have.
  policy_.Bool = context.getLangOpts().CPlusPlus || context.getLangOpts().C23;
  for (std::size_t i = 0; i < survey.records.size(); ++i)
    earlier_.emplace(survey.records[i].location.key(), i);
  for (const clang::NamedDecl *namer : declarations.namers) {
    const clang::RecordDecl *record = record_named_by(*namer);
    if (!llvm::isa<clang::FieldDecl>(namer) && !record->getDeclName() && !record->getTypedefNameForAnonDecl())
      unnamed_.try_emplace(record->getDefinition(), namer);
  }
}

std::size_t RecordReader::read(const clang::RecordDecl &record) {
  const clang::RecordDecl &definition = *record.getDefinition();
  const auto known = read_.find(&definition);
  if (known != read_.end())
    return known->second;
  Record out;
  std::vector<Refusal> refusals;
  // A record nested in a record, and so on, may be deeper than the stack.
  clang::runWithSufficientStackSpace([] {}, [&] { refusals = read_into(out, definition); });
  out.mapped = refusals.empty();
  if (!out.mapped) {
    out.reason = refusals.front().reason;
    out.fields.clear();
  }
  const std::size_t index = merge(std::move(out));
  read_[&definition] = index;
  refusals_[index] = std::move(refusals);
  return index;
}

std::pair<std::uint64_t, std::uint64_t> RecordReader::file_id(const clang::RecordDecl &record) const {
  const clang::SourceManager &sources = context_.getSourceManager();
  const auto file = sources.getFileEntryRefForID(sources.getFileID(sources.getFileLoc(record.getLocation())));
  if (!file)
    return {};
  return {file->getUniqueID().getDevice(), file->getUniqueID().getFile()};
}

/// Adds a record, unless an earlier translation unit brought the same one.
std::size_t RecordReader::merge(Record record) {
  const auto [first, last] = earlier_.equal_range(record.location.key());
  for (auto known = first; known != last; ++known) {
    const Record &other = survey_.records[known->second];
    if (other.mapped == record.mapped && other.size_bytes == record.size_bytes && other.tree == record.tree)
      return known->second;
  }
  survey_.records.push_back(std::move(record));
  return survey_.records.size() - 1;
}

const clang::NamedDecl *RecordReader::name_of(const clang::RecordDecl &record) const {
  if (record.getDeclName())
    return &record;
  if (const auto *name = record.getTypedefNameForAnonDecl())
    return name;
  return unnamed_.lookup(record.getDefinition());
}

std::string RecordReader::qualified_name(const clang::NamedDecl &name) const {
  std::string text;
  llvm::raw_string_ostream out(text);
  name.printQualifiedName(out, policy_);
  return text;
}

/// How generated code writes the type that `name` names. With "struct" before it a function of the same
/// name does no harm.
std::string RecordReader::spelling(const clang::NamedDecl &name) const {
  if (const auto *record = llvm::dyn_cast<clang::RecordDecl>(&name))
    return record->getKindName().str() + " " + qualified_name(name);
  const auto *alias = llvm::dyn_cast<clang::TypedefNameDecl>(&name);
  if (alias && alias->getUnderlyingType()->isRecordType())
    return qualified_name(name);

  // An unnamed record, reached through a variable, a field, or a typedef of a pointer or an array.
  std::string expression = qualified_name(name);
  clang::QualType type;
  if (alias) {
    expression = "(*(" + expression + " *)0)";
    type = alias->getUnderlyingType();
  } else {
    type = llvm::cast<clang::ValueDecl>(name).getType();
    if (const auto *field = llvm::dyn_cast<clang::FieldDecl>(&name))
      if (const clang::NamedDecl *owner = name_of(*field->getParent()))
        expression = "((" + spelling(*owner) + " *)0)->" + field->getNameAsString();
  }
  while (type->isArrayType() || type->isPointerType()) {
    expression += "[0]";
    type = type->isArrayType() ? type->getAsArrayTypeUnsafe()->getElementType() : type->getPointeeType();
  }
  return "__typeof__(" + expression + ")";
}

Record::Datatype RecordReader::datatype(const clang::RecordDecl &record, const clang::NamedDecl &name) const {
  const clang::NamedDecl *chosen = &name;
  // A typedef of a pointer or an array, a variable or a field do not name the record if it has a name.
  const auto *alias = llvm::dyn_cast<clang::TypedefNameDecl>(&name);
  if (!alias || !alias->getUnderlyingType()->isRecordType()) {
    if (record.getDeclName())
      chosen = &record;
    else if (record.getTypedefNameForAnonDecl())
      chosen = record.getTypedefNameForAnonDecl();
  }
  return {qualified_name(*chosen), spelling(*chosen)};
}

std::vector<RecordReader::Refusal> RecordReader::read_into(Record &out, const clang::RecordDecl &record) {
  if (const clang::NamedDecl *name = name_of(record)) {
    out.name = name->getNameAsString();
    out.qualified = qualified_name(*name);
    out.spelling = spelling(*name);
  }
  out.kind = record.getKindName().str();
  out.tagged = static_cast<bool>(record.getDeclName());
  out.deprecated = record.isDeprecated();
  const clang::PresumedLoc location = context_.getSourceManager().getPresumedLoc(record.getLocation());
  if (location.isValid())
    out.location = {location.getFilename(), location.getLine(), location.getColumn(), file_id(record)};

  if (auto refusal = check_class(record))
    return {std::move(*refusal)};
  const clang::ASTRecordLayout &layout = context_.getASTRecordLayout(&record);
  out.size_bytes = static_cast<std::uint64_t>(layout.getSize().getQuantity());
  // A typedef may align more strictly than the record that it alone names.
  const clang::TypedefNameDecl *alias = record.getDeclName() ? nullptr : record.getTypedefNameForAnonDecl();
  out.align_bytes = static_cast<std::uint64_t>(
      (alias ? context_.getTypeAlignInChars(context_.getTypedefType(alias)) : layout.getAlignment())
          .getQuantity());
  std::vector<Refusal> refusals;
  for (const clang::FieldDecl *field : record.fields()) {
    out.deprecated = out.deprecated || field->isDeprecated();
    if (field->isUnnamedBitField())
      continue; // padding, which C lets one write down
    auto read = read_field(*field);
    if (auto *refusal = std::get_if<Refusal>(&read))
      refusals.push_back(std::move(*refusal));
    else
      out.fields.push_back(std::move(std::get<Field>(read)));
  }
  const auto *cxx = llvm::dyn_cast<clang::CXXRecordDecl>(&record);
  if (refusals.empty() && cxx && !cxx->isStandardLayout())
    refusals.push_back({.reason = "it has no standard layout: C++ promises nothing about its offsets",
                        .location = record.getLocation()});
  if (refusals.empty())
    out.tree = tree_of(survey_, out);
  return refusals;
}

/// Kinds of record that are not a plain sequence of fields.
std::optional<RecordReader::Refusal> RecordReader::check_class(const clang::RecordDecl &record) const {
  const auto no = [&](const char *reason) {
    return Refusal{.reason = reason, .location = record.getLocation()};
  };
  if (record.isInvalidDecl())
    return no("it does not compile");
  if (record.isUnion())
    return no("it is a union: which member is alive cannot be known");
  if (context_.getLangOpts().ObjC)
    return no("Objective-C has no fixed layout that MPI could describe");
  const auto *cxx = llvm::dyn_cast<clang::CXXRecordDecl>(&record);
  if (!cxx)
    return std::nullopt;
  if (cxx->getNumBases() != 0)
    return no("it has base classes");
  if (cxx->isPolymorphic())
    return no("it has virtual functions");
  if (in_template_instance(record))
    return no("it is an instance of a class template");
  if (!is_public(record))
    return no("it is not public in its class: generated code could not name it");
  // Not isTriviallyCopyable(): for Clang 19 a const member of a class is enough against it.
  if (cxx->hasNonTrivialCopyConstructor() || cxx->hasNonTrivialMoveConstructor() ||
      cxx->hasNonTrivialDestructor() ||
      (cxx->hasUserDeclaredCopyAssignment() && cxx->hasNonTrivialCopyAssignment()))
    return no("it is not trivially copyable: copying its bytes does not copy it");
  if (std::ranges::any_of(record.fields(), [](const clang::FieldDecl *field) {
        return field->getAccess() == clang::AS_private || field->getAccess() == clang::AS_protected;
      }))
    return no("it has fields that are not public");
  return std::nullopt;
}

/// The typedef of the MPI library by which a type is named, if it is one that means nothing elsewhere. As
/// which integer, pointer or struct it is declared differs between libraries.
llvm::StringRef mpi_object(clang::QualType type, const clang::ASTContext &context) {
  constexpr llvm::StringLiteral names[] = {"MPI_Comm",  "MPI_Datatype", "MPI_Errhandler", "MPI_File",
                                           "MPI_Group", "MPI_Info",     "MPI_Message",    "MPI_Op",
                                           "MPI_Win",   "MPI_Request",  "MPI_Session",    "MPI_Status"};
  while (true) {
    if (const auto *alias = llvm::dyn_cast<clang::TypedefType>(type.getTypePtr()))
      if (llvm::is_contained(names, alias->getDecl()->getName()))
        return alias->getDecl()->getName();
    const clang::QualType next = type.getSingleStepDesugaredType(context);
    if (next == type)
      return "";
    type = next;
  }
}

/// What is wrong with a field of this element type; "field 'x'" comes before it.
std::string RecordReader::why_not_basic(clang::QualType type) const {
  const std::string written = quoted(type.getAsString(policy_));
  if (type->isFunctionPointerType())
    return "is a pointer to a function: an address means nothing on another rank";
  if (type->isMemberPointerType())
    return "is a pointer to a member: its value means nothing on another rank";
  if (type->isReferenceType())
    return "is a reference: an address means nothing on another rank";
  if (is_address(type))
    return "is a pointer: an address means nothing on another rank";
  if (type->isIncompleteArrayType())
    return "is a flexible array member: its length is not part of the type";
  if (type->isVariableArrayType())
    return "is an array of variable length";
  if (type->isAtomicType())
    return "has the atomic type " + written + ": MPI moves bytes without regard to atomicity";
  if (type->isVectorType())
    return "has the vector type " + written + ", for which MPI has no basic type";
  return "has the type " + written + ", for which MPI has no basic type";
}

std::variant<Field, RecordReader::Refusal> RecordReader::read_field(const clang::FieldDecl &field) {
  const std::string subject = field.getDeclName() ? "field " + quoted(field.getName()) : "an unnamed field";
  const auto no = [&](const std::string &why) {
    return Refusal{
        .reason = subject + " " + why, .location = field.getLocation(), .range = field.getSourceRange()};
  };
  const bool ignored = ignored_.contains(&field);
  if (field.isBitField() && !ignored)
    return no("is a bit-field, which has no address");
  if (field.hasAttr<clang::NoUniqueAddressAttr>())
    return no("may overlap other fields ([[no_unique_address]])");

  Field read;
  read.name = field.getNameAsString();
  read.type = field.getType().getAsString(policy_);
  const std::uint64_t offset_bits =
      context_.getASTRecordLayout(field.getParent()).getFieldOffset(field.getFieldIndex());
  read.offset_bytes = offset_bits / context_.getCharWidth();
  read.nameable = is_nameable(field);
  const clang::QualType element = strip_arrays(field.getType(), context_, &read.extents);
  if (!element->isIncompleteType())
    read.size_bytes = static_cast<std::uint64_t>(context_.getTypeSizeInChars(field.getType()).getQuantity());
  if (field.isBitField()) { // the bytes that it has a part of
    const std::uint64_t end_bits = offset_bits + field.getBitWidthValue(context_);
    read.size_bytes = (end_bits + context_.getCharWidth() - 1) / context_.getCharWidth() - read.offset_bytes;
  }

  const llvm::StringRef object = mpi_object(element, context_);
  const bool address = object.empty() && is_address(element);
  const clang::RecordDecl *record = address ? nullptr : element->getAsRecordDecl();
  const auto leave_out = [&](const std::string &why) {
    Refusal refusal = no(why);
    refusal.hint = "leave it out of the datatype with '/*~ AutoMap_Ignore */'";
    refusal.hint_location = clang::Lexer::getLocForEndOfToken(
        field.getEndLoc(), 0, context_.getSourceManager(), context_.getLangOpts());
    refusal.fix = ignore_annotation;
    return refusal;
  };
  if (ignored || (ignore_pointers_ && address && !element->isReferenceType())) {
    read.content = Field::Content::ignored;
  } else if (!object.empty()) {
    return leave_out("is of type '" + object.str() + "': it means nothing on another rank");
  } else if (const auto basic = basic_type_of(element, context_)) {
    read.basic = *basic;
  } else if (record && record->getDefinition()) {
    read.content = Field::Content::record;
    read.record = this->read(*record);
    if (!survey_.records[read.record].mapped) {
      Refusal refusal =
          no("has the type " + quoted(describe(survey_.records[read.record])) + ", which cannot be mapped");
      refusal.because_of = read.record;
      return refusal;
    }
  } else {
    return address ? leave_out(why_not_basic(element)) : no(why_not_basic(element));
  }
  read.checked_type = checked_type(read, element);
  return read;
}

/// Can generated code write the field's name? Not that of a bit-field in offsetof, nor one that a macro has
/// taken since, nor those of the structs in Clang's own headers, which other compilers have in theirs.
bool RecordReader::is_nameable(const clang::FieldDecl &field) const {
  const clang::IdentifierInfo *name = field.getIdentifier();
  const clang::SourceManager &sources = context_.getSourceManager();
  return !field.isBitField() && !(name && name->hasMacroDefinition()) &&
         !sources.getFilename(sources.getFileLoc(field.getLocation()))
              .starts_with(llvm::StringRef(resource_dir));
}

/// A type that generated code can compare the field's type with. It names what the mapping was decided
/// by, so that a header whose typedefs change is noticed.
std::string RecordReader::checked_type(const Field &field, clang::QualType element) const {
  if (field.content == Field::Content::ignored || field.element_count() == 0)
    return "";
  clang::QualType type = deciding_type(element, context_);
  if (const auto *tag = type->getAsTagDecl(); tag && !tag->getDeclName() && !tag->getTypedefNameForAnonDecl())
    return "";
  if (const auto *tag = type->getAsTagDecl(); tag && !is_public(*tag))
    return "";
  if (const auto *record = type->getAsRecordDecl(); record && !name_of(*record))
    return "";
  clang::PrintingPolicy policy = policy_;
  policy.FullyQualifiedName = true;
  policy.PrintCanonicalTypes = false;
  std::string text = type.getAsString(policy);
  for (const std::uint64_t extent : field.extents)
    text += "[" + std::to_string(extent) + "]";
  return text;
}

void RecordReader::report_refusal(std::size_t index) {
  const std::string head = "cannot map '" + describe(survey_.records[index]) + "': ";
  for (const Refusal &refusal : refusals_.find(index)->second) {
    error(diagnostics_, refusal.location, head + refusal.reason) << refusal.range;
    if (!refusal.hint.empty()) {
      auto hint = note(diagnostics_, refusal.hint_location, refusal.hint);
      if (!refusal.fix.empty() && refusal.hint_location.isFileID())
        hint << clang::FixItHint::CreateInsertion(refusal.hint_location, refusal.fix);
    }
    if (refusal.because_of)
      note_cause(*refusal.because_of);
  }
}

/// Notes what is wrong with a contained record. Where that is again a record it contains, only that one is
/// noted: the field to blame is at the end of the chain.
void RecordReader::note_cause(std::size_t index) {
  for (const Refusal &refusal : refusals_.find(index)->second) {
    if (refusal.because_of)
      note_cause(*refusal.because_of);
    else
      note(diagnostics_, refusal.location, "in '" + describe(survey_.records[index]) + "': " + refusal.reason)
          << refusal.range;
  }
}

} // namespace automap
