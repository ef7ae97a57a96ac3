// Runs a program of cases under the checker, all at once, and compares the logs of the ranks with comments in the
// program's source. Each comment describes the line on which it stands:
//
//   wrong: KIND                              some ranks report this line as this kind, any number of times
//   wrong: KIND; RANKS                       each of these ranks does, once
//   wrong: KIND; RANKS from PEER             and names this rank of the communicator as the other side
//   wrong: KIND; RANKS from PEER; ELEMENT MINE OTHER    and this first difference, of basic types or "nothing"
//
// RANKS, of MPI_COMM_WORLD: "1", "0, 2" (those that exist), "each", "each but 0", "each but the last". PEER: "0",
// "itself", "the last", "the one before", "any". No rank may report anything else.
//
//   run_corpus SOURCE LOG [--skips] COMMAND...
//
// COMMAND runs the program with AUTOMAP_CHECK_LOG=LOG. Without --skips, no check may have been skipped if the source
// has no wrong line. With --messages=N, each run must have checked at least N messages. With --ranks=N, at least N
// ranks must have logged.
#include <nlohmann/json.hpp>

#include <algorithm>
#include <charconv>
#include <compare>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <set>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace {

struct Report {
  int line = 0;
  std::string kind;
  int rank = 0, peer = none;
  std::string difference; // "0 MPI_INT MPI_FLOAT"; empty if there is none

  static constexpr int none = -1, any = -2;
  auto operator<=>(const Report &) const = default;
};

std::ostream &operator<<(std::ostream &out, const Report &report) {
  out << "line " << report.line << ": " << report.kind << "; " << report.rank;
  if (report.peer != Report::none)
    out << " from " << report.peer;
  return out << (report.difference.empty() ? "" : "; ") << report.difference;
}

struct Expected {
  std::multiset<Report> reports;
  std::set<std::pair<int, std::string>> undetermined; // lines with kinds
};

/// Removes and returns the text before `separator`, which is removed as well; takes all of it if there is no separator.
std::string_view take(std::string_view &text, std::string_view separator) {
  const std::string_view out = text.substr(0, text.find(separator));
  text.remove_prefix(std::min(out.size() + separator.size(), text.size()));
  return out;
}

int number_in(std::string_view text) {
  int out = 0;
  if (std::from_chars(text.data(), text.data() + text.size(), out).ptr != text.data() + text.size() || text.empty())
    throw std::runtime_error("a mark says '" + std::string(text) + "' instead of a number");
  return out;
}

/// Returns those of `size` ranks that a mark names.
std::set<int> ranks_in(std::string_view text, int size) {
  std::set<int> out;
  if (text.starts_with("each")) {
    for (int rank = 0; rank < size; ++rank)
      out.insert(rank);
    text.remove_prefix(4);
    if (text.starts_with(" but "))
      out.erase(text == " but the last" ? size - 1 : number_in(text.substr(5)));
    return out;
  }
  while (!text.empty())
    if (const int rank = number_in(take(text, ", ")); rank < size)
      out.insert(rank);
  return out;
}

int peer_in(std::string_view text, int rank, int size) {
  return text.empty()               ? Report::none
         : text == "itself"         ? rank
         : text == "any"            ? Report::any
         : text == "the last"       ? size - 1
         : text == "the one before" ? (rank + size - 1) % size
                                    : number_in(text);
}

/// Adds the expectations of one mark for a run of `size` ranks.
void add_mark(std::string_view mark, int line, int size, Expected &out) {
  const std::string kind(take(mark, "; "));
  if (mark.empty()) {
    out.undetermined.emplace(line, kind);
    return;
  }
  std::string_view sides = take(mark, "; ");
  const std::string_view ranks = take(sides, " from ");
  for (const int rank : ranks_in(ranks, size))
    out.reports.insert({line, kind, rank, peer_in(sides, rank, size), std::string(mark)});
}

Expected expected_in(const std::string &source, int size) {
  Expected out;
  std::ifstream in(source);
  if (!in)
    throw std::runtime_error("cannot read " + source);
  const std::string begin = "/* wrong: ", end = " */";
  std::string line;
  for (int number = 1; std::getline(in, line); ++number)
    for (auto at = line.find(begin); at != std::string::npos; at = line.find(begin, at + begin.size())) {
      const auto from = at + begin.size();
      add_mark(std::string_view(line).substr(from, line.find(end, from) - from), number, size, out);
    }
  return out;
}

struct Log {
  std::multiset<Report> reports;
  long long ranks = 0, messages = 0, collectives = 0, skipped = 0;
};

bool is_log(const std::filesystem::path &path, const std::filesystem::path &prefix) {
  return path.filename().string().starts_with(prefix.filename().string() + ".");
}

void remove_logs(const std::filesystem::path &prefix) {
  std::vector<std::filesystem::path> old;
  for (const auto &entry : std::filesystem::directory_iterator(prefix.parent_path()))
    if (is_log(entry.path(), prefix))
      old.push_back(entry.path());
  for (const auto &path : old)
    std::filesystem::remove(path);
}

Report report_in(const nlohmann::json &json) {
  Report out{json.at("line"), json.at("kind"), json.at("rank"), json.value("peer", Report::none), ""};
  if (const auto difference = json.find("difference"); difference != json.end()) {
    const auto side = [&](const char *name) {
      const std::string type = difference->at(name);
      return " " + (type.empty() ? "nothing" : type);
    };
    out.difference = std::to_string(difference->at("element").get<long long>()) + side("mine") + side("other");
  }
  return out;
}

Log read_logs(const std::filesystem::path &prefix, const std::string &source_name) {
  Log out;
  for (const auto &entry : std::filesystem::directory_iterator(prefix.parent_path())) {
    if (!is_log(entry.path(), prefix))
      continue;
    std::ifstream in(entry.path());
    for (std::string line; std::getline(in, line);) {
      const auto json = nlohmann::json::parse(line);
      if (json.at("kind") == "summary") {
        ++out.ranks;
        out.messages += json.at("messages").get<long long>();
        out.collectives += json.at("collectives").get<long long>();
        out.skipped += json.at("skipped").get<long long>();
        continue;
      }
      if (std::filesystem::path(json.at("file").get<std::string>()).filename() != source_name)
        throw std::runtime_error("a report from another file: " + line);
      out.reports.insert(report_in(json));
      // Checks that a report of two differing sides is complete.
      const bool differs = json.at("kind") == "type mismatch", in_parts = json.at("kind") == "message in parts";
      if ((differs || in_parts) &&
          (!json.contains(in_parts ? "detail" : "difference") || json["other"].value("type", "").empty() ||
           json["mine"].value("type", "").empty() || json["other"].value("line", 0) == 0 || !json.contains("peer")))
        throw std::runtime_error("a report that lacks something: " + line);
    }
  }
  return out;
}

/// Removes the reports that match undetermined expectations. Prints the expectations without a report, and returns
/// their number.
std::size_t take_undetermined(const Expected &expected, std::multiset<Report> &reports) {
  std::size_t missing = 0;
  for (const auto &[line, kind] : expected.undetermined)
    if (std::erase_if(reports, [&](const Report &report) { return report.line == line && report.kind == kind; }) == 0) {
      std::cout << "not reported: line " << line << ": " << kind << '\n';
      ++missing;
    }
  return missing;
}

/// Sets the peers of expected reports that may name any, as what was found names them.
void set_free_peers(std::multiset<Report> &expected, const std::multiset<Report> &found) {
  std::multiset<Report> out;
  for (Report report : expected) {
    if (report.peer == Report::any)
      for (const Report &each : found)
        if (Report alike = each; alike.peer = Report::any, alike == report) {
          report.peer = each.peer;
          break;
        }
    out.insert(report);
  }
  expected = std::move(out);
}

/// Prints the reports that are in `one` but not in `other`, and returns their number.
std::size_t print_excess(const char *what, const std::multiset<Report> &one, const std::multiset<Report> &other) {
  std::vector<Report> excess;
  std::ranges::set_difference(one, other, std::back_inserter(excess));
  for (const Report &report : excess)
    std::cout << what << ": " << report << '\n';
  return excess.size();
}

int run(int argc, char **argv) {
  const std::string source = argv[1];
  const std::filesystem::path log = std::filesystem::absolute(argv[2]);
  bool skips = false;
  long long messages = 0, ranks = 1;
  std::string command;
  for (int i = 3; i < argc; ++i) {
    const std::string argument = argv[i];
    if (argument == "--skips")
      skips = true;
    else if (argument.starts_with("--messages="))
      messages = std::stoll(argument.substr(11));
    else if (argument.starts_with("--ranks="))
      ranks = std::stoll(argument.substr(8));
    else
      command += " '" + argument + "'";
  }
  std::filesystem::create_directories(log.parent_path());
  remove_logs(log);
  setenv("AUTOMAP_CHECK_LOG", log.c_str(), 1);
  const int status = std::system(command.c_str());
  Log found = read_logs(log, std::filesystem::path(source).filename());
  Expected expected = expected_in(source, static_cast<int>(found.ranks));
  set_free_peers(expected.reports, found.reports);

  const std::size_t differences = take_undetermined(expected, found.reports) +
                                  print_excess("not reported", expected.reports, found.reports) +
                                  print_excess("reported wrongly", found.reports, expected.reports);
  std::cout << found.ranks << " ranks, " << found.messages << " messages, " << found.collectives
            << " collective calls, " << found.skipped << " not checked; "
            << expected.reports.size() + expected.undetermined.size() << " reports expected\n";
  bool good = status == 0 && differences == 0 && found.ranks >= ranks && found.messages >= messages;
  if (status != 0)
    std::cout << "the program ended with status " << status << '\n';
  if (!skips && found.skipped > 0) {
    std::cout << "some checks were passed over\n";
    good = false;
  }
  return good ? 0 : 1;
}

} // namespace

int main(int argc, char **argv) {
  try {
    return argc < 4 ? 2 : run(argc, argv);
  } catch (const std::exception &exception) {
    std::cout << exception.what() << '\n';
    return 1;
  }
}
