// What the user has asked for: the environment variables AUTOMAP_CHECK…, read once.
#pragma once

#include <chrono>
#include <string>

namespace automap::check {

enum class Mode { off, warn, abort };

struct Settings {
  Mode mode = Mode::warn;
  bool bytes_match_all = false; // AUTOMAP_CHECK_BYTES=any: MPI_BYTE on only one side is no error

  bool reports_partial = false; // AUTOMAP_CHECK_PARTIAL=report: messages that end within a datatype are reported

  /// The time for which MPI_Finalize waits for records that a wrong program may never send. Tests set it, in
  /// milliseconds, by AUTOMAP_CHECK_PATIENCE.
  std::chrono::milliseconds patience{10'000};

  /// AUTOMAP_CHECK_HANG, in seconds: a rank that waits for so long ends the program. Zero: it may wait for ever.
  std::chrono::milliseconds hang{0};

  /// AUTOMAP_CHECK_LOG: each rank writes <log>.<rank>, a spawned one <log>.<rank>.<process>. Empty: no log.
  std::string log;
};

/// Reads the environment. AUTOMAP_CHECK is off, warn (the default) or abort. An unknown value means warn, and is
/// reported on standard error.
Settings read_settings();

} // namespace automap::check
