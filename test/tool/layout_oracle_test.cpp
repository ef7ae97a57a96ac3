// Layouts against the compilers' own answers: random records, each element's offset and type.
#include "automap_run.h"
#include "random_records.h"

#include <algorithm>

namespace automap::test {
namespace {

/// automap's JSON in the form that the oracle prints.
std::string in_oracle_form(const llvm::json::Array &records) {
  std::string text;
  for (const llvm::json::Value &value : records) {
    const llvm::json::Object &record = *value.getAsObject();
    if (!record.get("datatypes"))
      continue; // an unnamed record: its owner shows it
    text += record.getString("name")->str() + " " + std::to_string(*record.getInteger("size")) + " " +
            std::to_string(*record.getInteger("align")) + "\n";
    for (const llvm::json::Value &entry : *record.getArray("typemap")) {
      const llvm::json::Object &run = *entry.getAsObject();
      for (std::int64_t i = 0; i < *run.getInteger("count"); ++i)
        text += std::to_string(*run.getInteger("offset") + i * *run.getInteger("stride")) + " " +
                run.getString("type")->str() + "\n";
    }
  }
  return text;
}

class LayoutOracle : public ::testing::TestWithParam<unsigned> {};

TEST_P(LayoutOracle, AgreesOnEveryElement) {
  const unsigned seed = GetParam();
  SCOPED_TRACE("seed " + std::to_string(seed));
  RandomRecords records(seed);
  records.make(100);
  const Scratch scratch;
  scratch.write("r.h", records.header());
  scratch.write("oracle.c", records.oracle());
  const Finished run = run_automap(scratch, "--format=json r.h");
  ASSERT_EQ(run.exit_code, 0) << run.err;
  const auto listed = records_of(run.out);
  const std::string ours = in_oracle_form(listed);
  for (const char *compiler : {"gcc", "clang-19"}) {
    const Finished oracle =
        scratch.run(std::string(compiler) + " -w -std=gnu11 oracle.c -o oracle && ./oracle");
    ASSERT_EQ(oracle.exit_code, 0) << oracle.err;
    EXPECT_EQ(ours, oracle.out) << compiler;
  }
  // Padding and elements together are the whole record, each byte once.
  for (const llvm::json::Value &value : listed) {
    const llvm::json::Object &record = *value.getAsObject();
    std::vector<int> covered(static_cast<std::size_t>(*record.getInteger("size")));
    for (const llvm::json::Value &hole : *record.getArray("holes"))
      for (std::int64_t i = 0; i < *hole.getAsObject()->getInteger("size"); ++i)
        ++covered[static_cast<std::size_t>(*hole.getAsObject()->getInteger("offset") + i)];
    for (std::int64_t i = 0; i < *record.getInteger("tail_padding"); ++i)
      ++covered[covered.size() - 1 - static_cast<std::size_t>(i)];
    for (const llvm::json::Value &entry : *record.getArray("typemap")) {
      const llvm::json::Object &element = *entry.getAsObject();
      const llvm::StringRef type = *element.getString("type");
      const std::int64_t size =
          type.contains("LONG_DOUBLE_COMPLEX")                                             ? 32
          : type.contains("DOUBLE_COMPLEX") || type == "MPI_LONG_DOUBLE"                   ? 16
          : type.contains("LONG") || type == "MPI_DOUBLE" || type == "MPI_C_FLOAT_COMPLEX" ? 8
          : type.contains("CHAR") || type == "MPI_C_BOOL"                                  ? 1
          : type.contains("SHORT")                                                         ? 2
                                                                                           : 4;
      for (std::int64_t i = 0; i < *element.getInteger("count"); ++i)
        for (std::int64_t byte = 0; byte < size; ++byte)
          ++covered[static_cast<std::size_t>(*element.getInteger("offset") +
                                             i * *element.getInteger("stride") + byte)];
    }
    ASSERT_TRUE(std::ranges::all_of(covered, [](int times) { return times == 1; }))
        << *record.getString("name")->data();
  }
}

INSTANTIATE_TEST_SUITE_P(Seeds, LayoutOracle, ::testing::Range(1u, 6u));

TEST(LayoutOracle, GeneratedChecksAgreeToo) {
  RandomRecords records(42);
  records.make(100);
  const Scratch scratch;
  scratch.write("r.h", records.header());
  ASSERT_EQ(run_automap(scratch, "r.h -o m.c").exit_code, 0);
  for (const char *compiler : {"gcc", "clang-19"}) {
    const Finished run = scratch.run(std::string(compiler) + " " MPI_INCLUDE_FLAGS " -fsyntax-only -w m.c");
    EXPECT_EQ(run.exit_code, 0) << run.err.substr(0, 2000);
  }
}

} // namespace
} // namespace automap::test
