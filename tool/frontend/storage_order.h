// Byte orders of structs that gcc can set: the attribute scalar_storage_order, and the pragma of that name in C. Clang
// has neither. Either becomes an annotation of the record: see storage_order in ast/gcc.h. The attribute is registered
// with Clang by storage_order.cpp.
#pragma once

#include <string>

namespace clang {
class Preprocessor;
class RecordDecl;
} // namespace clang

namespace automap {

/// The byte order that the pragma sets.
class StorageOrderPragma {
public:
  /// Follows the pragma until the end of the file, if Clang presents itself as gcc for C.
  void follow(clang::Preprocessor &preprocessor);

  /// Annotates a record whose definition ends where the preprocessor is now. The record's own attribute wins.
  void apply_to(clang::RecordDecl &record) const;

private:
  std::string order_; // "big-endian"; empty: the machine's
};

} // namespace automap
