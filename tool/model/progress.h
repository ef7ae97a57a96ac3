// What automap is doing, on a line of the terminal, if it takes longer than a second.
#pragma once

#include "llvm/ADT/Twine.h"

#include <string>

namespace automap {

/// Shows the line while it lives, if standard error is a terminal. There is one at a time.
class Progress {
public:
  Progress();
  ~Progress();
  Progress(const Progress &) = delete;
  Progress &operator=(const Progress &) = delete;
};

/// Says what is being done now: "reading mesh.h (3 of 40)". Costs almost nothing while no line is shown.
void show_progress(const llvm::Twine &what);

/// Takes the line away, so that something else can be printed, and leaves it away for a while.
void hide_progress();

} // namespace automap
