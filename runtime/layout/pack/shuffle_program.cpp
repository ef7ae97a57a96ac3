// Shuffle programs. See shuffle_program.h.
#include "shuffle_program.h"

#include <algorithm>
#include <numeric>

namespace automap::layout {
namespace {

/// A byte of a group: its place in the input and in the output.
struct Byte {
  std::int64_t in, out;
};

/// The limits of a program, in bytes of a group and in steps. It must stay in the cache beside the data.
constexpr std::int64_t longest_group = 2048;
constexpr std::size_t most_steps = 36;

/// Returns the bytes of `group` records in the order of the stream; `in` is their place in memory.
std::vector<Byte> bytes_of(const Records &records, std::int64_t group) {
  std::vector<Byte> out;
  std::int64_t packed = 0;
  for (std::int64_t i = 0; i < group; ++i)
    for (const ByteRange &piece : records.pieces)
      for (std::int64_t j = 0; j < piece.length; ++j)
        out.push_back({i * records.stride + piece.offset + j, packed++});
  return out;
}

/// Builds a program greedily: a step takes bytes, in the order of the output, as long as they fit into its windows.
ShuffleProgram program_of(const std::vector<Byte> &bytes, std::int64_t group) {
  ShuffleProgram program;
  program.records = group;
  for (std::size_t i = 0; i < bytes.size();) {
    ShuffleStep step;
    step.out = bytes[i].out;
    step.window[0] = step.window[1] = bytes[i].in;
    bool has_second = false;
    for (; i < bytes.size() && bytes[i].out - step.out < 64; ++i) {
      const auto in_window = [&](int w) { return bytes[i].in >= step.window[w] && bytes[i].in < step.window[w] + 64; };
      int w = 0;
      if (!in_window(0)) {
        if (!has_second)
          step.window[1] = bytes[i].in;
        has_second = true;
        w = 1;
        if (!in_window(1))
          break;
      }
      const auto at = static_cast<std::size_t>(bytes[i].out - step.out);
      step.mask |= std::uint64_t{1} << at;
      step.index[at] = static_cast<std::uint8_t>(64 * w + (bytes[i].in - step.window[w]));
    }
    program.two_windows |= has_second;
    program.read_end = std::max({program.read_end, step.window[0] + 64, step.window[1] + 64});
    program.write_end = std::max(program.write_end, step.out + 64);
    program.steps.push_back(step);
  }
  return program;
}

/// Returns the program of the group that costs least for its bytes. make(group) builds one.
template <typename Make> ShuffleProgram best_program(const Records &records, Make make) {
  const std::int64_t size = size_of(records);
  const bool words = in_words(records);
  ShuffleProgram best;
  double best_cost = 0;
  // Groups are few records, or as many as fill whole steps.
  const auto filling = [](std::int64_t bytes) { return 64 / std::gcd<std::int64_t>(bytes, 64); };
  std::vector<std::int64_t> groups = {1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 16, filling(size), filling(records.stride)};
  std::ranges::sort(groups);
  for (const std::int64_t group : groups) {
    if (group > 1 && group * size > longest_group)
      break;
    ShuffleProgram program = make(group);
    if (program.steps.size() > most_steps)
      break;
    program.words = words;
    // A step with two windows has one more load. Steps that are not in registers take three times as long.
    double step = !program.two_windows ? 1 : words ? 1.25 : 1.5;
    if (program.steps.size() > ShuffleProgram::most_steps_in_registers)
      step *= 3;
    const double cost = (0.5 + step * static_cast<double>(program.steps.size())) / static_cast<double>(group);
    if (best.steps.empty() || cost < 0.97 * best_cost) {
      best = std::move(program);
      best_cost = cost;
    }
  }
  return best;
}

} // namespace

ShuffleProgram pack_program(const Records &records, std::int64_t group) {
  return program_of(bytes_of(records, group), group);
}

ShuffleProgram unpack_program(const Records &records, std::int64_t group) {
  std::vector<Byte> bytes = bytes_of(records, group);
  for (Byte &byte : bytes)
    std::swap(byte.in, byte.out);
  std::ranges::sort(bytes, {}, &Byte::out);
  return program_of(bytes, group);
}

ShuffleProgram pack_program(const Records &records) {
  return best_program(records, [&](std::int64_t group) { return pack_program(records, group); });
}

ShuffleProgram unpack_program(const Records &records) {
  return best_program(records, [&](std::int64_t group) { return unpack_program(records, group); });
}

} // namespace automap::layout
