// `automap inspect`: prints what a file of AutoLink's AL_File_write has.
#pragma once

namespace automap {

/// Runs the command with the arguments after "inspect". Returns the exit code.
int run_inspect(int argc, const char *const *argv);

} // namespace automap
