// Tests what automap prints to a terminal: colours, and progress. `script` of util-linux gives a terminal to a command.
#include "runs.h"

namespace automap::test {
namespace {

/// Runs automap with a terminal as standard output and standard error; returns what it has shown there.
std::string shown_on_terminal(const Scratch &scratch, const std::string &before, const std::string &arguments) {
  scratch.write("run.sh", before + " MPICC='" MPICC "' TERM=xterm " AUTOMAP_COMMAND " " + arguments);
  return scratch.run("script -qec 'sh run.sh' /dev/null </dev/null").out;
}

constexpr char escape = '\x1b';

TEST(Terminal, TextIsColouredUnlessNoColorIsSet) {
  const Scratch scratch;
  scratch.write(
      "s.h",
      region(
          "struct s { char c; double d; int i /*~ AutoMap_Ignore */; } /*~ AutoMap_TpUsed */;\nstruct p { int *p; };"));
  const std::string coloured = shown_on_terminal(scratch, "NO_COLOR=", "--format=text s.h"),
                    plain = shown_on_terminal(scratch, "NO_COLOR=1", "--format=text s.h");
  EXPECT_TRUE(contains(coloured, "\x1b[1mstruct s\x1b[0m")) << coloured;
  EXPECT_TRUE(contains(coloured, "\x1b[0;36m1 MPI_DOUBLE\x1b[0m")) << coloured;
  EXPECT_FALSE(contains(plain, std::string(1, escape))) << plain;
  // Without the colours, it is the same text.
  std::string bare = std::regex_replace(coloured, std::regex("\x1b\\[[0-9;]*m"), "");
  EXPECT_EQ(bare, plain);
  std::erase(bare, '\r');
  EXPECT_EQ(bare, run_automap(scratch, "--format=text s.h").out);
  // Files have no colours, nor has another format.
  shown_on_terminal(scratch, "", "--format=text s.h -o s.txt");
  EXPECT_FALSE(contains(scratch.read("s.txt"), std::string(1, escape)));
  EXPECT_FALSE(contains(shown_on_terminal(scratch, "", "--format=json s.h"), std::string(1, escape)));
}

TEST(Terminal, DiagnosticsAreColouredUnlessNoColorIsSet) {
  const Scratch scratch;
  scratch.write("p.h", region("struct p { int *p; } /*~ AutoMap_TpUsed */;"));
  for (const char *arguments : {"--format=text p.h", "no.h"}) {
    EXPECT_TRUE(contains(shown_on_terminal(scratch, "NO_COLOR=", arguments), std::string(1, escape)));
    EXPECT_FALSE(contains(shown_on_terminal(scratch, "NO_COLOR=1", arguments), std::string(1, escape)));
  }
}

TEST(Terminal, LongWorkIsShownAndErased) {
  const Scratch scratch;
  scratch.write("slow.h", "#pragma once\n#include \"pipe\"\n" + region("struct s { int i; } /*~ AutoMap_TpUsed */;"));
  scratch.write("quick.h", "#pragma once\n" + region("struct q { int i; } /*~ AutoMap_TpUsed */;"));
  // Whoever opens the pipe waits for its writer.
  const std::string wait = "rm -f pipe; mkfifo pipe; (sleep 2.5; echo '#warning late' >pipe) & ";
  const std::string shown = shown_on_terminal(scratch, wait, "quick.h slow.h -o m.c");
  EXPECT_TRUE(contains(shown, "\r\x1b[Kautomap: reading slow.h (2 of 2), 1 s")) << shown;
  EXPECT_FALSE(contains(shown, "reading quick.h")) << shown;
  // It is gone before something else is printed, and at the end.
  const std::size_t warning = shown.find("warning: "), last = shown.rfind(" s\r\x1b[K", warning);
  ASSERT_NE(warning, shown.npos) << shown;
  ASSERT_NE(last, shown.npos) << shown;
  EXPECT_FALSE(contains(shown.substr(last + 6, warning - last - 6), "reading")) << shown;
  EXPECT_FALSE(contains(shown.substr(warning), "automap: reading")) << shown;
  // Nothing is shown without a terminal.
  const Finished run = scratch.run(wait + "MPICC='" MPICC "' " AUTOMAP_COMMAND " slow.h -o n.c");
  EXPECT_EQ(run.exit_code, 0);
  EXPECT_FALSE(contains(run.err, "reading")) << run.err;
}

} // namespace
} // namespace automap::test
