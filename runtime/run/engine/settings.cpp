// The environment. See settings.h.
#include "settings.h"

#include <cstdio>
#include <cstdlib>
#include <string_view>

namespace automap::run {
namespace {

Settings read_settings() {
  Settings out;
  const char *const text = std::getenv("AUTOMAP_RUN");
  const std::string_view mode = text ? text : "";
  if (mode == "off")
    out.mode = Mode::off;
  else if (mode == "dry-run")
    out.mode = Mode::dry_run;
  else if (!mode.empty() && mode != "on")
    std::fputs("automap-run: AUTOMAP_RUN must be on, off or dry-run; on is used\n", stderr);
  const char *const send = std::getenv("AUTOMAP_SEND");
  const std::string_view packing = send ? send : "";
  out.packs_nothing = packing == "mpi";
  if (!packing.empty() && packing != "mpi" && packing != "packed") {
    std::fputs("automap-run: AUTOMAP_SEND must be mpi or packed; it is ignored\n", stderr);
    unsetenv("AUTOMAP_SEND");
  }
  const char *const report = std::getenv("AUTOMAP_RUN_REPORT");
  out.reports = (report && *report && out.mode != Mode::off) || out.mode == Mode::dry_run;
  if (out.reports && report && std::string_view(report) != "-")
    out.report_path = report;
  return out;
}

} // namespace

const Settings &settings() {
  static const auto &out = *new Settings(read_settings()); // used until the process ends
  return out;
}

} // namespace automap::run
