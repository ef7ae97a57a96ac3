// Classes of the standard library that cannot be sent as their bytes.
#pragma once

#include <string>

namespace clang {
class Decl;
class RecordDecl;
}

namespace automap {

/// Why a class cannot be mapped.
struct Unmappable {
  std::string reason;              // follows "it " or "field 'x' "; empty: the class is mapped like any other
  std::string hint;                // what the user can do
  bool has_value_in_bytes = false; // an object holds all of its value
  std::string autolink_hint;       // replaces the hint if AutoLink follows pointers; empty: the hint stays
};

/// Whether a declaration is in namespace std, also in a namespace or class in that.
bool is_in_std(const clang::Decl &declaration);

/// Returns why a class cannot be mapped, by its name in namespace std; an empty reason if it can.
Unmappable unmappable_library_type(const clang::RecordDecl &record);

} // namespace automap
