// Reports. See report.h.
#include "report.h"

#include "layout/short_text.h"
#include "mpi/messages/choice.h"
#include "mpi/types/decode.h"
#include "source/call_stack.h"
#include "source/source_lines.h"

#include <nlohmann/json.hpp>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <exception>
#include <map>
#include <mutex>
#include <numeric>
#include <string>
#include <tuple>
#include <vector>

namespace automap::run {
namespace {

using Key = std::tuple<const void *, const char *, std::string, Packing>; // where, call, datatype
struct Entry {
  Call call;
  Row row;
};

std::mutex report_mutex;
std::map<Key, Entry> &rows() {
  static auto &out = *new std::map<Key, Entry>;
  return out;
}

/// Returns what a report calls a datatype: its name, if the program has given one, or its tree.
std::string text_of(MPI_Datatype type) {
  constexpr std::size_t most = 100;
  std::array<char, MPI_MAX_OBJECT_NAME + 1> name{};
  int length = 0;
  if (PMPI_Type_get_name(type, name.data(), &length) == MPI_SUCCESS && length > 0)
    return name.data();
  try {
    return layout::short_text(mpi::decode(type).tree, most);
  } catch (const std::exception &) {
    return "a datatype";
  }
}

constexpr const char *by_automap = "AutoMap", *by_mpi = "MPI";

/// A line of the report: the sums over all ranks.
struct Line {
  std::string where, file, function, call, type, packing;
  int line = 0;
  std::int64_t messages = 0, bytes = 0, packing_ns = 0, mpi_ns = 0;

  auto key() const { return std::tie(where, call, type, packing); }
  std::int64_t gain() const { return mpi_ns - packing_ns; }
  void add(const Line &other) {
    messages += other.messages;
    bytes += other.bytes;
    packing_ns += other.packing_ns;
    mpi_ns += other.mpi_ns;
  }
};
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Line, where, file, line, function, call, type, packing, messages, bytes, packing_ns,
                                   mpi_ns)

std::string json_of(const Line &line) {
  return nlohmann::json(line).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) + '\n';
}

std::string lines_of_this_rank() {
  std::string out;
  const std::lock_guard lock(report_mutex);
  for (const auto &[key, entry] : rows()) {
    const source::SourcePlace place = source::place_of_call(source::caller_of(entry.call));
    const Line line{place.where,
                    place.file,
                    place.function,
                    entry.call.name,
                    std::get<std::string>(key),
                    std::get<Packing>(key) == Packing::by_automap ? by_automap : by_mpi,
                    place.line,
                    entry.row.messages,
                    entry.row.bytes,
                    entry.row.packing_ns,
                    entry.row.mpi_ns};
    out += json_of(line);
  }
  return out;
}

/// Returns the texts of all ranks of MPI_COMM_WORLD, on rank 0.
std::string gathered(const std::string &mine) {
  int rank = 0, size = 0;
  PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
  PMPI_Comm_size(MPI_COMM_WORLD, &size);
  const int length = static_cast<int>(mine.size());
  std::vector<int> lengths(static_cast<std::size_t>(size)), places(lengths.size());
  PMPI_Gather(&length, 1, MPI_INT, lengths.data(), 1, MPI_INT, 0, MPI_COMM_WORLD);
  std::exclusive_scan(lengths.begin(), lengths.end(), places.begin(), 0);
  std::string all(rank == 0 ? static_cast<std::size_t>(places.back() + lengths.back()) : 0, ' ');
  PMPI_Gatherv(mine.data(), length, MPI_CHAR, all.data(), lengths.data(), places.data(), MPI_CHAR, 0, MPI_COMM_WORLD);
  return all;
}

/// Returns the sums of equal lines, those with the largest gain first.
std::vector<Line> summed(const std::string &text) {
  std::vector<Line> out;
  for (std::size_t begin = 0, end; (end = text.find('\n', begin)) != std::string::npos; begin = end + 1) {
    const Line each = nlohmann::json::parse(text.substr(begin, end - begin)).get<Line>();
    const auto found = std::find_if(out.begin(), out.end(), [&](const Line &line) { return line.key() == each.key(); });
    if (found == out.end()) {
      out.push_back(each);
      continue;
    }
    found->add(each);
  }
  std::sort(out.begin(), out.end(), [](const Line &a, const Line &b) {
    return std::tuple(-a.gain(), a.key()) < std::tuple(-b.gain(), b.key());
  });
  return out;
}

/// Returns a number in one of three units: of a thousand, a million and a thousand million.
std::string in_units(std::int64_t number, int digits_of_thousands, const std::array<const char *, 3> &units) {
  const double given = static_cast<double>(number);
  const std::size_t unit = given < 1e6 ? 0 : given < 1e9 ? 1 : 2;
  constexpr std::array divisors{1e3, 1e6, 1e9};
  const std::array digits{digits_of_thousands, 1, 2};
  std::array<char, 40> out;
  std::snprintf(out.data(), out.size(), "%.*f %s", digits[unit], given / divisors[unit], units[unit]);
  return out.data();
}

std::string seconds(std::int64_t nanoseconds) { return in_units(nanoseconds, 0, {"us", "ms", "s"}); }
std::string bytes_text(std::int64_t bytes) { return in_units(bytes, 1, {"kB", "MB", "GB"}); }

void write_text(const std::vector<Line> &lines, std::FILE *out) {
  const bool dry = is_dry_run();
  Line sum;
  for (const Line &line : lines)
    sum.add(line);
  if (lines.empty()) {
    std::fputs("automap-run: no data with gaps were sent, received, packed, written or read\n", out);
    return;
  }
  std::fprintf(out, "automap-run: data with gaps: %lld times, %s. ", static_cast<long long>(sum.messages),
               bytes_text(sum.bytes).c_str());
  const std::string packing = seconds(sum.packing_ns), by_mpi = seconds(sum.mpi_ns);
  if (dry)
    std::fprintf(out, "To pack them takes %s by MPI, and would take %s by AutoMap (both estimated)\n", by_mpi.c_str(),
                 packing.c_str());
  else
    std::fprintf(out, "Packing took %s; MPI would have taken %s (estimated)\n", packing.c_str(), by_mpi.c_str());
  for (const Line &line : lines) {
    std::fprintf(out, "  %s: %s of %s: %lld times, %s, ", line.where.c_str(), line.call.c_str(), line.type.c_str(),
                 static_cast<long long>(line.messages), bytes_text(line.bytes).c_str());
    if (dry)
      std::fprintf(out, "%s by MPI, %s by AutoMap\n", seconds(line.mpi_ns).c_str(), seconds(line.packing_ns).c_str());
    else if (line.packing == by_automap)
      std::fprintf(out, "packed in %s, by MPI in %s\n", seconds(line.packing_ns).c_str(), seconds(line.mpi_ns).c_str());
    else
      std::fputs("left to MPI\n", out);
  }
}

void write_json(const std::vector<Line> &lines, std::FILE *out) {
  for (const Line &line : lines)
    std::fputs(json_of(line).c_str(), out);
}

} // namespace

Row *find_row(const Call &call, MPI_Datatype type, Packing packing) {
  KnownType *const known = find_type(type);
  const std::lock_guard lock(report_mutex);
  if (known && known->text.empty())
    known->text = text_of(type);
  const void *const caller = call.stack ? call.stack : call.address;
  Entry &entry = rows()[{caller, call.name, known ? known->text : "a datatype", packing}];
  entry.call = call;
  return &entry.row;
}

/// What MPI takes for its own packing shows in the times of whole messages. This is one side of two.
void add(Row &row, const Gapped &data, Packing packing) {
  const mpi::Times times = mpi::estimated_times(*data.plan, data.size);
  const double by_mpi = std::max(times.send_by_mpi - (times.send_packed - times.pack_here), 0.0);
  ++row.messages;
  row.bytes += data.size;
  row.mpi_ns += std::llround(by_mpi / 2);
  if (is_dry_run())
    row.packing_ns += std::llround(times.pack_here / 2);
  else if (packing == Packing::by_mpi)
    row.packing_ns += std::llround(by_mpi / 2);
}

void begin_report() {
  if (has_report())
    source::note_stacks(true);
}

void write_report() {
  if (!has_report())
    return;
  try {
    const std::string all = gathered(lines_of_this_rank());
    int rank = 0;
    PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank != 0)
      return;
    std::string path = settings().report_path;
    MPI_Comm parent = MPI_COMM_NULL;
    if (PMPI_Comm_get_parent(&parent) == MPI_SUCCESS && parent != MPI_COMM_NULL && !path.empty())
      path += ".spawned." + std::to_string(getpid()); // the parents have a report of their own
    std::FILE *const file = path.empty() ? stderr : std::fopen(path.c_str(), "w");
    if (!file) {
      std::fprintf(stderr, "automap-run: cannot write the report to '%s'\n", path.c_str());
      return;
    }
    if (path.empty())
      write_text(summed(all), file);
    else
      write_json(summed(all), file);
    if (file != stderr)
      std::fclose(file);
  } catch (const std::exception &failure) {
    std::fprintf(stderr, "automap-run: there is no report: %s\n", failure.what());
  }
}

} // namespace automap::run
