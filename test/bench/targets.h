// The targets of the benchmark of reconstruct(), and the rows that miss them.
#pragma once

#include "layouts.h"
#include "measurements.h"

#include <array>
#include <optional>
#include <string>

namespace automap::test {

/// One row of the table.
struct Row {
  const Layout &layout;
  std::size_t n;        // the requested number
  std::size_t elements; // the actual number
  std::optional<Ours> ours;
  layout::Cost indexed, struc; // costs of hand-written types

  double bytes_per_element() const { return static_cast<double>(ours->peak_bytes) / static_cast<double>(elements); }
};

class Targets {
public:
  /// Adds a row. Rows of one layout must follow each other with growing n.
  void add(const Row &row);

  void print() const;

private:
  struct Target {
    const char *what;
    int rows = 0;
    std::string misses = {};
    std::string remarks = {};

    void add(const std::string &name, bool reached, const std::string &remark = "");
  };

  void add_memory(const Row &row);

  Target small_{"n = 10^3: less than 20 ms"};
  Target medium_{"realistic, n = 10^5: proved, less than 0.3 s"};
  Target large_{"realistic, n = 10^6: proved, less than 4 s"};
  Target adversarial_{"adversarial, n = 10^5: proved in 10 s, or the gap stated"};
  Target memory_{"beyond n = 10^4: ten times n takes at most four times the bytes per element"};
  Target hand_written_{"never dearer than a hand-written type"};
  std::optional<double> bytes_before_; // per element, of the previous row; empty if that has another layout
};

} // namespace automap::test
