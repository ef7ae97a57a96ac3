// Reads classes whose objects travel as C++ objects, with all that their members own: containers, smart pointers, and
// objects of derived classes behind pointers to their bases.
//
// A class is sent if each of its members is understood, and so is what those own. What a class needs is read before
// anything is decided, because classes may need each other.
#pragma once

#include "ast/instances.h"
#include "derived_classes.h"
#include "reading_context.h"

#include "clang/AST/Type.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallPtrSet.h"

#include <memory>
#include <string>
#include <tuple>
#include <vector>

namespace clang {
class CXXRecordDecl;
}

namespace automap {

class ObjectReader {
public:
  ObjectReader(ReadingContext &context, const Declarations &declarations)
      : context_(context), derived_classes_(declarations, context.options.complete) {}

  enum class Added { no, beside, alone };

  /// Takes a class that the user has asked for, whose index in the survey's records is `record`. Returns whether it is to
  /// be an object, beside its datatype or alone.
  Added add(const Annotations::Use &use, std::size_t record);

  /// Adds all classes that can be sent to the survey. Reports why those that were asked for cannot.
  void finish();

private:
  /// Why a class cannot be sent.
  struct Refusal {
    const clang::FieldDecl *field; // null: the class itself
    std::string reason, hint;
  };

  struct Class {
    const clang::CXXRecordDecl *decl = nullptr;
    ObjectClass out;
    const Class *holder = nullptr;             // the class in which it was met first; null: it is marked
    const clang::FieldDecl *held_by = nullptr; // the field of that
    std::vector<Refusal> refusals;
    std::vector<const clang::FieldDecl *> lost; // const members without an initializer of their own
    std::vector<Class *> needs; // classes without which it cannot be sent
    std::vector<std::tuple<const clang::FieldDecl *, std::uint64_t, std::uint64_t>> left_out_bits; // with their bytes
    std::vector<Class *> derived; // those that may be behind a pointer to it
    std::size_t n_searched = 0;   // the number of classes among which these have been looked for
    std::vector<std::pair<Class *, const clang::FieldDecl *>> behind_pointers; // classes that are made for pointers
    bool is_made = false;                                                      // a receiver makes objects of it
    bool is_new = false;                                                       // by 'new', for a pointer
    bool is_polymorphic_target = false; // it has virtual functions: pointers lead to derived classes
    bool is_bad = false;
  };

  struct Root {
    Class *of;
    clang::SourceRange asked_for;
    std::size_t record; // shows why it is refused
    bool is_quiet;      // its refusal is no error: it has a datatype
  };

  Class *find_or_add(const clang::CXXRecordDecl &record, const std::string &reached_by, const Class *holder = nullptr,
                     const clang::FieldDecl *held_by = nullptr);
  Class *add_library(const clang::CXXRecordDecl &record, const Annotations::Use &use);
  void read(Class &of);
  void read_bases(Class &of);
  void read_fields(Class &of, const clang::RecordDecl &record, std::uint64_t offset_bytes);
  void read_field(Class &of, const clang::FieldDecl &field, std::uint64_t offset_bytes);
  std::string read_content(Class &of, const clang::FieldDecl &field, std::uint64_t offset_bits);
  std::string check_type(Class &of, clang::QualType type, const clang::FieldDecl *field, bool is_made,
                         std::string &hint);
  std::string check_class(Class &of, const clang::CXXRecordDecl &record, const clang::FieldDecl *field, bool is_made,
                          std::string &hint);
  std::string check_target(Class &of, clang::QualType target, const clang::FieldDecl *field, bool is_made,
                           std::string &hint);
  bool read_array(Class &of, const clang::FieldDecl &field, const PlacedName &length);
  std::string leave_out(Class &of, const clang::FieldDecl &field, const std::string &why);
  void find_derived(Class &of);
  bool has_storage(const clang::CXXRecordDecl &record) const;
  bool has_storage_in_bases(const clang::CXXRecordDecl &record) const;
  bool is_storage(const clang::FieldDecl &field) const;
  void check_storage(Class &of);
  void warn_of_resource(const Class &of);
  void warn_of_lost(const Class &of);
  void check_made(Class &of);
  std::string call_of(Class &of, const PlacedName &function, bool is_make);
  void spread_refusals();
  static std::string why_bad(const Class &of);
  void report(const Root &root);
  void warn_of_derived(Class &of);
  void add_to_survey(Class &of);
  using Asked = llvm::SmallPtrSet<const clang::CXXRecordDecl *, 8>;
  bool is_only_object(const clang::CXXRecordDecl &record, Asked &asked) const;
  bool has_weak_to_object(const clang::CXXRecordDecl &record, Asked &asked) const;
  bool has_plain_pointers(const clang::CXXRecordDecl &record) const;
  void refuse_functions(const clang::CXXRecordDecl &record);

  ReadingContext &context_;
  DerivedClasses derived_classes_;
  std::vector<std::unique_ptr<Class>> classes_; // in the order in which they are met
  llvm::DenseMap<const clang::CXXRecordDecl *, Class *> known_;
  Instances instances_;
  std::vector<Root> roots_;
  llvm::SmallPtrSet<const clang::CXXRecordDecl *, 4> told_functions_; // the classes whose functions have been refused
  std::set<std::string> headers_; // of AutoLink, about containers of other libraries
};

} // namespace automap
