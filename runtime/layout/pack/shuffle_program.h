// Shuffle programs: they pack or unpack a few equal records by shuffles of 64 bytes, and are computed when a plan is
// created. One mechanism covers structs, strides and the periods of index lists. A processor runs a program for one
// group of records after the other (kernels_avx512.cpp); nothing here depends on it.
#pragma once

#include "kernel.h"

#include <array>
#include <cstdint>
#include <vector>

namespace automap::layout {

/// A step. For each bit i of `mask`, output byte i is byte index[i] of the input's two windows: of 64 bytes at
/// `window[0]`, then of 64 bytes at `window[1]`.
struct ShuffleStep {
  std::int64_t window[2] = {0, 0};
  std::int64_t out = 0;
  std::uint64_t mask = 0;
  std::array<std::uint8_t, 64> index = {};
};

struct ShuffleProgram {
  std::int64_t records = 0;   // the number of records in a group
  bool two_windows = false;   // whether some step has two windows
  bool words = false;         // whether all indices move 4 bytes together
  std::int64_t read_end = 0;  // the end of the windows of all steps, from the group's input on
  std::int64_t write_end = 0; // the end of the 64 bytes of output of all steps
  std::vector<ShuffleStep> steps;

  /// The most steps whose indices and masks stay in registers during a run.
  static constexpr std::size_t most_steps_in_registers = 8;

  /// Returns how many packed bytes a step handles on average.
  double bytes_per_step(std::int64_t record_size) const {
    return static_cast<double>(records * record_size) / static_cast<double>(steps.size());
  }
};

/// Returns a program that packs; empty if there is no good one. Steps are in the order of the output. Each may write 64
/// bytes, because the bytes after its own are written later. Records are `stride` bytes apart. The group is chosen so
/// that there are few steps.
ShuffleProgram pack_program(const Records &records);

/// Returns a program that unpacks; its steps write the bytes of their masks alone.
ShuffleProgram unpack_program(const Records &records);

/// Return the same for groups of `group` records.
ShuffleProgram pack_program(const Records &records, std::int64_t group);
ShuffleProgram unpack_program(const Records &records, std::int64_t group);

} // namespace automap::layout
