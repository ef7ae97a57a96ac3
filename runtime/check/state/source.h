// The calls of the program and their places in its source code, which runtime/source finds.
#pragma once

#include "source/call.h"
#include "source/call_stack.h"
#include "source/own_stack.h"
#include "source/source_lines.h"

namespace automap::check {

using namespace source; // calls and places are what all of the checker is about

} // namespace automap::check
