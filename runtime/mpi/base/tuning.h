// What an MPI library takes to send and to pack data with holes, against what this library takes: a table of measured
// times, from which the faster way is chosen.
//
// A table is a text of lines, with # before comments:
//
//   automap-tuning 1                     the format
//   mpi MPICH Version: 4.0.2             the MPI library: the beginning of its MPI_Get_library_version
//   cpu AMD EPYC                         the processor, for readers
//   equal 16 4096 2200 1700 900 300      spacing; bytes in a block; bytes in all; nanoseconds to send by MPI's
//                                        datatype, to send packed, to pack by MPI and to pack here. The last two
//                                        include unpacking
//   blocks 3 4 68000 19000               elements in a block of a vector; bytes in an element; nanoseconds to pack such
//                                        blocks by MPI if the vector has this block length, and if it has a length of 1
//                                        and the blocks are a datatype. May be missing
//
// automap-tune measures one. Without one, or if it is damaged or of another MPI library, a table of this library's own
// stands for what was measured on one machine.
#pragma once

#include <array>
#include <cstdint>
#include <iosfwd>
#include <optional>
#include <string>
#include <string_view>

namespace automap::mpi {

/// How the blocks of data lie in memory. MPI libraries take different times for these.
enum class Spacing : std::uint8_t {
  equal,     // equal blocks at equal distances
  nested,    // the same in several dimensions
  irregular, // blocks anywhere
  sparse,    // blocks far apart, at any distances: memory takes longer than the copies
  mixed      // blocks of different basic types, as in structs
};

/// The nanoseconds that one message takes from one buffer to the other, and that packing and unpacking take.
struct Times {
  double send_by_mpi = 0, send_packed = 0, pack_by_mpi = 0, pack_here = 0;
};

/// The measured times, by spacing, bytes in a block and bytes in all.
class Tuning {
public:
  static constexpr std::array<std::string_view, 5> spacings = {"equal", "nested", "irregular", "sparse", "mixed"};
  static constexpr std::array<std::int64_t, 5> block_sizes = {4, 16, 64, 512, 4096};
  static constexpr std::array<std::int64_t, 6> sizes = {64, 512, 4096, 32768, 262144, 2097152};

  /// Returns a time between the measured ones: linear in the logarithms of all numbers. Beyond the largest size, times
  /// grow with it; otherwise, the nearest number is taken.
  Times at(Spacing spacing, double block_bytes, double bytes) const;

  /// Returns the binary logarithm of how many times as long MPI's send takes as a packed one. Cheaper than at().
  double gain_by_packing(Spacing spacing, double block_bytes, double bytes) const;

  /// Stores the times of one cell of the table.
  void set(Spacing spacing, std::size_t block, std::size_t size, const Times &times);

  /// The blocks whose packing is measured: up to so many elements, of these sizes.
  static constexpr std::int64_t longest_block = 16;
  static constexpr std::array<std::int64_t, 3> element_sizes = {2, 4, 8};

  /// Stores how long MPI packs blocks of a vector by their length and by a datatype of their own.
  void set_blocks(std::int64_t elements, std::size_t element_size, double by_length, double by_type);

  /// Whether MPI packs blocks of so many elements much faster if they have a datatype of their own.
  bool prefers_own_type(std::int64_t elements, std::int64_t element_bytes) const;

  std::string mpi, cpu;

private:
  struct Logarithms {
    std::array<double, 4> of;
  };
  double logarithm_at(Spacing spacing, double block_bytes, double bytes, auto of_cell) const;

  std::array<std::array<std::array<Logarithms, sizes.size()>, block_sizes.size()>, spacings.size()> cells_{};

  struct BlockTimes {
    double by_length = 0, by_type = 0; // 0: not measured
  };
  std::array<std::array<BlockTimes, element_sizes.size()>, longest_block + 1> blocks_{};
  friend void write_tuning(const Tuning &tuning, std::ostream &out);
};

/// Returns the table in a text. If it is none, returns nothing and tells in `problem` what is wrong, with the line.
std::optional<Tuning> read_tuning(std::string_view text, std::string &problem);

/// Writes a table as text.
void write_tuning(const Tuning &tuning, std::ostream &out);

/// Returns the beginning of a library version by which tables are known: up to the first comma or end of line.
std::string short_library_version(std::string_view library_version);

/// Returns the name of this process's MPI library in tables.
std::string library_version();

/// Returns the table of this library's own for an MPI library.
const Tuning &default_tuning(std::string_view mpi);

/// Returns the file in which the table for an MPI library is kept: AUTOMAP_TUNING in the environment, else
/// automap/tuning-<library>.txt in XDG_CACHE_HOME or ~/.cache. Empty if none of these is set.
std::string tuning_file(std::string_view mpi);

/// Returns the table in the file, or the library's own if the file cannot be used, which is then told in `problem`. A
/// file that AUTOMAP_TUNING does not name may be missing.
Tuning load_tuning(std::string_view mpi, std::string &problem);

/// Returns the table of this process, which is loaded at the first call. Says on stderr, once on the first rank, if the
/// file cannot be used. Several threads may call this.
const Tuning &tuning();

} // namespace automap::mpi
