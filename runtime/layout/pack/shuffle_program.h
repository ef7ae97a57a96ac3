// Shuffle programs: packing or unpacking a few equal records by shuffles of 64 bytes, found when a plan is
// made. One mechanism covers structs, strides and the periods of index lists. A processor runs a program for
// one group of records after the other (kernels_avx512.cpp); nothing here depends on it.
#pragma once

#include "kernel.h"

#include <array>
#include <cstdint>
#include <vector>

namespace automap::layout {

/// Output byte i, for each bit i of `mask`, is byte index[i] of the input's two windows: of 64 bytes at
/// `window[0]`, then of 64 bytes at `window[1]`.
struct ShuffleStep {
  std::int64_t window[2] = {0, 0};
  std::int64_t out = 0;
  std::uint64_t mask = 0;
  std::array<std::uint8_t, 64> index = {};
};

struct ShuffleProgram {
  std::int64_t records = 0;   // in a group
  bool two_windows = false;   // some step has two
  bool words = false;         // all indices move 4 bytes together
  std::int64_t read_end = 0;  // behind the windows of all steps, from the group's input on
  std::int64_t write_end = 0; // behind 64 bytes of output of all steps
  std::vector<ShuffleStep> steps;

  static constexpr std::size_t most_steps_in_registers = 8; // their indices and masks, while a program runs

  /// Packed bytes that a step handles on average.
  double bytes_per_step(std::int64_t record_size) const {
    return static_cast<double>(records * record_size) / static_cast<double>(steps.size());
  }
};

/// Packing: steps are in the order of the output, and each may write 64 bytes, those behind its own being
/// written later. Records are `stride` bytes apart. The group is chosen so that there are few steps. Empty if
/// there is no good one.
ShuffleProgram pack_program(const Records &records);

/// Unpacking: a step writes the bytes of its mask alone.
ShuffleProgram unpack_program(const Records &records);

/// The same for groups of so many records.
ShuffleProgram pack_program(const Records &records, std::int64_t group);
ShuffleProgram unpack_program(const Records &records, std::int64_t group);

} // namespace automap::layout
