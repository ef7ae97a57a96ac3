// Targets. See targets.h.
#include "targets.h"

#include <cmath>
#include <cstdio>

namespace automap::test {

void Targets::Target::add(const std::string &name, bool reached, const std::string &remark) {
  ++rows;
  if (!reached)
    misses += " " + name;
  else if (!remark.empty())
    remarks += (remarks.empty() ? " (" : ", ") + name + " " + remark;
}

void Targets::add(const Row &row) {
  const std::string name(row.layout.name);
  const bool realistic = row.layout.kind == Layout::Kind::realistic;
  const auto &ours = row.ours; // empty if reconstruct() was stopped
  if (row.n == 1000)
    small_.add(name, ours && ours->ms < 20);
  if (row.n == 100'000 && realistic)
    medium_.add(name, ours && ours->proved && ours->ms < 300);
  if (row.n == 1'000'000 && realistic)
    large_.add(name, ours && ours->proved && ours->ms < 4000);
  if (row.n == 100'000 && !realistic) {
    const bool proved = ours && ours->proved;
    char gap[32] = "";
    if (ours && !proved)
      std::snprintf(gap, sizeof gap, "%.1f%%", ours->gap_percent());
    adversarial_.add(name, proved ? ours->ms < 10'000 : ours && ours->gap_percent() < 100, gap);
  }
  if (ours)
    hand_written_.add(name + "/" + std::to_string(row.n), ours->cost <= row.indexed && ours->cost <= row.struc);
  add_memory(row);
}

void Targets::add_memory(const Row &row) {
  const double bytes = row.ours ? row.bytes_per_element() : HUGE_VAL;
  if (row.n > 10'000 && bytes_before_)
    memory_.add(std::string(row.layout.name) + "/" + std::to_string(row.n), row.ours && bytes <= 4 * *bytes_before_);
  bytes_before_.reset();
  if (row.n >= 10'000 && row.n < 1'000'000)
    bytes_before_ = bytes;
}

void Targets::print() const {
  for (const Target *target : {&small_, &medium_, &large_, &adversarial_, &memory_, &hand_written_})
    if (target->rows > 0)
      std::printf("%s  %s: %d rows%s%s%s%s\n", target->misses.empty() ? "pass" : "FAIL", target->what, target->rows,
                  target->remarks.c_str(), target->remarks.empty() ? "" : ")",
                  target->misses.empty() ? "" : "; missed by", target->misses.c_str());
}

} // namespace automap::test
