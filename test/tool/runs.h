// Lists of runs of automap, with what they say and write. What they propose must help.
#pragma once

#include "hints.h"

#include <string>
#include <utility>
#include <vector>

namespace automap::test {

/// A run of automap: the files before it, its arguments, its exit code, and texts in its output. Each text must occur
/// in "out", "err" or a file. If that name begins with '!', the text must not occur; if with '=', it is the whole.
struct RunCase {
  const char *name;
  std::vector<std::pair<std::string, std::string>> files;
  std::string arguments;
  int exit_code;
  std::vector<std::pair<std::string, std::string>> texts;
};

inline void PrintTo(const RunCase &run, std::ostream *out) { *out << run.name; }

class Runs : public ::testing::TestWithParam<RunCase> {
protected:
  void check() const {
    const Scratch scratch;
    for (const auto &[name, text] : GetParam().files)
      scratch.write(name, text);
    const Finished run = run_automap(scratch, GetParam().arguments);
    EXPECT_EQ(run.exit_code, GetParam().exit_code) << run.err;
    for (const auto &[where, text] : GetParam().texts) {
      const std::string name = where.substr(where.find_first_not_of("!="));
      const std::string all = name == "out" ? run.out : name == "err" ? run.err : scratch.read(name);
      if (where.front() == '=') {
        EXPECT_EQ(all, text) << where;
      } else {
        EXPECT_EQ(all.find(text) == std::string::npos, where.front() == '!') << where << ": " << text << '\n' << all;
      }
    }
    expect_hints_help(scratch, GetParam().arguments, run.err);
  }
};

/// Defines tests that run `runs`, a list of RunCase.
#define AUTOMAP_TEST_RUNS(suite, runs)                                                                                 \
  using suite##Runs = Runs;                                                                                            \
  TEST_P(suite##Runs, SayAndWrite) { check(); }                                                                        \
  INSTANTIATE_TEST_SUITE_P(, suite##Runs, ::testing::ValuesIn(runs),                                                   \
                           [](const auto &info) { return std::string(info.param.name); })

} // namespace automap::test
