// The environment of automap-run.
#pragma once

#include <string>

namespace automap::run {

enum class Mode {
  on,
  off,    // all is left to MPI
  dry_run // the same, and the report tells what would be gained
};

struct Settings {
  Mode mode = Mode::on;
  bool packs_nothing = false; // AUTOMAP_SEND=mpi
  bool reports = false;
  std::string report_path; // empty: standard error
};

/// Returns AUTOMAP_RUN, AUTOMAP_RUN_REPORT and AUTOMAP_SEND, as they are at the first call. Removes a wrong AUTOMAP_SEND.
const Settings &settings();

inline bool is_off() {
  static const bool out = settings().mode == Mode::off;
  return out;
}

/// Whether nothing is packed that need not be: in a dry run, and with AUTOMAP_SEND=mpi.
inline bool packs_nothing() {
  static const bool out = settings().mode == Mode::dry_run || settings().packs_nothing;
  return out;
}

inline bool is_dry_run() {
  static const bool out = settings().mode == Mode::dry_run;
  return out;
}

} // namespace automap::run
