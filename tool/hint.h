// Hints name comments, '/*~ AutoMap_Ignore */'. Where the user says such things in a --select file, or leaves headers as
// they are, that file's keys stand in their place.
#pragma once

#include <string>

namespace automap {

/// What sends what pointers lead to, and how it is asked for: of the command, and in CMake.
constexpr char with_autolink[] = "AutoLink ('--autolink', or AUTOLINK in add_automap_types())";

/// Where the keys stand that hints name, "'types.yaml'"; empty: comments say such things. `selection_file`: the path of
/// --select, empty: none. `types_alone`: --type names all that is mapped, and the headers have no comments.
std::string keys_place(const std::string &selection_file, bool types_alone);

/// The hint as it is where `keys_place` is empty. `field`: what the hint is about, empty: a record.
///
/// Example: "leave it out with '/*~ AutoMap_Ignore */'" → "leave it out with 'ignore: [next]' in 'types.yaml'"
std::string hint_for(const std::string &keys_place, const std::string &hint, const std::string &field);

} // namespace automap
