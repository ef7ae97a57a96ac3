// Tests what users of --select files read in place of comments.
#include "model/hint.h"

#include <gtest/gtest.h>

namespace automap {
namespace {

TEST(Hints, NameCommentsUnlessKeysHaveAPlace) {
  const std::string text = "write '/*~ AutoMap_Inside */' after the field, otherwise 'AutoMap_Len'";
  EXPECT_EQ(hint_for("", text, std::string("p")), text);
}

TEST(Hints, NameKeysWithTheirPlace) {
  struct {
    const char *text, *expected;
    std::vector<std::string> fields = {"p"};
  } const cases[] = {
      {"leave it out with '/*~ AutoMap_Ignore */'", "leave it out with 'ignore: [p]' in F"},
      {"write '/*~ AutoMap_Inside */' after the field, otherwise '/*~ AutoMap_Any(ns::t) */'",
       "write 'inside: [p]' in F, otherwise 'any: {p: \"ns::t\"}'"},
      {"'/*~ AutoMap_Inside(task.links) */' after the pointers in 'struct list'",
       "'inside: {next: task.links, prev: task.links}' in F",
       {"next", "prev"}},
      {"'/*~ AutoMap_Len(n, m) */'", "'length: {p: \"n, m\"}' in F"},
      {"name it with '/*~ AutoMap_Use(member) */'", "name it with 'use: member' in F", {""}},
      {"a function with '/*~ AutoMap_Make(function) */'", "a function with 'make: function' in F", {""}},
      {"'/*~ AutoMap_View(name: a, b) */' in place of 'AutoMap_TpUsed'",
       "'views: {name: [a, b]}' in F beside 'datatype: false'"},
      {"remove 'AutoMap_TpUsed'", "write 'datatype: false' there"},
      {"keep one of 'AutoMap_String' and 'AutoMap_Len'", "keep one of 'string' and 'length'"},
      {"'int' is the user's, as is 'AutoMap_particle', but '/*~ AutoMap_Bytes */' is not",
       "'int' is the user's, as is 'AutoMap_particle', but 'bytes: [p]' in F is not"},
      {"field 'x' is a pointer", "field 'x' is a pointer"},
  };
  for (const auto &one : cases)
    EXPECT_EQ(hint_for("F", one.text, one.fields), one.expected);
}

TEST(Hints, NameTheRecordOfTheKeys) {
  EXPECT_EQ(keys_place_of(keys_place("dir/types.yaml", false), "ns::s"), "'types.yaml', under 'name: ns::s'");
  EXPECT_EQ(keys_place_of(keys_place("", true), "s"), "a file for '--select', under 'name: s'");
  EXPECT_EQ(keys_place_of(keys_place("", false), "s"), "");
}

} // namespace
} // namespace automap
