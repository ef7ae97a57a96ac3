#include "frontend/other_compilers.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace automap {
namespace {

TEST(MpiWrapper, CommandLinesOfWrappers) {
  using Dirs = std::vector<std::string>;
  const auto expect = [](std::string_view output, const std::string &compiler, const Dirs &include_dirs) {
    const MpiWrapper wrapper = parse_wrapper_output(output);
    EXPECT_EQ(wrapper.compiler, compiler) << output;
    EXPECT_EQ(wrapper.include_dirs, include_dirs) << output;
  };
  expect("gcc -Wl,-z,relro -I/usr/include/x86_64-linux-gnu/mpich -L/usr/lib -lmpich\n", "gcc",
         {"/usr/include/x86_64-linux-gnu/mpich"});
  expect("gcc-12 -I/a/openmpi/include -I /b -isystem /c -lmpi", "gcc-12", {"/a/openmpi/include", "/b", "/c"});
  expect("cc \"-I/opt/my mpi/include\"", "cc", {"/opt/my mpi/include"});
  expect("", "", {});
  expect("gcc -I", "gcc", {});
}

TEST(GccVersion, OfProgramsThatAreGccAndThatAreNot) {
  EXPECT_EQ(std::ranges::count(gcc_version("gcc").value(), '.'), 2);
  EXPECT_EQ(gcc_version("clang-19"), "");
  EXPECT_EQ(gcc_version("false"), "");
  EXPECT_EQ(gcc_version("no-such-compiler"), std::nullopt);
}

} // namespace
} // namespace automap
