#include "frontend/mpi_headers.h"

#include <gtest/gtest.h>

namespace automap {
namespace {

TEST(MpiHeaders, IncludeDirectoriesOfCompilerWrappers) {
  using Dirs = std::vector<std::string>;
  EXPECT_EQ(include_dirs_of("gcc -Wl,-z,relro -I/usr/include/x86_64-linux-gnu/mpich -L/usr/lib -lmpich\n"),
            Dirs{"/usr/include/x86_64-linux-gnu/mpich"});
  EXPECT_EQ(include_dirs_of("gcc -I/a/openmpi/include -I /b -isystem /c -lmpi"),
            (Dirs{"/a/openmpi/include", "/b", "/c"}));
  EXPECT_EQ(include_dirs_of("cc \"-I/opt/my mpi/include\""), Dirs{"/opt/my mpi/include"});
  EXPECT_EQ(include_dirs_of(""), Dirs{});
  EXPECT_EQ(include_dirs_of("gcc -I"), Dirs{});
}

} // namespace
} // namespace automap
