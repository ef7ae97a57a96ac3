// Classes of C++ objects in words.
#pragma once

#include "model/record.h"

#include <string>
#include <vector>

namespace automap {

/// Returns the name for people: "class Scene".
std::string describe(const ObjectClass &of);

/// Returns how a member travels: "-> Layer", "as bytes", "(left out: AutoMap_Ignore)"; empty: as its type tells.
std::string how_text(const ObjectMember &member);

/// Returns sentences about the class: why it travels, what may be behind pointers to it, and what is called.
std::vector<std::string> sentences_about(const ObjectClass &of);

} // namespace automap
