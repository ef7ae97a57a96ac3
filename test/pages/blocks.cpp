// Compiles and runs every code block of every page. See markdown.h for how a page describes a block.
#include "markdown.h"
#include "process.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace automap::test {
namespace {

const std::filesystem::path top = PROJECT_SOURCE;

std::vector<std::string> lines_of(const std::string &text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);)
    lines.push_back(line);
  return lines;
}

/// Returns the text without white space, which pages may choose freely.
std::string without_spaces(std::string text) {
  std::erase_if(text, [](char c) { return c == ' ' || c == '\n'; });
  return text;
}

/// A command of a console block, and its output.
struct Command {
  int line;
  std::string command;
  std::vector<std::string> output;
};

std::vector<Command> commands_of(const Step &block) {
  std::vector<Command> commands;
  int number = block.line;
  for (const std::string &line : lines_of(block.text)) {
    if (line.starts_with("$ "))
      commands.push_back({number, line.substr(2), {}});
    else if (commands.empty())
      commands.push_back({number, "false # a console block begins with a command", {line}});
    else
      commands.back().output.push_back(line);
    ++number;
  }
  return commands;
}

/// Runs the blocks of one page, in a directory that looks like a checkout after examples/demo.sh.
class PageTest : public testing::Test {
public:
  explicit PageTest(std::string page) : page_(std::move(page)) {}

  void TestBody() override {
    std::filesystem::create_directories(scratch_ / "build");
    std::filesystem::create_directory_symlink(PROJECT_BUILD, scratch_ / "build/demo");
    std::filesystem::create_directory_symlink(PACKAGE, scratch_ / "build/install");
    for (const Step &step : read_page(top / page_).steps)
      run(step);
  }

private:
  void run(const Step &step) {
    if (step.kind == "file") {
      scratch_.write(step.argument, step.text);
    } else if (step.kind == "with") {
      std::istringstream paths(step.argument);
      for (std::string path; paths >> path;)
        std::filesystem::copy(top / path, scratch_ / std::filesystem::path(path).filename(),
                              std::filesystem::copy_options::recursive |
                                  std::filesystem::copy_options::overwrite_existing);
    } else if (step.kind == "files of") {
      for (const Step &other : read_page(top / step.argument).steps)
        if (other.kind == "file")
          run(other);
    } else if (step.kind == "run" || step.kind == "sh") {
      expect_success(step.line, step.kind == "run" ? step.argument : step.text);
    } else if (step.kind == "fills") {
      fill(step);
    } else if (step.kind == "output of") {
      const Finished finished = bash("{ " + step.argument + "; } 2>&1");
      if (without_spaces(finished.out).find(without_spaces(step.text)) == std::string::npos)
        fail(step.line) << step.argument << " does not print this, but:\n" << finished.out;
    } else if (step.kind == "console") {
      for (const Command &command : commands_of(step))
        expect_output(command);
    } else if (step.kind == "?") {
      fail(step.line) << "test/pages/markdown.h tells how to say what a block is: " << step.argument;
    }
  }

  void fill(const Step &step) {
    std::string text, command;
    bool has_place = false;
    for (const std::string &line : lines_of(read_file(top / "test/pages" / step.argument))) {
      if (const std::size_t at = line.find("run: "); command.empty() && at != std::string::npos)
        command = line.substr(at + 5, line.rfind(" */") - at - 5);
      const bool is_place = line.find("@BLOCK@") != std::string::npos;
      has_place |= is_place;
      text += is_place ? step.text : line + "\n";
    }
    scratch_.write(std::filesystem::path(step.argument).filename(), text);
    if (command.empty() || !has_place)
      fail(step.line) << "test/pages/" << step.argument << " has no command, or no place for the block";
    else
      expect_success(step.line, command);
  }

  void expect_success(int line, const std::string &command) {
    const Finished finished = bash(command);
    if (finished.exit_code != 0)
      fail(line) << command << "\nexit code " << finished.exit_code << '\n' << finished.out << finished.err;
  }

  /// Compares the output of a command with the page. The ranks of a program print in any order.
  void expect_output(const Command &expected) {
    const Finished finished = bash(expected.command + " 2>&1", true);
    std::vector<std::string> printed = lines_of(finished.out), wanted = expected.output;
    if (expected.command.find("mpiexec") != std::string::npos) {
      std::ranges::sort(printed);
      std::ranges::sort(wanted);
    }
    if (printed != wanted)
      fail(expected.line) << expected.command << "\nprints:\n" << finished.out;
    const bool is_error = finished.out.find("error: ") != std::string::npos;
    if ((finished.exit_code != 0) != is_error)
      fail(expected.line) << expected.command << "\nexit code " << finished.exit_code;
  }

  /// Runs commands in the page's directory. Variables set by `export` stay for the rest of the page's console blocks.
  Finished bash(const std::string &commands, bool keep = false) {
    std::string environment =
        "export HOME=$PWD/home PATH=" PACKAGE "/bin:$PATH PKG_CONFIG_PATH=" PACKAGE "/lib/pkgconfig\n"
        "export PAGES=" PROJECT_SOURCE "/test/pages UCX_MEM_EVENTS=no\n";
    if (keep && commands.starts_with("export "))
      exports_ += commands + "\n";
    scratch_.write(".commands", environment + exports_ + "set -e\n" + commands);
    return scratch_.run("bash .commands");
  }

  /// Reports a failure at a line of the page.
  struct Failure {
    const PageTest *test;
    int line;
    std::ostringstream text;
    ~Failure() { ADD_FAILURE_AT(test->page_.c_str(), line) << text.str(); }
    template <typename T> Failure &operator<<(const T &value) {
      text << value;
      return *this;
    }
  };
  Failure fail(int line) const { return {this, line, {}}; }

  std::string page_;
  std::string exports_;
  Scratch scratch_;
};

} // namespace
} // namespace automap::test

int main(int argc, char **argv) {
  testing::InitGoogleTest(&argc, argv);
  for (const std::string &page : automap::test::all_pages()) {
    std::string name = page;
    std::ranges::replace(name, '/', '.');
    std::ranges::replace(name, '-', '_'); // in a filter, what follows is left out
    testing::RegisterTest("PageBlocks", name.c_str(), nullptr, nullptr, page.c_str(), 0,
                          [page]() -> testing::Test * { return new automap::test::PageTest(page); });
  }
  const int failed = RUN_ALL_TESTS();
  return failed != 0 || testing::UnitTest::GetInstance()->test_to_run_count() == 0;
}
