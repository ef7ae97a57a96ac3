// A table of times for a test program, so that its messages go the same way on every machine.
#pragma once

#include "mpi/base/tuning.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include <unistd.h>

namespace automap::test {

/// Returns a table in which is_packed(spacing, block bytes, bytes) tells what is better packed.
template <typename IsPacked> mpi::Tuning make_tuning(IsPacked is_packed) {
  mpi::Tuning out;
  out.mpi = mpi::library_version();
  for (std::size_t spacing = 0; spacing < mpi::Tuning::spacings.size(); ++spacing)
    for (std::size_t block = 0; block < mpi::Tuning::block_sizes.size(); ++block)
      for (std::size_t size = 0; size < mpi::Tuning::sizes.size(); ++size) {
        const auto of = static_cast<mpi::Spacing>(spacing);
        const bool packs = is_packed(of, mpi::Tuning::block_sizes[block], mpi::Tuning::sizes[size]);
        out.set(of, block, size, {1000, packs ? 500.0 : 2000.0, 100, 100});
      }
  return out;
}

/// Makes this process use a table, unless the environment names another one. Is made before the library is used.
class OwnTuning {
public:
  explicit OwnTuning(const mpi::Tuning &tuning) : path_("tuning-" + std::to_string(getpid()) + ".txt") {
    if (std::getenv("AUTOMAP_TUNING"))
      return;
    std::ofstream file(path_);
    mpi::write_tuning(tuning, file);
    setenv("AUTOMAP_TUNING", path_.c_str(), 1);
  }
  ~OwnTuning() { std::filesystem::remove(path_); }
  OwnTuning(const OwnTuning &) = delete;
  OwnTuning &operator=(const OwnTuning &) = delete;

private:
  std::string path_;
};

} // namespace automap::test
