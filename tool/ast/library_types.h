// Classes of the standard library whose bytes are not their value.
#pragma once

#include <string>

namespace clang {
class RecordDecl;
}

namespace automap {

struct Unmappable {
  std::string reason; // behind "it " or "field 'x' "; empty: it may be mapped like any other class
  std::string hint;   // what to do instead
  bool has_value_in_bytes = false; // all that it is lies in it
  std::string autolink_hint;       // in place of the hint, where AutoLink follows pointers; empty: the same
};

/// Judges a class by its name in namespace std.
Unmappable unmappable_library_type(const clang::RecordDecl &record);

} // namespace automap
