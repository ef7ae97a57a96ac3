// Tables of measured times. See tuning.h.
#include "tuning.h"

#include "mpi/error_codes.h"

#include <mpi.h>

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <iomanip>
#include <ostream>
#include <span>
#include <sstream>
#include <utility>
#include <vector>

namespace automap::mpi {
namespace {

constexpr std::string_view first_line = "automap-tuning 1";
constexpr double longest_time = 1e15; // nanoseconds, some days
constexpr std::size_t longest_file = 1 << 20;

/// A place between two of the numbers at which times were measured.
struct Between {
  std::size_t before;
  double share; // of the number after it
};

/// Returns the logarithm of a positive number: exactly for powers of two, and linear between them.
double logarithm(double value) {
  constexpr double least_bit = 0x1p-52, exponent_bias = 1023;
  return static_cast<double>(std::bit_cast<std::uint64_t>(value)) * least_bit - exponent_bias;
}

/// Finds a value among powers of two.
template <std::size_t n> Between between(const std::array<std::int64_t, n> &numbers, double value) {
  if (!(value > static_cast<double>(numbers.front())))
    return {0, 0};
  for (std::size_t i = 0; i + 1 < n; ++i)
    if (value < static_cast<double>(numbers[i + 1])) {
      const auto before = std::countr_zero(static_cast<std::uint64_t>(numbers[i])),
                 after = std::countr_zero(static_cast<std::uint64_t>(numbers[i + 1]));
      return {i, (logarithm(value) - before) / (after - before)};
    }
  return {n - 2, 1};
}

template <typename Number> std::optional<Number> number(std::string_view text) {
  Number out{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), out);
  return error == std::errc() && end == text.data() + text.size() ? std::optional(out) : std::nullopt;
}

std::vector<std::string_view> words_of(std::string_view line) {
  std::vector<std::string_view> out;
  while (true) {
    line.remove_prefix(std::min(line.find_first_not_of(" \t\r"), line.size()));
    if (line.empty())
      return out;
    const std::size_t length = std::min(line.find_first_of(" \t\r"), line.size());
    out.push_back(line.substr(0, length));
    line.remove_prefix(length);
  }
}

template <typename List, typename Value> std::optional<std::size_t> index_of(const List &list, const Value &value) {
  const auto found = std::ranges::find(list, value);
  return found == list.end() ? std::nullopt : std::optional(static_cast<std::size_t>(found - list.begin()));
}

/// Reads a text line by line. read() returns what is wrong with a line, or an empty text.
class Reader {
public:
  std::string read(std::string_view line) {
    line = line.substr(0, line.find('#'));
    const std::vector<std::string_view> words = words_of(line);
    if (words.empty())
      return "";
    if (!has_format_) {
      has_format_ = words.size() == 2 && words[0] == "automap-tuning" && words[1] == "1";
      return has_format_ ? "" : "the text does not begin with \"" + std::string(first_line) + "\"";
    }
    if (words[0] == "mpi" || words[0] == "cpu") {
      std::string &name = words[0] == "mpi" ? tuning_.mpi : tuning_.cpu;
      for (const std::string_view word : std::span(words).subspan(1))
        name.append(name.empty() ? "" : " ").append(word);
      return "";
    }
    return words[0] == "blocks" ? read_blocks(words) : read_cell(words);
  }

  /// Returns the table if all lines were there.
  std::optional<Tuning> end(std::string &problem) const {
    problem = !has_format_                                   ? "the text is empty"
              : tuning_.mpi.empty()                          ? "the line \"mpi\" is missing"
              : !std::ranges::all_of(seen_, std::identity()) ? "a line of times is missing"
                                                             : "";
    return problem.empty() ? std::optional(tuning_) : std::nullopt;
  }

private:
  static constexpr std::size_t n_cells = Tuning::spacings.size() * Tuning::block_sizes.size() * Tuning::sizes.size();

  std::string read_blocks(const std::vector<std::string_view> &words) {
    if (words.size() != 5)
      return "there are not four numbers";
    const std::int64_t elements = number<std::int64_t>(words[1]).value_or(0);
    const auto size = index_of(Tuning::element_sizes, number<std::int64_t>(words[2]).value_or(-1));
    if (elements < 1 || elements > Tuning::longest_block || !size)
      return "a block that is not measured";
    const std::optional<double> by_length = time(words[3]), by_type = time(words[4]);
    if (!by_length || !by_type)
      return "a time is no positive number";
    tuning_.set_blocks(elements, *size, *by_length, *by_type);
    return "";
  }

  static std::optional<double> time(std::string_view word) {
    const std::optional<double> out = number<double>(word);
    return out && *out > 0 && *out < longest_time ? out : std::nullopt;
  }

  std::string read_cell(const std::vector<std::string_view> &words) {
    const auto spacing = index_of(Tuning::spacings, words[0]);
    if (!spacing)
      return "an unknown word";
    if (words.size() != 7)
      return "there are not six numbers";
    const auto block = index_of(Tuning::block_sizes, number<std::int64_t>(words[1]).value_or(-1));
    const auto size = index_of(Tuning::sizes, number<std::int64_t>(words[2]).value_or(-1));
    if (!block || !size)
      return "a number of bytes at which nothing is measured";
    std::array<double, 4> times{};
    for (std::size_t i = 0; i < times.size(); ++i) {
      const std::optional<double> found = time(words[3 + i]);
      if (!found)
        return "a time is no positive number";
      times[i] = *found;
    }
    bool &is_seen = seen_[(*spacing * Tuning::block_sizes.size() + *block) * Tuning::sizes.size() + *size];
    if (std::exchange(is_seen, true))
      return "times that were given before";
    tuning_.set(static_cast<Spacing>(*spacing), *block, *size, {times[0], times[1], times[2], times[3]});
    return "";
  }

  Tuning tuning_;
  bool has_format_ = false;
  std::array<bool, n_cells> seen_{};
};

} // namespace

Times Tuning::at(Spacing spacing, double block_bytes, double bytes) const {
  const double beyond = std::max(1.0, bytes / static_cast<double>(sizes.back()));
  const auto time = [&](std::size_t which) {
    return beyond * std::exp2(logarithm_at(spacing, block_bytes, bytes,
                                           [which](const Logarithms &cell) { return cell.of[which]; }));
  };
  return {time(0), time(1), time(2), time(3)};
}

double Tuning::gain_by_packing(Spacing spacing, double block_bytes, double bytes) const {
  return logarithm_at(spacing, block_bytes, bytes, [](const Logarithms &cell) { return cell.of[0] - cell.of[1]; });
}

double Tuning::logarithm_at(Spacing spacing, double block_bytes, double bytes, auto of_cell) const {
  const Between block = between(block_sizes, block_bytes), size = between(sizes, bytes);
  const auto &table = cells_[static_cast<std::size_t>(spacing)];
  const auto at_block = [&](std::size_t i) {
    const double before = of_cell(table[i][size.before]), after = of_cell(table[i][size.before + 1]);
    return before + (after - before) * size.share;
  };
  const double before = at_block(block.before), after = at_block(block.before + 1);
  return before + (after - before) * block.share;
}

void Tuning::set(Spacing spacing, std::size_t block, std::size_t size, const Times &times) {
  cells_[static_cast<std::size_t>(spacing)][block][size].of = {
      std::log2(times.send_by_mpi), std::log2(times.send_packed), std::log2(times.pack_by_mpi),
      std::log2(times.pack_here)};
}

void Tuning::set_blocks(std::int64_t elements, std::size_t element_size, double by_length, double by_type) {
  blocks_[static_cast<std::size_t>(elements)][element_size] = {by_length, by_type};
}

bool Tuning::prefers_own_type(std::int64_t elements, std::int64_t element_bytes) const {
  constexpr double much = 1.25; // less may be chance
  const auto size = index_of(element_sizes, element_bytes);
  if (!size || elements < 1 || elements > longest_block)
    return false;
  const BlockTimes &times = blocks_[static_cast<std::size_t>(elements)][*size];
  return times.by_length > much * times.by_type;
}

std::optional<Tuning> read_tuning(std::string_view text, std::string &problem) {
  Reader reader;
  for (int line = 1; !text.empty(); ++line) {
    const std::size_t length = std::min(text.find('\n'), text.size());
    if (const std::string wrong = reader.read(text.substr(0, length)); !wrong.empty()) {
      problem = "line " + std::to_string(line) + ": " + wrong;
      return std::nullopt;
    }
    text.remove_prefix(std::min(length + 1, text.size()));
  }
  return reader.end(problem);
}

void write_tuning(const Tuning &tuning, std::ostream &out) {
  out << first_line << "\nmpi " << tuning.mpi << "\ncpu " << tuning.cpu
      << "\n# spacing, bytes in a block, bytes in all; nanoseconds: sent by MPI, sent packed, packed by MPI, packed "
         "here\n"
      << std::setprecision(4);
  for (std::size_t spacing = 0; spacing < Tuning::spacings.size(); ++spacing)
    for (const std::int64_t block : Tuning::block_sizes)
      for (const std::int64_t size : Tuning::sizes) {
        const Times times =
            tuning.at(static_cast<Spacing>(spacing), static_cast<double>(block), static_cast<double>(size));
        out << Tuning::spacings[spacing] << ' ' << block << ' ' << size << ' ' << times.send_by_mpi << ' '
            << times.send_packed << ' ' << times.pack_by_mpi << ' ' << times.pack_here << '\n';
      }
  out << "# elements in a block, bytes in an element; nanoseconds: packed by block length, by a datatype\n";
  for (std::size_t elements = 1; elements < tuning.blocks_.size(); ++elements)
    for (std::size_t size = 0; size < Tuning::element_sizes.size(); ++size)
      if (const auto &[by_length, by_type] = tuning.blocks_[elements][size]; by_length > 0)
        out << "blocks " << elements << ' ' << Tuning::element_sizes[size] << ' ' << by_length << ' ' << by_type
            << '\n';
}

std::string short_library_version(std::string_view library_version) {
  std::string out;
  for (const std::string_view word : words_of(library_version.substr(0, library_version.find_first_of(",\n"))))
    out.append(out.empty() ? "" : " ").append(word);
  return out;
}

std::string library_version() {
  char text[MPI_MAX_LIBRARY_VERSION_STRING] = "";
  int length = 0;
  MPI_Get_library_version(text, &length);
  return short_library_version(text);
}

std::string tuning_file(std::string_view mpi) {
  const auto variable = [](const char *name) {
    const char *value = std::getenv(name);
    return std::string(value ? value : "");
  };
  if (std::string named = variable("AUTOMAP_TUNING"); !named.empty())
    return named;
  std::string folder = variable("XDG_CACHE_HOME");
  if (folder.empty() && !variable("HOME").empty())
    folder = variable("HOME") + "/.cache";
  if (folder.empty())
    return "";
  std::string name;
  for (const char c : mpi)
    name += (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || c == '.' ? c
            : c >= 'A' && c <= 'Z'                                       ? static_cast<char>(c - 'A' + 'a')
                                                                         : '-';
  return folder + "/automap/tuning-" + name + ".txt";
}

Tuning load_tuning(std::string_view mpi, std::string &problem) {
  const std::string path = tuning_file(mpi);
  problem.clear();
  std::ifstream file(path, std::ios::binary);
  std::string text(longest_file, '\0');
  if (!file || path.empty()) {
    if (std::getenv("AUTOMAP_TUNING") && *std::getenv("AUTOMAP_TUNING"))
      problem = path + " cannot be opened";
    return default_tuning(mpi);
  }
  file.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<std::size_t>(std::max<std::streamsize>(file.gcount(), 0)));
  if (std::optional<Tuning> out = read_tuning(text, problem)) {
    if (out->mpi == mpi)
      return *std::move(out);
    problem = "it is of " + out->mpi + ", and this is " + std::string(mpi);
  }
  problem = path + " is ignored: " + problem;
  return default_tuning(mpi);
}

const Tuning &tuning() {
  static const Tuning &out = []() -> const Tuning & {
    const std::string mpi = library_version();
    std::string problem;
    auto &loaded = *new Tuning(load_tuning(mpi, problem)); // never destroyed: global objects may send at the end
    int rank = 0;
    if (!problem.empty() && running_status() == MPI_SUCCESS)
      MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (!problem.empty() && rank == 0)
      std::fprintf(stderr, "AutoMap: the tuning file %s\n", problem.c_str());
    return loaded;
  }();
  return out;
}

} // namespace automap::mpi
