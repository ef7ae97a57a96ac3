// Lane programs: packing a few equal records by shuffles within lanes of 16 bytes, or of 4-byte words across
// 32 bytes, found when a plan is made. A processor runs a program for one group of records after the other
// (kernels_avx2.cpp); nothing here depends on it.
#pragma once

#include "kernel.h"

#include <array>
#include <cstdint>
#include <vector>

namespace automap::layout {

/// 32 bytes of output.
struct LaneStep {
  static constexpr std::uint8_t nothing = 0x80; // index of a byte that is 0

  // Bytes: parts 0 and 1 are or'ed. Byte i of part p is byte index[p][i] of the 16 bytes at
  // window[p][lane], lane being i / 16.
  // Words: of each word i, the one at window[0][0] or, where the bytes of index[1] are 0xff, at window[1][0];
  // of these 8 words, output word i is the one that the word i of index[0] says.
  std::int64_t window[2][2] = {{0, 0}, {0, 0}};
  std::int64_t out = 0;
  alignas(32) std::array<std::uint8_t, 32> index[2] = {};
};

struct LaneProgram {
  enum class Parts : std::uint8_t { one, two_in_low_lanes, two };

  std::int64_t records = 0;    // in a group
  bool words = false;          // all steps are of words
  Parts parts = Parts::one;    // the most that a step has
  std::int64_t read_begin = 0; // the windows of all steps, from the group's input on
  std::int64_t read_end = 0;
  std::int64_t write_end = 0; // behind 32 bytes of output of all steps
  double cost = 0;            // of a record, about cycles
  std::vector<LaneStep> steps;

  static constexpr double loop_cost = 0.7;
  static constexpr std::size_t most_steps_in_registers = 4; // their indices, while a program runs
};

/// Packing: steps are in the order of the output, and each may write 32 bytes, those behind its own being
/// written later. Records are `stride` > 0 bytes apart. The program that costs least, and less than `cost`; empty
/// if there is none.
LaneProgram lane_program(const Records &records, double cost);

} // namespace automap::layout
