// Rules for classes. See class_rules.h.
#include "class_rules.h"

#include "library_types.h"
#include "type_names.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"

namespace automap {
namespace {

/// A constructor or assignment of the user's own, which MPI does not call; null if there is none.
const clang::CXXMethodDecl *own_copy(const clang::CXXRecordDecl &record) {
  for (const clang::CXXMethodDecl *method : record.methods()) {
    const auto *constructor = llvm::dyn_cast<clang::CXXConstructorDecl>(method);
    const bool copies = (constructor && constructor->isCopyOrMoveConstructor()) ||
                        method->isCopyAssignmentOperator() || method->isMoveAssignmentOperator();
    if (copies && method->isUserProvided())
      return method;
  }
  return nullptr;
}

void check_bases(const clang::CXXRecordDecl &record, const TypeNames &names, Findings &findings) {
  const std::string hint = "inherit without 'virtual', or send the base in a message of its own";
  for (const clang::CXXBaseSpecifier &base : record.bases())
    if (base.isVirtual())
      findings.refusals.push_back({.reason = "it has the virtual base '" + names.written(base.getType()) +
                                             "': where that lies differs from object to object",
                                   .location = base.getBeginLoc(),
                                   .range = base.getSourceRange(),
                                   .hint = hint,
                                   .hint_location = base.getBeginLoc()});
  if (record.getNumVBases() != 0 && findings.refusals.empty())
    findings.refusals.push_back(
        {.reason =
             "a class that it derives from has a virtual base: where that lies differs from object to object",
         .location = record.getLocation(),
         .hint = hint,
         .hint_location = record.vbases_begin()->getBeginLoc()});
}

} // namespace

void check_class(const clang::RecordDecl &record, bool as_bytes, const clang::ASTContext &context,
                 const TypeNames &names, Findings &findings) {
  const auto no = [&](const std::string &reason, const std::string &hint = "") {
    findings.refusals.push_back({.reason = "it " + reason,
                                 .location = record.getLocation(),
                                 .hint = hint,
                                 .hint_location = record.getLocation()});
  };
  if (record.isInvalidDecl())
    return no("does not compile");
  if (context.getLangOpts().ObjC)
    return no("is read as Objective-C, whose objects have no fixed layout",
              "if the header is plain C or C++, say so: '-- -x c' or '-- -x c++'");
  const auto *cxx = llvm::dyn_cast<clang::CXXRecordDecl>(&record);
  if (!cxx)
    return;
  if (cxx->isLambda())
    return no("is the type of a lambda, which generated code cannot name");
  if (const Unmappable library = unmappable_library_type(record); !library.reason.empty())
    return no(library.reason, library.hint);
  if (as_bytes && cxx->isDynamicClass())
    return no("has virtual functions: to receive its bytes would overwrite the pointer to them");
  check_bases(*cxx, names, findings);
  const clang::CXXDestructorDecl *destructor = cxx->getDestructor();
  if (destructor && destructor->isUserProvided() && !destructor->isVirtual())
    findings.refusals.push_back(
        {.reason = "it has a destructor of its own, so it owns something that its bytes only refer to",
         .location = record.getLocation(),
         .hint = "if it owns nothing, write '= default', or let the compiler make the destructor",
         .hint_location = destructor->getLocation()});
  if (const clang::CXXMethodDecl *copy = own_copy(*cxx); copy && !record.isInStdNamespace())
    findings.notices.push_back(
        {clang::DiagnosticIDs::Warning, copy->getLocation(),
         "MPI does not call this " +
             std::string(llvm::isa<clang::CXXConstructorDecl>(copy) ? "constructor" : "operator") +
             ": it copies each field of '" + names.qualified(record) + "' as it is"});
}

} // namespace automap
