// What the user asked for: the environment variables AUTOMAP_CHECK…, read once.
#pragma once

#include <chrono>
#include <string>

namespace automap::check {

enum class Mode { off, warn, abort };

struct Settings {
  Mode mode = Mode::warn;
  bool bytes_match_all = false; // AUTOMAP_CHECK_BYTES=any: MPI_BYTE on one side alone is let pass
  std::chrono::milliseconds patience{10'000}; // in MPI_Finalize, for what a wrong program may never send;
                                              // AUTOMAP_CHECK_PATIENCE, in milliseconds, is for tests
  std::string log; // AUTOMAP_CHECK_LOG: each rank writes <log>.<rank>, a spawned one <log>.<rank>.<process>;
                   // empty: no log
};

/// AUTOMAP_CHECK is off, warn (also where it is not set) or abort. An unknown value is told on standard error
/// and means warn.
Settings read_settings();

} // namespace automap::check
