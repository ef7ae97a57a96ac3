// Runs a program of cases under the checker, in one go, and compares what the ranks log with what the source
// of the program says: a line with the comment "wrong: KIND" is reported as that kind by one rank at least,
// and nothing else is reported by any.
//
//   run_corpus SOURCE LOG [--skips] COMMAND...
//
// COMMAND runs the program with AUTOMAP_CHECK_LOG=LOG. Without --skips no check may have been passed over
// where the source has no wrong line; with --messages=N each run has to have checked so many messages; with
// --ranks=N so many have to have logged.
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <set>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace {

using Report = std::pair<int, std::string>; // line, kind

std::set<Report> expected_in(const std::string &source) {
  std::set<Report> out;
  std::ifstream in(source);
  if (!in)
    throw std::runtime_error("cannot read " + source);
  const std::string begin = "/* wrong: ", end = " */";
  std::string line;
  for (int number = 1; std::getline(in, line); ++number)
    if (const auto at = line.find(begin); at != std::string::npos) {
      const auto from = at + begin.size();
      out.emplace(number, line.substr(from, line.find(end, from) - from));
    }
  return out;
}

struct Log {
  std::set<Report> reports;
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
      out.reports.emplace(json.at("line"), json.at("kind"));
      // What a report of two differing sides has to say.
      if (json.at("kind") == "type mismatch" &&
          (!json.contains("difference") || json["other"].value("type", "").empty() ||
           json["mine"].value("type", "").empty() || json["other"].value("line", 0) == 0 ||
           !json.contains("peer")))
        throw std::runtime_error("a report that lacks something: " + line);
    }
  }
  return out;
}

void print(const char *what, const std::set<Report> &reports) {
  for (const auto &[line, kind] : reports)
    std::cout << what << ": line " << line << ": " << kind << '\n';
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
  const std::set<Report> expected = expected_in(source);
  const Log found = read_logs(log, std::filesystem::path(source).filename());

  std::set<Report> missing, wrong;
  std::ranges::set_difference(expected, found.reports, std::inserter(missing, missing.end()));
  std::ranges::set_difference(found.reports, expected, std::inserter(wrong, wrong.end()));
  print("not reported", missing);
  print("reported wrongly", wrong);
  std::cout << found.ranks << " ranks, " << found.messages << " messages, " << found.collectives
            << " collective calls, " << found.skipped << " not checked; " << expected.size()
            << " lines to be reported\n";
  bool good =
      status == 0 && missing.empty() && wrong.empty() && found.ranks >= ranks && found.messages >= messages;
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
