// The standard library's classes. See library_types.h.
#include "library_types.h"

#include "model/hint.h"

#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"

#include "llvm/ADT/StringSwitch.h"

namespace automap {
namespace {

enum class Kind { plain, owner, pointer, atomic, reference, optional, variant, process };

Kind kind_of(llvm::StringRef name) {
  return llvm::StringSwitch<Kind>(name)
      .Cases("basic_string", "vector", "deque", "list", "forward_list", "valarray", Kind::owner)
      .Cases("map", "multimap", "set", "multiset", Kind::owner)
      .Cases("unordered_map", "unordered_multimap", "unordered_set", "unordered_multiset", Kind::owner)
      .Cases("queue", "priority_queue", "stack", "flat_map", "flat_set", Kind::owner)
      .Cases("unique_ptr", "shared_ptr", "weak_ptr", "auto_ptr", Kind::pointer)
      .Cases("basic_string_view", "span", "mdspan", "reference_wrapper", "initializer_list", Kind::reference)
      .Cases("any", "function", "move_only_function", "packaged_task", Kind::reference)
      .Cases("slice_array", "gslice_array", "mask_array", "indirect_array", Kind::reference)
      .Cases("__normal_iterator", "__wrap_iter", "reverse_iterator", "move_iterator",
             Kind::reference) // iterators of vectors
      .Case("atomic", Kind::atomic)
      .Cases("optional", "expected", Kind::optional)
      .Case("variant", Kind::variant)
      .Cases("thread", "jthread", "mutex", "recursive_mutex", "timed_mutex", "recursive_timed_mutex", Kind::process)
      .Cases("shared_mutex", "shared_timed_mutex", "condition_variable", "condition_variable_any", Kind::process)
      .Cases("future", "shared_future", "promise", "locale", "exception_ptr", "type_index", Kind::process)
      .Cases("basic_ios", "basic_istream", "basic_ostream", "basic_iostream", "basic_streambuf", Kind::process)
      .Cases("basic_ifstream", "basic_ofstream", "basic_fstream", "basic_stringstream", Kind::process)
      .Default(Kind::plain);
}

bool is_of_pointer(const clang::RecordDecl &record) {
  const auto *instance = llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(&record);
  return instance && instance->getTemplateArgs().size() != 0 &&
         instance->getTemplateArgs()[0].getKind() == clang::TemplateArgument::Type &&
         instance->getTemplateArgs()[0].getAsType()->isPointerType();
}

/// Whether the class belongs to the standard library. libstdc++ has the iterators of vectors in another namespace.
bool is_of_library(const clang::RecordDecl &record) {
  return record.getDeclName() && (is_in_std(record) || record.getName() == "__normal_iterator");
}

} // namespace

bool is_in_std(const clang::Decl &declaration) {
  for (const clang::DeclContext *scope = declaration.getDeclContext(); scope; scope = scope->getParent())
    if (scope->isStdNamespace())
      return true;
  return false;
}

Unmappable unmappable_library_type(const clang::RecordDecl &record) {
  if (!is_of_library(record))
    return {};
  const std::string leave_out = "leave it out of the datatype with '/*~ AutoMap_Ignore */'";
  switch (kind_of(record.getName())) {
  case Kind::plain:
    return {};
  case Kind::owner:
    return {
        "owns its elements elsewhere in memory: its own bytes mean nothing on another rank",
        leave_out +
            " and send the elements in a message of their own, use an array of fixed size, or send the object with " +
            autolink_name,
        false, leave_out + ", or keep the elements in a std::vector"};
  case Kind::pointer:
    return {"is a pointer: an address means nothing on another rank",
            leave_out + ", or use a plain pointer and send what it points to with " + autolink_name, false,
            "AutoLink follows plain pointers: add one, set from get(), and leave this one out with "
            "'/*~ AutoMap_Ignore */', so that it arrives empty; or make it a plain pointer"};
  case Kind::atomic:
    if (!is_of_pointer(record))
      return {};
    return {"is an atomic pointer: an address means nothing on another rank", leave_out, false,
            "AutoLink follows plain pointers: make it one, or leave it out with '/*~ AutoMap_Ignore */'"};
  case Kind::reference:
    return {"refers to memory elsewhere: an address means nothing on another rank", leave_out};
  case Kind::optional:
    return {"may hold no value: which of its bytes mean something is known only at run time",
            "use a value and a bool, or send its bytes as they are with '/*~ AutoMap_Bytes */'", true};
  case Kind::variant:
    return {"holds one of several types: which one is known only at run time",
            "use one field for each alternative, or send its bytes as they are with '/*~ AutoMap_Bytes */'", true};
  case Kind::process:
    return {"belongs to this process: it means nothing on another rank", leave_out};
  }
  return {};
}

} // namespace automap
