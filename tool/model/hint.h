// Hints name comments, '/*~ AutoMap_Ignore */'. Where the user says such things in a --select file, or leaves headers as
// they are, that file's keys stand in their place.
#pragma once

#include "llvm/ADT/StringRef.h"

#include <string>

namespace automap {

/// What sends what pointers lead to, and how it is asked for: of the command, and in CMake.
constexpr char with_autolink[] = "AutoLink ('--autolink', or AUTOLINK in add_automap_types())";

struct Hint {
  std::string text;
  bool is_example = false; // its comment is not to be written as it is
};

/// Of a pointer to numbers or characters. `integer`: the one field beside it that may be their number; empty: there is
/// none, or several.
Hint say_how_many(const std::string &integer);
constexpr char ends_with_nul[] = "or say with '/*~ AutoMap_String */' that it ends with a NUL";

/// Where the keys stand that hints name, "'types.yaml'"; empty: comments say such things. `selection_file`: the path of
/// --select, empty: none. `types_alone`: --type names all that is mapped, and the headers have no comments.
std::string keys_place(const std::string &selection_file, bool types_alone);

/// "/*~ AutoMap_Ignore */", the first that a hint names; empty if it names none.
llvm::StringRef first_comment(llvm::StringRef hint);

/// The hint as it is where `keys_place` is empty. `field`: what the hint is about, empty: a record.
///
/// Example: "leave it out with '/*~ AutoMap_Ignore */'" → "leave it out with 'ignore: [next]' in 'types.yaml'"
std::string hint_for(const std::string &keys_place, const std::string &hint, const std::string &field);

} // namespace automap
