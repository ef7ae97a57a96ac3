// Values of C++ objects in a file of AutoLink's, found by a path such as "layers[0].second.shapes[2].radius".
#pragma once

#include "path_steps.h"

#include "core/object/stored_object.h"

#include "llvm/Support/raw_ostream.h"

#include <string>
#include <string_view>

namespace automap {

/// Prints a line for each value at a place of an object.
///
///   types  in  those of the object
///   steps  in  from the root on: ".name" or "->name" for a member, "[i]" for an element, "[\"key\"]" for the value with a
///              key in a map. Pointers are followed, and what an optional or a variant holds is meant by its place
///   path   in  the path before the steps, with which lines begin
///
/// Throws WrongPath, and autolink::Failure (AL_ERR_DAMAGED, AL_ERR_LIMIT).
void print_object_values(const autolink::object::Types &types, const autolink::object::StoredObject &stored,
                         std::string_view steps, const std::string &path, llvm::raw_ostream &out);

} // namespace automap
