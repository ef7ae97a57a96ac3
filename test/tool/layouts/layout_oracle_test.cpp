// Compares layouts of random C records with the compilers' own answers: each element's offset and type. Checks the
// other oracle, which reads debug information, by offsetof and _Generic as far as they apply.
#include "automap_run.h"
#include "layout_comparison.h"
#include "random_records.h"

namespace automap::test {
namespace {

/// Returns automap's JSON in the form that the oracle prints.
std::string in_oracle_form(const llvm::json::Array &records) {
  std::string text;
  for (const llvm::json::Value &value : records) {
    const llvm::json::Object &record = *value.getAsObject();
    if (!record.get("datatypes"))
      continue; // an unnamed record, which is checked as part of its owner
    text += record.getString("name")->str() + " " + std::to_string(*record.getInteger("size")) + " " +
            std::to_string(*record.getInteger("align")) + "\n";
    for (const Element &element : elements_of(record))
      text += std::to_string(element.offset_bytes) + " " + element.type + "\n";
  }
  return text;
}

using LayoutOracle = AskingCompilers<::testing::TestWithParam<unsigned>>;

TEST_P(LayoutOracle, AgreesOnEveryElement) {
  const unsigned seed = GetParam();
  SCOPED_TRACE("seed " + std::to_string(seed));
  RandomRecords records(seed);
  records.make(100);
  const Scratch scratch;
  scratch.write("r.h", records.header());
  std::string pointers; // makes clang describe all records
  for (unsigned i = 0; i < 100; ++i)
    pointers += "struct r" + std::to_string(i) + " *pointer" + std::to_string(i) + ";\n";
  scratch.write("oracle.c", records.oracle() + pointers);
  const Finished run = run_automap(scratch, "--format=json r.h");
  ASSERT_EQ(run.exit_code, 0) << run.err;
  const auto listed = records_of(run.out);
  const std::string ours = in_oracle_form(listed);
  for (const std::string compiler : {"gcc -fno-eliminate-unused-debug-types", "clang-19 -fstandalone-debug"}) {
    const Finished oracle =
        scratch.run(compiler + " -w -std=gnu11 -g -c oracle.c && gcc oracle.o -o oracle && ./oracle");
    ASSERT_EQ(oracle.exit_code, 0) << oracle.err;
    EXPECT_EQ(ours, oracle.out) << compiler;
    const DwarfLayouts layouts(scratch / "oracle.o");
    for (const llvm::json::Value &value : listed) {
      const llvm::json::Object &record = *value.getAsObject();
      const std::string name = record.getString("name")->str();
      if (name.empty())
        continue;
      const DwarfLayouts::Record *known = layouts.find(name);
      ASSERT_NE(known, nullptr) << name;
      const Flattened flattened = layouts.flatten(*known);
      EXPECT_EQ(difference(elements_of(record), flattened.elements), "") << name;
      // Padding and elements together must cover the whole record, each byte once.
      EXPECT_EQ(misplaced_hole(record, flattened), "") << name;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Seeds, LayoutOracle, ::testing::Range(1u, 4u));

TEST_F(LayoutOracle, AgreesOnTypesThatOnlyClangHas) {
  const Scratch scratch;
  scratch.write("c.h", region("typedef float float3 __attribute__((ext_vector_type(3)));\n"
                              "struct s { char c; float3 v[2]; _BitInt(70) b; unsigned _BitInt(7) u; __bf16 h;\n"
                              "  _Complex _Float16 q; _Complex int i; _BitInt(20) f : 13; } "
                              "/*~ AutoMap_TpUsed */;"));
  scratch.write("use.c", "#include \"c.h\"\nstruct s *pointer;\n");
  const Finished run = run_automap(scratch, "--format=json c.h --extra-arg=-std=c23");
  ASSERT_EQ(run.exit_code, 0) << run.err;
  ASSERT_EQ(scratch.run("clang-19 -std=c23 -g -fstandalone-debug -c use.c -o use.o").exit_code, 0);
  const DwarfLayouts layouts(scratch / "use.o");
  const auto listed = records_of(run.out);
  const llvm::json::Object *record = find_record(listed, "s");
  ASSERT_TRUE(record && layouts.find("s"));
  const Flattened flattened = layouts.flatten(*layouts.find("s"));
  EXPECT_EQ(difference(elements_of(*record), flattened.elements), "");
  EXPECT_EQ(misplaced_hole(*record, flattened), "");
}

TEST_F(LayoutOracle, GeneratedChecksAgreeToo) {
  RandomRecords records(42);
  records.make(100);
  const Scratch scratch;
  scratch.write("r.h", records.header());
  ASSERT_EQ(run_automap(scratch, "r.h -o m.c").exit_code, 0);
  for (const std::string &compiler : tried<std::string>({"gcc", "clang-19"})) {
    const Finished run = scratch.run(compiler + " " MPI_INCLUDE_FLAGS " -fsyntax-only -w m.c");
    EXPECT_EQ(run.exit_code, 0) << run.err.substr(0, 2000);
  }
}

} // namespace
} // namespace automap::test
