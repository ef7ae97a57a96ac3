// The memory of this process, as Linux counts it.
#pragma once

#include <cstdio>

#include <malloc.h>

namespace bench {

/// Memory in use: now, and the maximum since reset_peak().
struct Memory {
  double now_mb = 0, peak_mb = 0;
};
inline void reset_peak() {
  malloc_trim(0);
  if (FILE *file = std::fopen("/proc/self/clear_refs", "w")) {
    std::fputs("5", file);
    std::fclose(file);
  }
}
inline Memory memory() {
  Memory out;
  char line[256];
  if (FILE *file = std::fopen("/proc/self/status", "r")) {
    while (std::fgets(line, sizeof line, file)) {
      double kb = 0;
      if (std::sscanf(line, "VmRSS: %lf", &kb) == 1)
        out.now_mb = kb / 1024;
      else if (std::sscanf(line, "VmHWM: %lf", &kb) == 1)
        out.peak_mb = kb / 1024;
    }
    std::fclose(file);
  }
  return out;
}

} // namespace bench
