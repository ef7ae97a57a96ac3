// Tests the logbook of --autolink and its warnings.
#include "runs.h"
#include "linked.h"

namespace automap::test {
namespace {

const RunCase autolink_runs[] = {
    {"LogbookSaysWhatWasFoundAndDecided",
     {{"s.h", graph}},
     "s.h --autolink",
     0,
     {{"logbook.txt", "struct node, s.h:3\n  node type AutoLink_node, datatype AutoMap_node\n  because it is marked\n"},
      {"logbook.txt", "  a tree: no two pointers lead to the same object\n"},
      {"logbook.txt", "  'next' (line 5) points to one struct node\n"},
      {"logbook.txt", "  'values' (line 6) points to an array of 'n' double\n"},
      {"logbook.txt", "  'name' (line 7) points to a string\n"},
      {"logbook.txt", "  'at' (line 8) points to a place inside of what other pointers lead to\n"},
      {"logbook.txt", "  'value' (line 9) points to the field 'v' of one struct leaf\n"},
      {"logbook.txt", "  'any' (line 10) depends on 'kind': 1 = one struct leaf, 2 = one struct node\n"},
      {"logbook.txt", "  'scratch' (void *) is left out: it arrives as NULL\n"},
      {"logbook.txt", "  because 'value' of node points to it\n"}}},
    {"LogbookSaysHowManyThereAre",
     {{"s.h", BEGIN "struct s { struct s *two[2]; int kind; void *any[3] /*~ AutoMap_Any(kind: 1 = s) */; }" USED}},
     "s.h --autolink",
     0,
     {{"logbook.txt", "'two' (line 2) holds 2 pointers, each to one struct s\n"},
      {"logbook.txt", "'any' (line 2) has 3 elements, each of which depends on 'kind': 1 = one struct s\n"}}},
    {"LogbookSaysWhatIsFoundInStructsWithoutAName",
     {{"s.h", BEGIN "struct s {\n  struct { struct s *next; };\n"
                    "  struct { int n; struct { double *a /*~ AutoMap_Len(n) */; int n; } in[2]; "
                    "void *p /*~ AutoMap_Ignore */; } out; }" USED}},
     "s.h --autolink",
     0,
     {{"logbook.txt", "  'next' (line 3) points to one struct s\n"},
      {"logbook.txt", "  'out.in' is an array of 2 struct (unnamed), whose pointers are followed\n"},
      {"logbook.txt", "  'out.in.a' (line 4) points to an array of 'n' double\n"},
      {"logbook.txt", "  'out.p' (void *) is left out: it arrives as NULL\n"}}},
    {"LogbookSaysWhyARecordIsNoNode",
     {{"s.hpp", BEGIN "struct part { int i; };\n"
                      "struct whole { part p; whole *next; } /*~ AutoMap_TpUsed */;\n"
                      "struct base { int i; virtual ~base() {} }" USED}},
     "s.hpp --autolink -o m.cpp",
     0,
     {{"logbook.txt", "struct part, s.hpp:2\n  no node type: it lies inside of others\n"},
      {"logbook.txt", "struct base, s.hpp:4\n  no node type: it has virtual functions, and a received object "
                      "would have none\n"}}},
    {"LogbookQuotesLengthsThatAreNoNumbers",
     {{"s.h", BEGIN "struct s { int n; double *a /*~ AutoMap_Len(8) */, *b /*~ AutoMap_Len(n) */; }" USED}},
     "s.h --autolink",
     0,
     {{"logbook.txt", "points to an array of 8 double\n"}, {"logbook.txt", "points to an array of 'n' double\n"}}},
    {"PointersToWhatOthersBeginWith",
     {{"s.h",
       "#pragma once\n" BEGIN "enum type { NUM = 1, BIN };\nstruct ast { enum type type; int line; };\n"
       "struct num { struct ast base; double v; };\n"
       "struct bin { struct ast base; struct ast *l, *r /*~ AutoMap_Any(->type: NUM = num, BIN = bin) */, *m /*~ "
       "AutoMap_Any(ast) */; }" USED}},
     "s.h --autolink -o m.c",
     0,
     {{"err", "s.h:6:43: warning: field 'l' is taken to lead to a 'ast' alone, not to what begins with it, such as "
              "'num'; if 'type' tells what it leads to, write '/*~ AutoMap_Any(->type: value = type, value = type) */' "
              "after the field, otherwise '/*~ AutoMap_Any(ast) */'"},
      {"err", "1 warning generated"}}},
    {"LengthsBehindPointersThatAreLeftOut",
     {{"s.h",
       "#pragma once\n" BEGIN "struct m { int n; };\nstruct s { struct m *m; int *p /*~ AutoMap_Len(m->n) */; }" USED}},
     "s.h --autolink --ignore-pointers -o m.c",
     1,
     {{"err", "s.h:4:51: error: a length cannot use what field 'm' leads to, which '--ignore-pointers' leaves out"}}},
    {"LengthsBehindPointersOfDatatypesAlone",
     {{"s.h", "#pragma once\n" BEGIN
              "struct m { int n; };\nstruct s { int i; struct m *m; int *p /*~ AutoMap_Len(m->n) */; }" USED}},
     "s.h --ignore-pointers -o m.c",
     0,
     {{"!err", "error"}}},
    {"PointersToBases",
     {{"s.hpp", "#pragma once\n" BEGIN "struct shape { int kind; };\nstruct disc : shape { double r; };\n"
                "struct s { shape *one; }" USED}},
     "s.hpp --autolink -o m.cpp",
     0,
     {{"err", "field 'one' is taken to lead to a 'shape' alone, not to what begins with it, such as 'disc'"}}},
    {"PointersToWhatTellsNoKind", // a field does not tell what follows
     {{"s.h",
       "#pragma once\n" BEGIN "struct vec { double x, y; int n; };\nstruct body { struct vec at; double mass; };\n"
       "struct spring { struct vec *from, *to; }" USED}},
     "s.h --autolink -o m.c",
     0,
     {{"!err", "warning"}}},
    {"IntrusiveListsWithHeadsElsewhereCannotBeFollowed", // a pointer to the head leads to nothing inside an element
     {{"s.h", "#pragma once\n" BEGIN "struct list_head { struct list_head *next, *prev; };\n"
              "struct queue { int n; struct list_head tasks; } /*~ AutoMap_TpUsed */;\n"
              "struct task { int id; struct list_head links; }" USED}},
     "s.h --autolink -o m.c",
     0,
     {{"err", "field 'tasks' has pointers that each lead to a single 'struct list_head', not to the struct that "
              "contains it; for a list that several members belong to, such as a head and its elements, write "
              "'/*~ AutoMap_Inside(element.member, owner.head) */' after the pointers in 'struct list_head'"}}},
    {"IntrusiveListsThatLeadToBasesAreWarnedOf",
     {{"s.hpp", "#pragma once\n" BEGIN "struct hook { hook *next, *prev; };\nstruct task : hook { int id; }" USED}},
     "s.hpp --autolink -o m.cpp",
     0,
     {{"err", "s.hpp:4:15: warning: its base 'hook' has pointers that each lead to a single 'hook', not "
              "to the struct that contains it; for a list, make it a member, and name that with "
              "'/*~ AutoMap_Inside(record.member) */' after the pointers in 'hook'"}}},
    {"LeftOutObjectsThatHaveConstructorsAreWarnedOf",
     {{"s.hpp", "#pragma once\n#include <string>\n" BEGIN
                "struct s {\n  std::string name; /*~ AutoMap_Ignore */ int n;\n  int *p; /*~ "
                "AutoMap_Ignore */\n}" USED}},
     "s.hpp --autolink -o m.cpp",
     0,
     {{"err", "s.hpp:5:15: warning: field 'name' is left out, and no 'std::string' arrives in its place"},
      {"!err", "field 'p'"}}},
    {"CommentsOfTheCodeHoldNoComments",
     {{"s.h", BEGIN "struct point { int id; };\nstruct s { int n_points; struct point *points; }" USED}},
     "s.h --autolink -o m.c",
     0,
     {{"m.c", "write 'AutoMap_Len(n_points)', otherwise 'AutoMap_Any(point)'\n */"},
      {"al_routines.c", "write 'AutoMap_Len(n_points)', otherwise 'AutoMap_Any(point)'\n */"}}},
};

AUTOMAP_TEST_RUNS(AutoLink, autolink_runs);

TEST(IntrusiveLists, OfWhichNothingIsSaidAreWarnedOf) {
  const Scratch scratch;
  const auto warnings = [&](const std::string &inside) {
    scratch.write("s.h", "#pragma once\n" BEGIN "struct list_head { struct list_head *next, *prev; " + inside +
                             " };\nstruct pair { struct pair *a, *b; };\n"
                             "struct task {\n  int id;\n  struct list_head links;\n  struct pair *pair; }" USED);
    expect_key_hints_help(scratch, "s.h --autolink -o m.c", "task");
    const Finished run = run_automap(scratch, "s.h --autolink -o m.c");
    EXPECT_EQ(run.exit_code, 0);
    expect_hints_help(scratch, "s.h --autolink -o m.c", run.err);
    return run.err;
  };
  EXPECT_NE(warnings("").find("s.h:7:20: warning: field 'links' has pointers that each lead to a single "
                              "'struct list_head', not to the struct that contains it; for a list, write "
                              "'/*~ AutoMap_Inside(task.links) */' after the pointers in 'struct list_head'"),
            std::string::npos)
      << warnings("");
  EXPECT_EQ(warnings("/*~ AutoMap_Inside(task.links) */"), "");
  EXPECT_EQ(warnings("int n;"), ""); // such nodes may be single
}

TEST(Hooks, ThatPointersCannotLeadBackToAreWarnedOf) {
  const Scratch scratch;
  const auto warnings = [&](const std::string &queue) {
    scratch.write("s.h", "#pragma once\n" BEGIN "struct hook { struct hook *next /*~ AutoMap_Inside(task.links) */, "
                         "*prev /*~ AutoMap_Inside(task.links) */; };\n"
                         "struct task { int id; struct hook links; };\nstruct queue {\n  int n; " +
                             queue + "; }" USED);
    expect_key_hints_help(scratch, "s.h --autolink -o m.c", "queue");
    const Finished run = run_automap(scratch, "s.h --autolink -o m.c");
    EXPECT_EQ(run.exit_code, 0);
    expect_hints_help(scratch, "s.h --autolink -o m.c", run.err);
    return run.err;
  };
  EXPECT_NE(warnings("struct hook head")
                .find("s.h:6:22: warning: field 'head' is a 'struct hook' whose pointers lead to "
                      "'task.links': a pointer that leads back to this field would be read as one to 'task.links'; "
                      "if the list leads back to it, add it after that one, with a comma, otherwise let the list end "
                      "with NULL"),
            std::string::npos)
      << warnings("struct hook head");
  EXPECT_EQ(warnings("struct hook *head /*~ AutoMap_Inside(task.links) */"), "");
  scratch.write("s.h",
                "#pragma once\n" BEGIN "struct hook { struct hook *next /*~ AutoMap_Inside(task.links, queue.head) "
                "*/, *prev /*~ AutoMap_Inside */; };\nstruct task { int id; struct hook links; };\n"
                "struct queue { int n; struct hook head; }" USED);
  EXPECT_EQ(run_automap(scratch, "s.h --autolink -o m.c").err, "");
  EXPECT_NE(scratch.read("logbook.txt")
                .find("'next' (line 3) points to the field 'links' of one struct task, or back to the field 'head' of "
                      "one struct queue\n"),
            std::string::npos)
      << scratch.read("logbook.txt");
}

TEST(Links, BesideACountAreWarnedOf) {
  const Scratch scratch;
  const auto warnings = [&](const std::string &fields) {
    scratch.write("s.h", "#pragma once\n" BEGIN "struct point { int id; };\nstruct node { struct node *next; };\n"
                         "struct s { " +
                             fields + " }" USED);
    expect_key_hints_help(scratch, "s.h --autolink -o m.c");
    const Finished run = run_automap(scratch, "s.h --autolink -o m.c");
    EXPECT_EQ(run.exit_code, 0);
    expect_hints_help(scratch, "s.h --autolink -o m.c", run.err);
    return run.err;
  };
  EXPECT_NE(warnings("int id, n_points; struct point *points;")
                .find("warning: field 'points' is taken to lead to one 'point'; if it leads to 'n_points' of them, "
                      "write '/*~ AutoMap_Len(n_points) */', otherwise '/*~ AutoMap_Any(point) */'"),
            std::string::npos);
  for (const char *counted : {"int n; struct point *points;", "long numPoints; struct point *point;",
                              "int point_count, id; struct point *point;", "int size; struct point *vertices;"})
    EXPECT_NE(warnings(counted).find("is taken to lead to one 'point'"), std::string::npos) << counted;
  for (const char *other :
       {"int n; struct point *origin;", "int n; struct node *nodes;", "int id; struct point *points;",
        "int n, count; struct point *points;", "int n; struct point *points /*~ AutoMap_Len(1) */;",
        "int n; struct point *points /*~ AutoMap_Any(point) */;"})
    EXPECT_EQ(warnings(other), "") << other;
}

TEST(PointersIntoArrays, OfWhichNothingIsSaidAreWarnedOf) {
  const Scratch scratch;
  const auto warnings = [&](const std::string &corner, const std::string &more, const std::string &tree) {
    scratch.write("s.h", "#pragma once\n" BEGIN "struct vertex { double at[3]; }" + tree +
                             ";\n"
                             "struct face {\n  struct vertex *corner[3]" +
                             corner + ";\n  int n; struct vertex **more /*~ AutoMap_Len(n) */" + more +
                             "; };\n"
                             "struct branch { int n; struct branch *below /*~ AutoMap_Len(n) */; };\n"
                             "struct mesh {\n  int n, m; struct vertex *verts /*~ AutoMap_Len(n) */;\n"
                             "  struct face *faces /*~ AutoMap_Len(m) */;\n"
                             "  struct branch *root; }" USED);
    expect_key_hints_help(scratch, "s.h --autolink -o m.c", "mesh");
    const Finished run = run_automap(scratch, "s.h --autolink -o m.c");
    EXPECT_EQ(run.exit_code, 0);
    expect_hints_help(scratch, "s.h --autolink -o m.c", run.err);
    return run.err;
  };
  const std::string text =
      "field 'corner' is taken to lead to a single 'struct vertex', not into the array that 'verts' of "
      "'struct mesh' leads to; if it leads to an element of it, write '/*~ AutoMap_Inside */' after the field, "
      "otherwise '/*~ AutoMap_Any(vertex) */'";
  const std::string message = warnings("", "", "");
  EXPECT_NE(message.find("s.h:5:18: warning: " + text), std::string::npos) << message;
  EXPECT_EQ(message.find("field 'root'"), std::string::npos) << message; // branches are in arrays below it
  EXPECT_NE(message.find("remark: field 'more' is taken to lead to a single 'struct vertex'"), std::string::npos)
      << message;
  EXPECT_NE(message.find("add '/*~ AutoMap_Inside */' after the field, too"), std::string::npos) << message;
  EXPECT_NE(scratch.read("logbook.txt").find("remark, line 5: " + text), std::string::npos);
  EXPECT_EQ(warnings(" /*~ AutoMap_Inside */", " /*~ AutoMap_Inside */", ""), "");
  for (const char *single : {" /*~ AutoMap_Len(1) */", " /*~ AutoMap_Any(vertex) */", " /*~ AutoMap_Weak */"})
    EXPECT_EQ(warnings(single, " /*~ AutoMap_Inside */", ""), "");
  EXPECT_EQ(warnings("", "", " /*~ AutoMap_Tree */"), "");
}

TEST(PointersIntoArrays, AreWarnedOfBesideTheArray) {
  const auto warnings = [](const std::string &array, const std::string &current) {
    const Scratch scratch;
    scratch.write("s.h", "#pragma once\n" BEGIN "struct part { int i; };\n"
                         "struct pool { int n; struct part " +
                             array + ";\n  struct part *current" + current + "; }" USED);
    expect_key_hints_help(scratch, "s.h --autolink -o m.c", "pool");
    const Finished run = run_automap(scratch, "s.h --autolink -o m.c");
    EXPECT_EQ(run.exit_code, 0);
    expect_hints_help(scratch, "s.h --autolink -o m.c", run.err);
    return run.err;
  };
  const std::string text =
      "s.h:5:16: warning: field 'current' is taken to lead to a single 'struct part', not into the array ";
  const std::pair<const char *, const char *> arrays[] = {
      {"*parts /*~ AutoMap_Len(n) */",
       "that 'parts' of 'struct pool' leads to; if it leads to an element of it, write"},
      {"parts[8]", "'parts'; if it leads to an element of it, write '/*~ AutoMap_Inside */' after the field"}};
  for (const auto &[array, expected] : arrays) {
    const std::string message = warnings(array, "");
    EXPECT_NE(message.find(text + expected), std::string::npos) << message;
    for (const char *comment : {" /*~ AutoMap_Inside */", " /*~ AutoMap_Len(1) */", " /*~ AutoMap_Any(part) */"})
      EXPECT_EQ(warnings(array, comment), "");
  }
  EXPECT_EQ(warnings("part", ""), ""); // not an array
}

TEST(AutoMapAny, OnAUnionIsToBeReplacedByIgnore) {
  const std::pair<const char *, const char *> unions[] = {{"union { struct s *a[3]; int i; }", "s.h:4:35"},
                                                          {"union { struct s *a[3]; int i; } u", "s.h:4:37"}};
  for (const auto &[declaration, place] : unions) {
    const auto run = [&](const std::string &comment) {
      const Scratch scratch;
      scratch.write("s.h",
                    std::string(BEGIN "struct s {\n  int k;\n  ") + declaration + " /*~ " + comment + " */;\n}" USED);
      return run_automap(scratch, "s.h --autolink -o m.c");
    };
    const std::string message = run("AutoMap_Any(k: 1 = a, 2 = i)").err;
    EXPECT_NE(message.find(std::string(place) + ": note: leave it out with '/*~ AutoMap_Ignore */' in place of "
                                                "its other directive, or make the member"),
              std::string::npos)
        << message;
    EXPECT_NE(message.find(" ^\n1 error"), std::string::npos) << "a fix-it: " << message;
    EXPECT_EQ(run("AutoMap_Ignore").exit_code, 0);
  }
}

} // namespace
} // namespace automap::test
