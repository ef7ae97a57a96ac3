// Values of a structure in a file of AutoLink's, found by a path such as "next.position[2]".
#pragma once

#include "path_steps.h"

#include "core/file/stored_structure.h"

#include "llvm/Support/raw_ostream.h"

#include <string>
#include <string_view>

namespace automap {

/// Prints a line for each value at a place of a structure.
///
///   steps  in  from the root on: ".name" or "->name" for a field, "[i]" for an element. Pointers are followed
///   path   in  the path before the steps, with which lines begin
///
/// Throws WrongPath, and autolink::Failure (AL_ERR_DAMAGED).
void print_values(const autolink::file::Types &types, const autolink::file::StoredStructure &stored,
                  std::string_view steps, const std::string &path, llvm::raw_ostream &out);

} // namespace automap
