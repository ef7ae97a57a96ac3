// Lane programs: they pack a few equal records by shuffles within lanes of 16 bytes, or of 4-byte words across 32
// bytes, and are computed when a plan is created. A processor runs a program for one group of records after the other
// (kernels_avx2.cpp); nothing here depends on it.
#pragma once

#include "kernel.h"

#include <array>
#include <cstdint>
#include <vector>

namespace automap::layout {

/// A step, which writes 32 bytes of output.
struct LaneStep {
  static constexpr std::uint8_t nothing = 0x80; // the index of a byte that is 0

  // Steps of bytes: parts 0 and 1 are combined by or. Byte i of part p is byte index[p][i] of the 16 bytes at
  // window[p][lane], where lane is i / 16. Steps of words: word i is taken from window[1][0] if the bytes of index[1]
  // are 0xff, else from window[0][0]. Output word i is the one of these 8 words that word i of index[0] names.
  std::int64_t window[2][2] = {{0, 0}, {0, 0}};
  std::int64_t out = 0;
  alignas(32) std::array<std::uint8_t, 32> index[2] = {};
};

struct LaneProgram {
  enum class Parts : std::uint8_t { one, two_in_low_lanes, two };

  std::int64_t records = 0;    // the number of records in a group
  bool words = false;          // whether all steps are of words
  Parts parts = Parts::one;    // the most parts of a step
  std::int64_t read_begin = 0; // the range of the windows of all steps, from the group's input on
  std::int64_t read_end = 0;
  std::int64_t write_end = 0; // the end of the 32 bytes of output of all steps
  double cost = 0;            // the cost of a record, roughly in cycles
  std::vector<LaneStep> steps;

  static constexpr double loop_cost = 0.7;
  /// The most steps whose indices stay in registers during a run.
  static constexpr std::size_t most_steps_in_registers = 4;
};

/// Returns the program that packs at the least cost, which must be below `cost`; empty if there is none. Steps are in
/// the order of the output. Each may write 32 bytes, because the bytes after its own are written later. Records are
/// `stride` > 0 bytes apart.
LaneProgram lane_program(const Records &records, double cost);

} // namespace automap::layout
