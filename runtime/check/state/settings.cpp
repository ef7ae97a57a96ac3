// The environment. See settings.h.
#include "settings.h"

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string_view>

namespace automap::check {
namespace {

std::string_view variable(const char *name) {
  const char *value = std::getenv(name);
  return value ? value : "";
}

} // namespace

Settings read_settings() {
  Settings out;
  const std::string_view mode = variable("AUTOMAP_CHECK");
  if (mode == "off")
    out.mode = Mode::off;
  else if (mode == "abort")
    out.mode = Mode::abort;
  else if (mode != "warn" && !mode.empty())
    std::fprintf(stderr, "automap-check: AUTOMAP_CHECK must be off, warn or abort; warn is used\n");
  out.bytes_match_all = variable("AUTOMAP_CHECK_BYTES") == "any";
  out.reports_partial = variable("AUTOMAP_CHECK_PARTIAL") == "report";
  if (const char *patience = std::getenv("AUTOMAP_CHECK_PATIENCE"))
    out.patience = std::chrono::milliseconds(std::atol(patience));
  if (const char *seconds = std::getenv("AUTOMAP_CHECK_HANG")) {
    const double given = std::strtod(seconds, nullptr);
    if (given > 0 && given < 1e9)
      out.hang = std::chrono::milliseconds(static_cast<long long>(std::ceil(given * 1000)));
    else
      std::fprintf(stderr, "automap-check: AUTOMAP_CHECK_HANG must be a number of seconds; it is ignored\n");
  }
  out.log = variable("AUTOMAP_CHECK_LOG");
  return out;
}

} // namespace automap::check
