// Tests the tables of measured times, and that messages go as a table says: the program writes one, in which only some
// layouts are better packed, before it uses the library.
#include "automap/automap.h"

#include "mpi/base/tuning.h"

#include "message_support.h"
#include "own_tuning.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <random>
#include <sstream>
#include <string>

namespace {
MPI_Datatype given_type = MPI_DATATYPE_NULL; // given to MPI's last call
}

extern "C" int MPI_Send(const void *buffer, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm) {
  given_type = type;
  return PMPI_Send(buffer, count, type, to, tag, comm);
}

namespace automap::test {
namespace {

using mpi::Spacing;
using mpi::Times;
using mpi::Tuning;

/// Returns a table with other times in each cell.
Tuning numbered() {
  Tuning out;
  out.mpi = mpi::library_version();
  out.cpu = "a processor";
  double time = 1;
  for (std::size_t spacing = 0; spacing < Tuning::spacings.size(); ++spacing)
    for (std::size_t block = 0; block < Tuning::block_sizes.size(); ++block)
      for (std::size_t size = 0; size < Tuning::sizes.size(); ++size, time += 4)
        out.set(static_cast<Spacing>(spacing), block, size, {time, time + 1, time + 2, time + 3});
  return out;
}

std::string text_of(const Tuning &tuning) {
  std::ostringstream out;
  mpi::write_tuning(tuning, out);
  return out.str();
}

TEST(Tuning, IsReadAsItWasWritten) {
  std::string problem;
  const auto read = mpi::read_tuning(text_of(numbered()), problem);
  ASSERT_TRUE(read) << problem;
  EXPECT_EQ(read->mpi, mpi::library_version());
  EXPECT_EQ(read->cpu, "a processor");
  const Times first = read->at(Spacing::equal, 4, 64), last = read->at(Spacing::mixed, 4096, 2097152);
  EXPECT_NEAR(first.send_by_mpi, 1, 1e-9);
  EXPECT_NEAR(first.pack_here, 4, 1e-9);
  EXPECT_NEAR(last.send_packed, 598, 1e-9);
}

TEST(Tuning, TellsTimesBetweenTheMeasuredOnes) {
  const Tuning tuning = numbered();
  EXPECT_NEAR(tuning.at(Spacing::equal, 1, 1).send_by_mpi, 1, 1e-9) << "less than measured";
  EXPECT_NEAR(tuning.at(Spacing::equal, 1e9, 64).send_by_mpi, tuning.at(Spacing::equal, 4096, 64).send_by_mpi, 1e-9);
  EXPECT_NEAR(tuning.at(Spacing::equal, 8, 64).send_by_mpi,
              std::sqrt(tuning.at(Spacing::equal, 4, 64).send_by_mpi * tuning.at(Spacing::equal, 16, 64).send_by_mpi),
              1e-9)
      << "half-way between the logarithms";
  EXPECT_NEAR(tuning.at(Spacing::equal, 4, 4 << 20).send_by_mpi, 2 * tuning.at(Spacing::equal, 4, 2 << 20).send_by_mpi,
              1e-9)
      << "more than measured";
  for (const double size : {1.0, 100.0, 5000.0, 3e6}) {
    const Times times = tuning.at(Spacing::irregular, 30, size);
    EXPECT_NEAR(tuning.gain_by_packing(Spacing::irregular, 30, size), std::log2(times.send_by_mpi / times.send_packed),
                1e-9);
  }
}

TEST(Tuning, TellsWhatIsWrongWithAText) {
  const std::string whole = text_of(numbered()), begin = "automap-tuning 1\nmpi x\n";
  const struct {
    std::string text, problem;
  } cases[] = {
      {"", "the text is empty"},
      {"# nothing\n", "the text is empty"},
      {"automap-tuning 2\n", "line 1: the text does not begin with \"automap-tuning 1\""},
      {begin, "a line of times is missing"},
      {whole.substr(0, whole.size() / 2), ""},
      {begin + "equal 4 64 1 2 3\n", "line 3: there are not six numbers"},
      {begin + "equal 5 64 1 2 3 4\n", "line 3: a number of bytes at which nothing is measured"},
      {begin + "equal 4 64 1 2 3 0\n", "line 3: a time is no positive number"},
      {begin + "equal 4 64 1 2 nan 4\n", "line 3: a time is no positive number"},
      {begin + "equal 4 64 1 2 inf 4\n", "line 3: a time is no positive number"},
      {begin + "equal 4 64 1 2 1e400 4\n", "line 3: a time is no positive number"},
      {begin + "equal 4 64 1 2 3 4\nequal 4 64 1 2 3 4\n", "line 4: times that were given before"},
      {begin + "strange\n", "line 3: an unknown word"},
      {begin + "blocks 3 4 5\n", "line 3: there are not four numbers"},
      {begin + "blocks 17 4 5 6\n", "line 3: a block that is not measured"},
      {begin + "blocks 3 5 5 6\n", "line 3: a block that is not measured"},
      {begin + "blocks 3 4 5 -6\n", "line 3: a time is no positive number"},
      {"automap-tuning 1\n" + whole.substr(whole.find("# spacing")), "the line \"mpi\" is missing"},
  };
  for (const auto &[text, expected] : cases) {
    std::string problem;
    EXPECT_FALSE(mpi::read_tuning(text, problem)) << text;
    if (expected.empty())
      EXPECT_NE(problem, "") << text;
    else
      EXPECT_EQ(problem, expected) << text;
  }
}

TEST(Tuning, IsReadOrRefusedHoweverDamaged) {
  const unsigned seed = from_environment("AUTOMAP_RANDOM_SEED", 1);
  std::mt19937 random(seed);
  const std::string whole = text_of(numbered());
  for (int i = 0; i < 2000; ++i) {
    std::string text = whole, problem;
    for (unsigned changes = 1 + random() % 4; changes > 0; --changes) {
      const std::size_t at = random() % text.size();
      switch (random() % 4) {
      case 0:
        text[at] = static_cast<char>(random());
        break;
      case 1:
        text.erase(at, 1 + random() % 100);
        break;
      case 2:
        text.insert(at, text.substr(random() % text.size(), random() % 50));
        break;
      default:
        text.insert(at, "999999999999999999999e99");
      }
      text += '\n';
    }
    const auto read = mpi::read_tuning(text, problem);
    EXPECT_EQ(read.has_value(), problem.empty()) << "seed " << seed << " case " << i;
    if (read) {
      EXPECT_TRUE(std::isfinite(read->gain_by_packing(Spacing::mixed, 12, 1000))) << "seed " << seed << " case " << i;
    }
  }
}

/// The environment during a test.
class Variable {
public:
  Variable(const char *name, const char *value) : name_(name), before_(std::getenv(name) ? std::getenv(name) : "") {
    if (value)
      setenv(name, value, 1);
    else
      unsetenv(name);
  }
  ~Variable() { setenv(name_, before_.c_str(), 1); }
  Variable(const Variable &) = delete;
  Variable &operator=(const Variable &) = delete;

private:
  const char *name_;
  std::string before_;
};

TEST(Tuning, IsLookedForInTheCache) {
  EXPECT_EQ(mpi::short_library_version("MPICH Version:\t4.0.2\nMPICH Release date:"), "MPICH Version: 4.0.2");
  EXPECT_EQ(mpi::short_library_version("Open MPI v4.1.4, package: Debian"), "Open MPI v4.1.4");
  const Variable named("AUTOMAP_TUNING", nullptr);
  {
    const Variable cache("XDG_CACHE_HOME", "/cache");
    EXPECT_EQ(mpi::tuning_file("Open MPI v4.1.4"), "/cache/automap/tuning-open-mpi-v4.1.4.txt");
  }
  const Variable cache("XDG_CACHE_HOME", nullptr), home("HOME", "/home/a");
  EXPECT_EQ(mpi::tuning_file("MPICH Version: 4.0.2"), "/home/a/.cache/automap/tuning-mpich-version--4.0.2.txt");
}

TEST(Tuning, OfAnotherLibraryIsIgnored) {
  std::string problem;
  mpi::load_tuning("another library", problem);
  EXPECT_NE(problem.find("is ignored: it is of " + mpi::library_version() + ", and this is another library"),
            std::string::npos)
      << problem;
  {
    const Variable missing("AUTOMAP_TUNING", "/nowhere/tuning.txt");
    mpi::load_tuning(mpi::library_version(), problem);
    EXPECT_EQ(problem, "/nowhere/tuning.txt cannot be opened");
  }
  const Variable none("AUTOMAP_TUNING", nullptr), cache("XDG_CACHE_HOME", "/nowhere");
  mpi::load_tuning(mpi::library_version(), problem);
  EXPECT_EQ(problem, "");
}

TEST(Tuning, HasDefaultsForEveryLibrary) {
  for (const char *library :
       {"MPICH Version: 4.0.2", "MPICH Version: 5.0.2", "Open MPI v4.1.4", "Open MPI v6.0.0rc2", "another library", ""})
    for (std::size_t spacing = 0; spacing < Tuning::spacings.size(); ++spacing)
      for (const std::int64_t block : Tuning::block_sizes)
        for (const std::int64_t size : Tuning::sizes) {
          const Times times = mpi::default_tuning(library).at(static_cast<Spacing>(spacing), static_cast<double>(block),
                                                              static_cast<double>(size));
          EXPECT_GT(std::min({times.send_by_mpi, times.send_packed, times.pack_by_mpi, times.pack_here}), 1);
        }
}

TEST(Tuning, IsThatOfTheNearestVersion) {
  const std::pair<const char *, const char *> nearest[] = {{"MPICH Version: 4.0.2", "MPICH Version: 4.0.2"},
                                                           {"MPICH Version: 3.4", "MPICH Version: 4.0.2"},
                                                           {"MPICH Version: 5.0.0b1", "MPICH Version: 5.0.2"},
                                                           {"MPICH Version: 10.1", "MPICH Version: 5.0.2"},
                                                           {"Open MPI v4.1.4", "Open MPI v4.1.4"},
                                                           {"Open MPI v6.0.0rc2", "Open MPI v6.0.0rc2"},
                                                           {"Intel(R) MPI Library 2021.5", "MPICH Version: 4.0.2"}};
  for (const auto &[library, of] : nearest)
    EXPECT_EQ(mpi::default_tuning(library).mpi, of) << library;
}

/// Returns the datatype that MPI gets for a message of `type`.
MPI_Datatype sent_type(MPI_Datatype type) {
  const Sizes sizes = sizes_of(type);
  Bytes data(static_cast<std::size_t>(sizes.true_extent) + 64);
  MPI_Request request;
  Bytes room(data.size());
  MPI_Irecv(room.data(), static_cast<int>(sizes.size), MPI_BYTE, 0, 0, MPI_COMM_SELF, &request);
  EXPECT_EQ(AM_Send(data.data(), 1, type, 0, 0, MPI_COMM_SELF), MPI_SUCCESS);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  return given_type;
}

/// The table of this program says that MPI packs blocks of three floats much more slowly if a vector has that length.
TEST(Tuning, DecidesHowBlocksAreNamed) {
  EXPECT_TRUE(mpi::tuning().prefers_own_type(3, 4));
  EXPECT_FALSE(mpi::tuning().prefers_own_type(4, 4));
  EXPECT_FALSE(mpi::tuning().prefers_own_type(5, 8)) << "a little slower";
  EXPECT_FALSE(mpi::tuning().prefers_own_type(17, 4));
  EXPECT_FALSE(mpi::tuning().prefers_own_type(3, 16));
  for (const int length : {3, 4}) {
    Type given, better;
    MPI_Type_vector(100, length, 2 * length, MPI_FLOAT, given.out());
    ASSERT_EQ(AM_Type_normalize(given, better.out()), MPI_SUCCESS);
    int integers[2], combiner = 0, n_integers = 0, n_addresses = 0, n_types = 0;
    MPI_Aint address = 0;
    MPI_Datatype block = MPI_DATATYPE_NULL;
    MPI_Type_get_envelope(better, &n_integers, &n_addresses, &n_types, &combiner);
    ASSERT_EQ(combiner, MPI_COMBINER_HVECTOR);
    MPI_Type_get_contents(better, n_integers, n_addresses, n_types, integers, &address, &block);
    EXPECT_EQ(integers[1], length == 3 ? 1 : 4);
    EXPECT_EQ(sizes_of(block).size, length == 3 ? 12 : 4);
    const Type owned(block);
    EXPECT_EQ(packed_displacements(better), packed_displacements(given));
  }
}

/// The table of this program says that only mixed data, and blocks of less than 64 bytes in messages of less than 32
/// KiB, are better packed.
TEST(Tuning, DecidesHowMessagesGo) {
  const Type short_blocks = blocks(16, 4096), short_blocks_of_many = blocks(16, 1 << 20),
             long_blocks = blocks(512, 4096);
  Type mixed = padded(), many_mixed;
  MPI_Type_contiguous(10, mixed, many_mixed.out());
  MPI_Type_commit(many_mixed.out());
  EXPECT_EQ(sent_type(short_blocks), MPI_PACKED);
  EXPECT_EQ(sent_type(short_blocks_of_many), MPI_Datatype(short_blocks_of_many));
  EXPECT_EQ(sent_type(long_blocks), MPI_Datatype(long_blocks));
  EXPECT_EQ(sent_type(many_mixed), MPI_PACKED);
}

bool is_packed(Spacing spacing, std::int64_t block, std::int64_t size) {
  return spacing == Spacing::mixed || (block < 64 && size < 32768);
}

} // namespace
} // namespace automap::test

int main(int argc, char **argv) {
  if (const char *measured = std::getenv("AUTOMAP_MEASURED")) { // by automap-tune
    std::ifstream file(measured);
    const std::string text(std::istreambuf_iterator<char>(file), {});
    std::string problem;
    const auto tuning = automap::mpi::read_tuning(text, problem);
    std::fprintf(stderr, "%s\n", problem.c_str());
    return !tuning || tuning->mpi != automap::mpi::library_version();
  }
  automap::mpi::Tuning tuning = automap::test::make_tuning(automap::test::is_packed);
  tuning.set_blocks(3, 1, 68, 19);
  tuning.set_blocks(4, 1, 20, 19);
  tuning.set_blocks(5, 2, 20, 19);
  const automap::test::OwnTuning own(tuning);
  return automap::test::run_tests(argc, argv);
}
