// Lane programs. See lane_program.h.
#include "lane_program.h"

#include <algorithm>
#include <numeric>
#include <optional>

namespace automap::layout {
namespace {

/// The limits of a program, in bytes of a group and in steps. It must stay in the cache beside the data.
constexpr std::int64_t longest_group = 1024;
constexpr std::size_t most_steps = 36;

using Parts = LaneProgram::Parts;

/// Returns the input offset of each `unit` of output.
using Places = std::vector<std::int64_t>;

Places places_of(const Records &records, std::int64_t group, std::int64_t unit) {
  Places out;
  out.reserve(static_cast<std::size_t>(group * size_of(records) / unit));
  for (std::int64_t i = 0; i < group; ++i)
    for (const ByteRange &piece : records.pieces)
      for (std::int64_t j = 0; j < piece.length; j += unit)
        out.push_back(i * records.stride + piece.offset + j);
  return out;
}

/// 16 bytes of input that contain some places.
struct Window {
  std::int64_t begin = 0, end = 0;

  bool add(std::int64_t place) {
    if (std::max(end, place + 1) - std::min(begin, place) > 16)
      return false;
    begin = std::min(begin, place), end = std::max(end, place + 1);
    return true;
  }
};

/// Fills a lane from places[first] on, as far as two windows reach. Returns the number of places that it has used.
std::size_t fill_lane(const Places &places, std::size_t first, std::size_t lane, LaneStep &step, Parts &parts) {
  Window windows[2];
  std::size_t used = 0, part[16], n = 0;
  for (; n < 16 && first + n < places.size(); ++n) {
    const std::int64_t place = places[first + n];
    std::size_t p = 0;
    while (p < used && !windows[p].add(place))
      ++p;
    if (p == 2)
      break;
    if (p == used)
      windows[used++] = {place, place + 1};
    part[n] = p;
  }
  for (std::size_t p = 0; p < 2; ++p) {
    const Window &window = windows[std::min(p, used - 1)];
    step.window[p][lane] = window.begin;
    for (std::size_t i = 0; i < 16; ++i)
      step.index[p][16 * lane + i] =
          i < n && part[i] == p ? static_cast<std::uint8_t>(places[first + i] - window.begin) : LaneStep::nothing;
  }
  if (used == 2)
    parts = std::max(parts, lane == 0 ? Parts::two_in_low_lanes : Parts::two);
  return n;
}

std::size_t fill_bytes(const Places &places, std::size_t first, LaneStep &step, Parts &parts) {
  std::size_t n = fill_lane(places, first, 0, step, parts);
  if (n == 16 && first + n < places.size())
    n += fill_lane(places, first + n, 1, step, parts);
  else
    for (std::size_t p = 0; p < 2; ++p) {
      step.window[p][1] = step.window[p][0];
      std::fill_n(step.index[p].begin() + 16, 16, LaneStep::nothing);
    }
  return n;
}

/// The words of two windows at these places, no two at the same position in their windows.
struct BlendedWords {
  std::int64_t window[2];
  std::optional<std::int64_t> held[8] = {};
  std::size_t from[8] = {}; // the position of each output word

  std::size_t take(const Places &places, std::size_t first) {
    std::size_t n = 0;
    for (; n < 8 && first + n < places.size(); ++n)
      if (!take_one(places[first + n], n))
        break;
    return n;
  }

private:
  bool take_one(std::int64_t place, std::size_t n) {
    for (const std::int64_t begin : window)
      if (place >= begin && place < begin + 32) {
        const auto at = static_cast<std::size_t>(place - begin) / 4;
        if (!held[at] || held[at] == place) {
          held[at] = place;
          from[n] = at;
          return true;
        }
      }
    return false;
  }
};

std::size_t fill_words(const Places &places, std::size_t first, LaneStep &step, Parts &parts) {
  const std::int64_t begin = places[first];
  const std::size_t all = std::min<std::size_t>(8, places.size() - first);
  BlendedWords best = {{begin, begin}};
  std::size_t n = best.take(places, first);
  if (n < all)
    for (std::int64_t next = places[first + n], second = next - 28; second <= next && n < all; second += 4) {
      BlendedWords words = {{begin, second}};
      if (const std::size_t filled = words.take(places, first); filled > n)
        best = words, n = filled;
    }
  if (best.window[0] != best.window[1])
    parts = Parts::two;
  for (std::size_t p = 0; p < 2; ++p)
    step.window[p][0] = step.window[p][1] = best.window[p];
  for (std::size_t i = 0; i < 8; ++i) {
    step.index[0][4 * i] = static_cast<std::uint8_t>(best.from[i]);
    const bool in_second = best.held[i] && *best.held[i] != best.window[0] + 4 * static_cast<std::int64_t>(i);
    std::fill_n(step.index[1].begin() + static_cast<std::ptrdiff_t>(4 * i), 4, in_second ? 0xff : 0);
  }
  return n;
}

/// Returns the cost of a step, as measured.
double cost_of_step(bool words, Parts parts) {
  const double n = 1 + static_cast<double>(parts);
  return words ? 2 + 0.5 * n : 2.6 + 0.6 * n;
}

/// Returns the cost of a group.
double cost_of(const LaneProgram &program) {
  const auto steps = static_cast<double>(program.steps.size());
  const double offsets = steps * (2 + static_cast<double>(program.parts)); // each is loaded unless it is in a register
  constexpr double in_registers = 10, loads = 2;
  return LaneProgram::loop_cost +
         steps * (cost_of_step(program.words, program.parts) + (offsets > in_registers ? loads : 0));
}

/// Returns how many steps a group may have if it is to cost less than `cost`.
std::size_t steps_within(double cost, bool words) {
  const double steps = (cost - LaneProgram::loop_cost) / cost_of_step(words, Parts::one);
  return static_cast<std::size_t>(std::clamp(steps, 0.0, static_cast<double>(most_steps)));
}

/// Returns the program of a group; empty if it would take more than `most` steps.
LaneProgram program_of(const Records &records, std::int64_t group, bool words, std::size_t most) {
  LaneProgram program;
  program.records = group;
  program.words = words;
  const std::int64_t unit = words ? 4 : 1, window = words ? 32 : 16;
  const Places places = places_of(records, group, unit);
  program.read_begin = program.read_end = places.front();
  for (std::size_t i = 0; i < places.size();) {
    if (32 * (most - program.steps.size()) < (places.size() - i) * static_cast<std::size_t>(unit))
      return {};
    LaneStep step;
    step.out = static_cast<std::int64_t>(i) * unit;
    i += words ? fill_words(places, i, step, program.parts) : fill_bytes(places, i, step, program.parts);
    for (const auto &part : step.window)
      for (const std::int64_t begin : part) {
        program.read_begin = std::min(program.read_begin, begin);
        program.read_end = std::max(program.read_end, begin + window);
      }
    program.write_end = step.out + 32;
    program.steps.push_back(step);
  }
  program.cost = cost_of(program) / static_cast<double>(group);
  return program;
}

} // namespace

LaneProgram lane_program(const Records &records, double cost) {
  const std::int64_t size = size_of(records);
  // Groups are few records, or as many as fill whole steps.
  std::vector<std::int64_t> groups = {1, 2, 3, 4, 5, 6, 7, 8, 16, 32 / std::gcd<std::int64_t>(size, 32)};
  std::ranges::sort(groups);
  LaneProgram best;
  for (const std::int64_t group : groups) {
    if (group > 1 && group * size > longest_group)
      break;
    for (const bool words : {true, false}) {
      if (words && !in_words(records))
        continue;
      const std::size_t most = steps_within(cost * static_cast<double>(group), words);
      if (group * size > 32 * static_cast<std::int64_t>(most))
        continue;
      LaneProgram program = program_of(records, group, words, most);
      if (program.steps.empty() || program.cost >= cost)
        continue;
      best = std::move(program);
      cost = 0.97 * best.cost; // a small gain is not worth longer tables
    }
  }
  return best;
}

} // namespace automap::layout
