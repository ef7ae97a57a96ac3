// Types whose values stay on one rank. See local_types.h.
#include "local_types.h"

#include "element_type.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/RecordLayout.h"
#include "clang/Basic/SourceManager.h"

#include "llvm/ADT/STLExtras.h"

#include <set>

namespace automap {
namespace {

/// Returns the element type of an array without atomic: the array or its elements may be atomic.
clang::QualType value_type_of(clang::QualType type, const clang::ASTContext &context,
                              std::vector<std::uint64_t> *extents = nullptr) {
  const clang::QualType element = element_type_of(type, context, extents);
  const auto *atomic = element->getAs<clang::AtomicType>();
  return atomic ? value_type_of(atomic->getValueType(), context, extents) : element;
}

} // namespace

bool is_address(clang::QualType type) {
  if (const auto *atomic = type->getAs<clang::AtomicType>())
    return is_address(atomic->getValueType());
  return type->isAnyPointerType() || type->isReferenceType() || type->isMemberPointerType() ||
         type->isBlockPointerType() || type->isNullPtrType();
}

const clang::FieldDecl *pointer_in(clang::QualType type, const clang::ASTContext &context) {
  const auto *record = value_type_of(type, context)->getAsRecordDecl();
  if (!record || !record->getDefinition())
    return nullptr;
  if (const auto *cxx = llvm::dyn_cast<clang::CXXRecordDecl>(record->getDefinition()))
    for (const clang::CXXBaseSpecifier &base : cxx->bases())
      if (const clang::FieldDecl *inherited = pointer_in(base.getType(), context))
        return inherited;
  for (const clang::FieldDecl *field : record->getDefinition()->fields()) {
    if (is_address(value_type_of(field->getType(), context)))
      return field;
    if (const clang::FieldDecl *inner = pointer_in(field->getType(), context))
      return inner;
  }
  return nullptr;
}

namespace {

void add_pointers(clang::QualType type, std::uint64_t base, const clang::ASTContext &context,
                  std::set<std::uint64_t> &out) {
  std::vector<std::uint64_t> extents;
  const clang::QualType element = value_type_of(type, context, &extents);
  std::uint64_t count = 1;
  for (const std::uint64_t extent : extents)
    count *= extent;
  if (element->isPointerType() || element->isReferenceType()) {
    for (std::uint64_t i = 0; i < count; ++i)
      out.insert(base + i * context.getTypeSizeInChars(context.VoidPtrTy).getQuantity());
    return;
  }
  if (element->isIncompleteType() || element->isDependentType())
    return;
  const auto *record = element->getAsRecordDecl();
  if (!record)
    return;
  const clang::RecordDecl &definition = *record->getDefinition();
  const auto *cxx = llvm::dyn_cast<clang::CXXRecordDecl>(&definition);
  const bool is_dynamic = cxx && cxx->isDynamicClass();
  if (!is_dynamic && !pointer_in(element, context))
    return;
  const clang::ASTRecordLayout &layout = context.getASTRecordLayout(&definition);
  for (std::uint64_t i = 0; i < count; ++i) {
    const std::uint64_t start = base + i * context.getTypeSizeInChars(element).getQuantity();
    if (is_dynamic && layout.hasOwnVFPtr())
      out.insert(start);
    if (cxx)
      for (const clang::CXXBaseSpecifier &inherited : cxx->bases())
        if (!inherited.isVirtual())
          add_pointers(inherited.getType(),
                       start + layout.getBaseClassOffset(inherited.getType()->getAsCXXRecordDecl()).getQuantity(),
                       context, out);
    for (const clang::FieldDecl *field : definition.fields())
      add_pointers(field->getType(), start + layout.getFieldOffset(field->getFieldIndex()) / context.getCharWidth(),
                   context, out);
  }
}

} // namespace

std::vector<std::uint64_t> pointers_in(clang::QualType type, const clang::ASTContext &context) {
  std::set<std::uint64_t> offsets;
  add_pointers(type, 0, context, offsets);
  return {offsets.begin(), offsets.end()};
}

llvm::StringRef handle_type(clang::QualType type, const clang::ASTContext &context) {
  constexpr llvm::StringLiteral mpi_types[] = {"MPI_Comm",  "MPI_Datatype", "MPI_Errhandler", "MPI_File",
                                               "MPI_Group", "MPI_Info",     "MPI_Message",    "MPI_Op",
                                               "MPI_Win",   "MPI_Request",  "MPI_Session",    "MPI_Status"};
  // The user may have a type of such a name.
  constexpr llvm::StringLiteral thread_types[] = {"pthread_t",
                                                  "pthread_mutex_t",
                                                  "pthread_cond_t",
                                                  "pthread_rwlock_t",
                                                  "pthread_barrier_t",
                                                  "pthread_spinlock_t",
                                                  "pthread_once_t",
                                                  "pthread_key_t",
                                                  "sem_t",
                                                  "thrd_t",
                                                  "mtx_t",
                                                  "cnd_t",
                                                  "tss_t",
                                                  "once_flag",
                                                  "omp_lock_t",
                                                  "omp_nest_lock_t"};
  const clang::SourceManager &sources = context.getSourceManager();
  while (true) {
    if (const auto *alias = llvm::dyn_cast<clang::TypedefType>(type.getTypePtr())) {
      const clang::TypedefNameDecl &declared = *alias->getDecl();
      if (llvm::is_contained(mpi_types, declared.getName()) ||
          (llvm::is_contained(thread_types, declared.getName()) &&
           sources.isInSystemHeader(sources.getFileLoc(declared.getLocation()))))
        return declared.getName();
    }
    const clang::QualType next = type.getSingleStepDesugaredType(context);
    if (next == type)
      return "";
    type = next;
  }
}

std::string why_not_basic(clang::QualType type, const std::string &written) {
  if (type->isFunctionPointerType())
    return "is a pointer to a function: an address means nothing on another rank";
  if (type->isMemberPointerType())
    return "is a pointer to a member: its value means nothing on another rank";
  if (type->isReferenceType())
    return "is a reference: an address means nothing on another rank";
  if (type->isBlockPointerType())
    return "is a block: an address means nothing on another rank";
  if (type->isNullPtrType())
    return "is a null pointer: there is nothing to send";
  if (is_address(type))
    return "is a pointer: an address means nothing on another rank";
  if (type->isVariableArrayType())
    return "is an array of variable length";
  return "has the type '" + written + "', which MPI cannot describe";
}

} // namespace automap
