// Tests the files that --autolink writes, and the signature hashes in them.
#include "linked.h"

#include <filesystem>
#include <set>

namespace automap::test {
namespace {

TEST(AutoLinkFiles, AreWrittenBesideTheOthersAndNamedInTheDepfile) {
  const Scratch scratch;
  scratch.write("s.h", graph);
  std::filesystem::create_directory(scratch / "gen");
  const Finished run = run_automap(scratch, "s.h --autolink -o gen/mpitypes.c --depfile gen/d");
  ASSERT_EQ(run.exit_code, 0) << run.err;
  std::set<std::string> files;
  for (const auto &file : std::filesystem::directory_iterator(scratch / "gen"))
    files.insert(file.path().filename());
  EXPECT_EQ(files,
            (std::set<std::string>{"al_routines.c", "al_routines.h", "d", "logbook.txt", "mpitypes.c", "mpitypes.h"}));
  EXPECT_EQ(scratch.read("gen/d").substr(0, scratch.read("gen/d").find(':')),
            "gen/mpitypes.c gen/mpitypes.h gen/al_routines.c gen/al_routines.h gen/logbook.txt");
  EXPECT_NE(scratch.read("gen/d").find("\ns.h:\n"), std::string::npos); // make needs it if s.h is deleted
  EXPECT_EQ(run_automap(scratch, "s.h --autolink -o gen/mpitypes.c --suffix two").exit_code, 0);
  EXPECT_TRUE(scratch.has("gen/al_routines_two.c") && scratch.has("gen/al_routines_two.h") &&
              scratch.has("gen/logbook_two.txt"));
}

TEST(AutoLinkFiles, ReplaceNobodysFile) {
  for (const char *mine : {"al_routines.c", "al_routines.h", "logbook.txt"}) {
    const Scratch scratch;
    scratch.write("s.h", graph);
    scratch.write(mine, "mine\n");
    const Finished run = run_automap(scratch, "s.h --autolink");
    EXPECT_EQ(run.exit_code, 1);
    EXPECT_NE(run.err.find("it exists and automap did not generate it"), std::string::npos) << run.err;
    EXPECT_EQ(scratch.read(mine), "mine\n");
    EXPECT_FALSE(scratch.has("mpitypes.c"));
  }
}

TEST(AutoLinkFiles, AreTheSameEveryTimeAndEverywhere) {
  const Scratch one, two;
  for (const Scratch *scratch : {&one, &two}) {
    scratch->write("s.h", graph);
    ASSERT_EQ(run_automap(*scratch, "s.h --autolink").exit_code, 0);
    ASSERT_EQ(run_automap(*scratch, "s.h --autolink").exit_code, 0); // it replaces its own files
  }
  for (const char *file : {"al_routines.c", "al_routines.h", "logbook.txt", "mpitypes.c", "mpitypes.h"}) {
    EXPECT_EQ(one.read(file), two.read(file)) << file;
    EXPECT_EQ(one.read(file).find(one.path().string()), std::string::npos) << file;
  }
}

TEST(AutoLinkFiles, OneIncludedAfterTheOtherMakeOneProgram) {
  const Scratch scratch;
  scratch.write("s.h", "#pragma once\n" + graph);
  ASSERT_EQ(run_automap(scratch, "s.h --autolink").exit_code, 0);
  scratch.write("all.c", "#include \"mpitypes.c\"\n#include \"al_routines.c\"\n");
  for (const std::string compiler : {"gcc", "clang-19 -Wcast-align -Wcomma"}) {
    const Finished run = scratch.run(compiler + " -std=c99" + warnings + MPI_INCLUDE_FLAGS +
                                     " -I " AUTOLINK_INCLUDE " -c all.c -o all.o");
    EXPECT_EQ(run.exit_code, 0) << run.err;
  }
}

TEST(AutoLinkFiles, ArePedanticAboutTypesThatIsoCLacks) {
  const Scratch scratch;
  scratch.write("s.h", "#pragma once\n__extension__ typedef __int128 wide;\n" BEGIN
                       "struct s { int n; wide *w /*~ AutoMap_Len(n) */; wide **v /*~ AutoMap_Ignore */; }" USED);
  ASSERT_EQ(run_automap(scratch, "s.h --autolink").exit_code, 0);
  const Finished run = scratch.run("gcc -std=c99" + warnings + MPI_INCLUDE_FLAGS +
                                   " -fsyntax-only -I " AUTOLINK_INCLUDE " mpitypes.c al_routines.c");
  EXPECT_EQ(run.exit_code, 0) << run.err;
}

TEST(AutoLinkFiles, ShadowNoTypesOfTheHeader) {
  const Scratch scratch;
  scratch.write("s.h",
                "typedef int node, field, word, address, target, at, mark, known, tag, number, a, b, result;\n" BEGIN
                "struct s { int n; double *d /*~ AutoMap_Len(n * n + 1) */; struct s *next; }" USED);
  ASSERT_EQ(run_automap(scratch, "s.h --autolink").exit_code, 0);
  EXPECT_EQ(scratch.run("gcc -Wshadow -fsyntax-only -I " AUTOLINK_INCLUDE " al_routines.c").err, "");
}

TEST(AutoLinkFiles, DoNotCompileForAnotherStruct) {
  const std::pair<const char *, const char *> changes[] = {
      {"struct node *next", "leaf *next"}, {"int kind, n", "long kind, n"}, {"double *values", "float *values"}};
  for (const auto &[from, to] : changes) {
    const Scratch scratch;
    scratch.write("s.h", graph);
    ASSERT_EQ(run_automap(scratch, "s.h --autolink").exit_code, 0);
    std::string changed = graph;
    changed.replace(changed.find(from), std::string_view(from).size(), to);
    scratch.write("s.h", changed);
    const Finished run = scratch.run("gcc -std=c99 -I " AUTOLINK_INCLUDE " -c al_routines.c -o o");
    EXPECT_NE(run.exit_code, 0);
    EXPECT_NE(run.err.find("run automap again"), std::string::npos) << run.err;
  }
}

/// Returns the signature hash of the type `name`, as automap prints it.
std::string signature_hash(const std::string &records, const std::string &name) {
  const Scratch scratch;
  scratch.write("s.h", BEGIN + records + USED);
  const Finished run = run_automap(scratch, "s.h --autolink -o mpitypes.c");
  EXPECT_EQ(run.exit_code, 0) << run.err;
  const std::string code = scratch.read("al_routines.c");
  const auto at = code.find("UINT64_C(", code.find("AL_DEFINE(AutoLink_" + name + ")"));
  return code.substr(at, code.find(')', at) + 1 - at);
}

/// autolink/wire-format.md shows this hash.
TEST(SignatureHash, IsThatOfTheTextThatIsWrittenDown) { // xxh3_64 of "4:175aa5f7b00f9345 11(List)"
  EXPECT_EQ(signature_hash("typedef struct List { double data[4]; struct List *next; } List", "List"),
            "UINT64_C(0x2ebcc3dd9d1eff73)");
}

/// One record may have several fields of one type.
TEST(SignatureHash, TellsTheFieldsThatPointersLeadTo) {
  const auto of = [](const std::string &annotation) {
    return signature_hash("struct hook { struct hook *next /*~ " + annotation +
                              " */; };\nstruct item { int id; struct hook a, b; }",
                          "item");
  };
  EXPECT_NE(of("AutoMap_Inside(item.a)"), of("AutoMap_Inside(item.b)"));
  EXPECT_NE(of("AutoMap_Inside(item.a)"), of("AutoMap_Inside"));
  EXPECT_EQ(of("AutoMap_Inside(item.a)"), of("AutoMap_Inside(struct item . a)"));
  EXPECT_NE(of("AutoMap_Inside(item.a)"), of("AutoMap_Inside(item.a) */ /*~ AutoMap_Weak"));
  EXPECT_NE(of("AutoMap_Weak"), of("AutoMap_Inside */ /*~ AutoMap_Weak"));
}

TEST(AutoLinkFiles, OfSeveralHeadersShareTheirNodes) {
  const Scratch scratch;
  scratch.write("leaf.h", "#pragma once\n" BEGIN "struct leaf { int v; };" END);
  scratch.write("a.h", "#include \"leaf.h\"\n" BEGIN "struct a { struct leaf *l; }" USED);
  scratch.write("b.h", "#include \"leaf.h\"\n" BEGIN "struct b { struct leaf *l; struct b *next; }" USED);
  const Finished run = run_automap(scratch, "a.h b.h --autolink");
  ASSERT_EQ(run.exit_code, 0) << run.err;
  const std::string text = scratch.read("al_routines.c");
  const std::string definition = "AL_DEFINE(AutoLink_leaf) = ";
  ASSERT_NE(text.find(definition), std::string::npos);
  EXPECT_EQ(text.find(definition), text.rfind(definition));
  const Finished compiled = scratch.run("gcc -std=c99" + warnings + "-I " AUTOLINK_INCLUDE " -c al_routines.c -o o");
  EXPECT_EQ(compiled.exit_code, 0) << compiled.err;
}

/// One program may know a struct's pointers as strong and as weak ones.
TEST(AutoLinkFiles, WithASuffixDescribeAStructOnceMore) {
  const Scratch scratch;
  scratch.write("s.h", "#pragma once\n" BEGIN "struct s { int n; struct s *next; double *d /*~ AutoMap_Len(n) */; };\n"
                       "typedef struct s other;" END);
  scratch.write("strong.yaml", "types: [s, other]\n");
  scratch.write("weak.yaml", "types:\n  - name: s\n    weak: [next]\n");
  ASSERT_EQ(run_automap(scratch, "s.h --autolink -o m.c --select strong.yaml").exit_code, 0);
  ASSERT_EQ(run_automap(scratch, "s.h --autolink -o w.c --select weak.yaml --suffix=weak").exit_code, 0);
  EXPECT_NE(scratch.read("logbook_weak.txt").find("node type AutoLink_s_weak, datatype AutoMap_s\n"),
            std::string::npos);
  EXPECT_NE(scratch.read("logbook_weak.txt").find("'next' (line 3) points to one struct s, if that travels anyway\n"),
            std::string::npos)
      << scratch.read("logbook_weak.txt");
  scratch.write("main.c", "#include \"al_routines.h\"\n#include \"al_routines_weak.h\"\n#include <string.h>\n"
                          "int main(void) { return strcmp(AutoLink_s->name, AutoLink_s_weak->name) != 0 || "
                          "&AutoLink_other[0] != &AutoLink_s[0] || AutoLink_s->pointers[0].kind != AL_LINK || "
                          "AutoLink_s_weak->pointers[0].kind != AL_WEAK; }\n");
  const Finished run =
      scratch.run("gcc -std=c99" + warnings + "-I " AUTOLINK_INCLUDE " -c main.c al_routines.c al_routines_weak.c");
  EXPECT_EQ(run.exit_code, 0) << run.err;
}

TEST(AutoLinkFiles, RecordsWithTwoNamesHaveOneType) {
  const Scratch scratch;
  scratch.write("s.h", BEGIN "struct a { struct a *n; } /*~ AutoMap_TpUsed */;\ntypedef struct a b /*~ AutoMap_TpUsed "
                             "*/;" END);
  ASSERT_EQ(run_automap(scratch, "s.h --autolink").exit_code, 0);
  scratch.write("main.c", "#include \"al_routines.h\"\nint f(void) { return AutoLink_a == AutoLink_b; }\n");
  const Finished run =
      scratch.run("gcc -c main.c -I " AUTOLINK_INCLUDE " -o o && gcc -c al_routines.c -I " AUTOLINK_INCLUDE " -o p");
  EXPECT_EQ(run.exit_code, 0) << run.err;
}

} // namespace
} // namespace automap::test
