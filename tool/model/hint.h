// Hints: what the user can do about a refusal or a warning. Texts name comments, '/*~ AutoMap_Ignore */' where one is to
// be written and 'AutoMap_Ignore' where one is there; users of --select files, and of headers without comments, see the
// file's keys instead.
#pragma once

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <string>

namespace automap {

/// The part of hints that says how to send the targets of pointers, with the command and with CMake.
constexpr char autolink_name[] = "AutoLink ('--autolink', or AUTOLINK in add_automap_types())";

struct Hint {
  std::string text;
  bool is_example = false; // its comment cannot be inserted as it is
};

/// Returns the hint to give a pointer to numbers or characters a length. `integer` names the one integer field beside
/// it; empty if there is none, or several.
Hint length_hint(const std::string &integer);

/// Returns the comment that says that a pointer leads to one record, called `name`, in quotes.
std::string single_hint(const std::string &name);

constexpr char string_hint[] = "or mark it with '/*~ AutoMap_String */' if it ends with a NUL";

/// Returns where the keys that hints name stand, "'types.yaml'"; empty if hints name comments. `selection_file` is the
/// path of --select, or empty. `types_alone`: --type names all that is mapped, and the headers have no comments.
std::string keys_place(const std::string &selection_file, bool types_alone);

/// Returns the place of keys of the record `name`, if that is not the one that a message is about: "'types.yaml', under
/// 'name: inner'". Empty if `keys_place` is.
std::string keys_place_of(const std::string &keys_place, const std::string &name);

/// Returns the first comment that a hint names, "/*~ AutoMap_Ignore */"; empty if it names none.
llvm::StringRef first_comment(llvm::StringRef hint);

/// Returns the text with 'AutoMap_Ignore' in place of '/*~ AutoMap_Ignore */': comments of C end at the first "*/".
std::string text_in_comment(std::string text);

/// Returns the text with keys in place of comments, or as it is if `keys_place` is empty. `fields` are those that the
/// comments would follow, mostly one; if the first is empty, they would follow the record. The place of the first key
/// that is to be written takes that of what says after what a comment stands.
///
/// Examples: "leave it out with '/*~ AutoMap_Ignore */'" → "leave it out with 'ignore: [next]' in 'types.yaml'"
///           "write '/*~ AutoMap_Inside */' after the field, otherwise" → "write 'inside: [p]' in 'types.yaml', otherwise"
///           "keep one of 'AutoMap_String' and 'AutoMap_Len'" → "keep one of 'string' and 'length'"
std::string hint_for(const std::string &keys_place, const std::string &text, llvm::ArrayRef<std::string> fields);

} // namespace automap
