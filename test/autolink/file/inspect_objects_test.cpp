// Tests `automap inspect --values` with C++ objects. What it must print is written by hand, or by walking over the
// objects in memory.
#include "memory_file.h"

#include "objects/cases.h"
#include "objects/classes.h"

#include "process.h"

#include "inspect/object_values.h"

#include <gtest/gtest.h>

#include <bitset>
#include <chrono>
#include <complex>
#include <deque>
#include <filesystem>
#include <list>
#include <random>
#include <span>
#include <sstream>

namespace objects {

/// A matrix of three dimensions.
template <bool is_row_major_> struct Cube {
  std::size_t extents[3] = {};
  std::vector<short> values;
  short *data() { return values.data(); }
  const short *data() const { return values.data(); }
};

} // namespace objects

template <bool is_row_major_> struct autolink::container<objects::Cube<is_row_major_>> : autolink::matrix_like {
  static constexpr std::size_t rank = 3;
  static constexpr bool is_row_major = is_row_major_;
  static std::size_t extent(const objects::Cube<is_row_major_> &cube, std::size_t dimension) {
    return cube.extents[dimension];
  }
  static void resize(objects::Cube<is_row_major_> &cube, const std::size_t (&extents)[3]) {
    std::copy(extents, extents + 3, cube.extents);
    cube.values.resize(extents[0] * extents[1] * extents[2]);
  }
};

namespace objects {
namespace {

using autolink::test::file_of;
using autolink::test::FileBytes;
using automap::test::Finished;
using automap::test::Scratch;

class InspectObjects : public ::testing::Test {
protected:
  void write(const FileBytes &bytes) const {
    scratch_.write("x.al", {reinterpret_cast<const char *>(bytes.data()), bytes.size()});
  }
  template <typename T> void write_object(const T &object) const {
    write(file_of(content_type_of<T>(), std::vector<Packets>{messages_of(object, {0, 1024})}));
  }

  /// Returns what is printed about the paths.
  Finished inspect(const std::vector<std::string> &paths) const {
    std::string command = "\"" AUTOMAP "\" inspect x.al";
    for (const std::string &path : paths)
      command += " --values '" + path + "'";
    return scratch_.run(command);
  }
  void expect_values(const std::string &path, const std::string &text) const {
    const Finished run = inspect({path});
    EXPECT_EQ(run.out, text) << run.err;
    EXPECT_EQ(run.exit_code, 0);
  }
  void expect_error(const std::string &path, const std::string &text) const {
    const Finished run = inspect({path});
    EXPECT_EQ(run.err, "automap: error: 'x.al': " + text + "\n");
    EXPECT_EQ(run.exit_code, 1);
  }

  Scratch scratch_;
};

TEST_F(InspectObjects, PrintsValues) {
  write_object(std::tuple(
      true, 'c', L'w', std::u16string(u"\u00e4\U0001f600"), std::u32string(), std::uint64_t(1) << 63, -5L, 2.5L, 0.1f,
      Color::green, std::complex<float>(1, -2), std::chrono::milliseconds(1500),
      std::chrono::time_point<std::chrono::system_clock, std::chrono::seconds>(std::chrono::seconds(7)),
      std::bitset<5>("01011"), std::monostate(), std::filesystem::path("/tmp/a \"b\"\n"),
      std::array<char, 3>{'a', 'b', 0}, std::array<std::array<int, 2>, 2>{{{1, 2}, {3, 4}}},
      std::vector<bool>{true, false}, std::vector<double>{0.5, -1e300}, std::deque<std::string>{"a", ""},
      std::array<std::string, 2>{"x", "y"}, Grain{2.5, 3, {Color::green, Color::red}}, 1, std::optional<int>(),
      std::optional<Padded>(Padded{'p', 4}), std::variant<int, Cell, std::string>("text"),
      std::variant<int, Cell>(Cell{{1, 2, 3}, {4}, "cell"}), std::map<std::string, int>{{"one", 1}, {"\"two\"", 2}},
      std::pair(1, std::vector<int>(3)), std::set<int>{5}));
  expect_values("0", R"(0[0] = true
0[1] = 'c'
0[2] = 'w'
0[3] = "\303\244\360\237\230\200"
0[4] = ""
0[5] = 9223372036854775808
0[6] = -5
0[7] = 2.5
0[8] = 0.1
0[9] = 1
0[10] = (1, -2)
0[11] = 1500 x 1/1000 s
0[12] = 7 x 1/1 s
0[13] = 01011
0[14] = empty
0[15] = "/tmp/a \"b\"\n"
0[16] = "ab\000"
0[17][0] = {1, 2}
0[17][1] = {3, 4}
0[18] = vector of bool, 2 elements
0[19] = vector of double, 2 elements
0[20] = sequence of string, 2 elements
0[21] = {"x", "y"}
0[22].weight = 2.5
0[22].kind = 3
0[22].colors = {1, 0}
0[23] = 1
0[24] = empty
0[25].letter = 'p'
0[25].number = 4
0[26] = "text"
0[27] = objects::Cell
0[27].place = {1, 2, 3}
0[27].values = vector of double, 1 element
0[27].name = "cell"
0[28] = map of string to int32_t, 2 elements
0[29].first = 1
0[29].second = vector of int32_t, 3 elements
0[30] = set of int32_t, 1 element
)");
  expect_values("0[3]", "0[3] = \"\\303\\244\\360\\237\\230\\200\"\n");
  expect_values("0[13][0]", "0[13][0] = true\n");
  expect_values("0[13][4]", "0[13][4] = false\n");
  expect_values("0[15][1]", "0[15][1] = 't'\n");
  expect_values("0[17]", "0[17][0] = {1, 2}\n0[17][1] = {3, 4}\n");
  expect_values("0[17][1][0]", "0[17][1][0] = 3\n");
  expect_values("0[18]", "0[18] = vector of bool, 2 elements\n0[18][0] = true\n0[18][1] = false\n");
  expect_values("0[18][1]", "0[18][1] = false\n");
  expect_values("0[19]", "0[19] = vector of double, 2 elements\n0[19][0] = 0.5\n0[19][1] = -1e+300\n");
  expect_values("0[21][1]", "0[21][1] = \"y\"\n");
  expect_values("0[22]", "0[22] = objects::Grain\n0[22].weight = 2.5\n0[22].kind = 3\n0[22].colors = {1, 0}\n");
  expect_values("0[22].colors[1]", "0[22].colors[1] = 0\n");
  expect_values("0[25].letter", "0[25].letter = 'p'\n");
  expect_values("0[26][3]", "0[26][3] = 't'\n");
  expect_values("0[27].values[0]", "0[27].values[0] = 4\n");
  // The keys are in their order.
  expect_values("0[28]", "0[28] = map of string to int32_t, 2 elements\n0[28][0] = (\"\\\"two\\\"\", 2)\n0[28][1] = "
                         "(\"one\", 1)\n");
  expect_values("0[28][1].second", "0[28][1].second = 1\n");
  expect_values("0[28][\"one\"]", "0[28][\"one\"] = 1\n");
  expect_values("0[28][\"\\\"two\\\"\"]", "0[28][\"\\\"two\\\"\"] = 2\n");
  expect_values("0[29].second[2]", "0[29].second[2] = 0\n");

  expect_error("0[31]", "0 has 31 elements");
  expect_error("0[19][2]", "0[19] has 2 elements");
  expect_error("0[13][5]", "0[13] has 5 elements");
  expect_error("0[0][0]", "0[0] is true");
  expect_error("0[22][0]", "0[22] is of type objects::Grain");
  expect_error("0[22].x", "0[22] has no member 'x'");
  expect_error("0[29].third", "0[29] has only 'first' and 'second'");
  expect_error("0[24].x", "0[24] is empty");
  expect_error("0[28][\"three\"]", "0[28] has no key \"three\"");
  expect_error("0[28][\"three]", "'[\"three]' does not end with '\"]'");
  expect_error("0[28][\"\\", "'[\"\\' does not end with '\"]'");
  expect_error("0[19][\"one\"]", "0[19] is vector of double, 2 elements");
  expect_error("0[18][0].x", "0[18][0] is true");
  expect_error("0[x]", "'[x]' is no '[number]'");
  expect_error("0+1", "'+1' is neither '.member' nor '[number]'");
  expect_error("1", "there is no structure 1, only 1");
}

TEST_F(InspectObjects, PrintsBitFieldsAsBytes) {
  Bits bits;
  bits.before = 3, bits.low = 5, bits.high = 1, bits.last = 0, bits.after = -7, bits.name = "b";
  write_object(bits);
  const Finished run = inspect({"0"});
  EXPECT_EQ(run.out.find("0 = objects::Bits\n0.low:3,high:7,last:4 = {0d, "), 0u) << run.out;
  EXPECT_NE(run.out.find("}\n0.before = 3\n0.after = -7\n0.name = \"b\"\n"), std::string::npos) << run.out;
}

TEST_F(InspectObjects, PrintsMatrices) {
  Cube<true> rows = {{2, 1, 3}, {1, 2, 3, 4, 5, 6}};
  Cube<false> columns = {{2, 1, 3}, {1, 2, 3, 4, 5, 6}};
  write_object(std::tuple(rows, columns, Cube<true>{{0, 5, 5}, {}}, Cube<true>{{1000, 5, 0}, {}}));
  expect_values("0", "0[0] = matrix of int16_t, 2 x 1 x 3\n0[1] = matrix of int16_t, 2 x 1 x 3\n"
                     "0[2] = matrix of int16_t, 0 x 5 x 5\n0[3] = matrix of int16_t, 1000 x 5 x 0\n");
  expect_values("0[3]", "0[3] = matrix of int16_t, 1000 x 5 x 0\n");
  expect_values("0[3][7]", "0[3][7] = {}\n");
  expect_values("0[0]", "0[0] = matrix of int16_t, 2 x 1 x 3\n0[0][0][0] = {1, 2, 3}\n0[0][1][0] = {4, 5, 6}\n");
  expect_values("0[1]", "0[1] = matrix of int16_t, 2 x 1 x 3\n0[1][0][0] = {1, 3, 5}\n0[1][1][0] = {2, 4, 6}\n");
  expect_values("0[1][1]", "0[1][1][0] = {2, 4, 6}\n");
  expect_values("0[1][1][0]", "0[1][1][0] = {2, 4, 6}\n");
  expect_values("0[1][1][0][2]", "0[1][1][0][2] = 6\n");
  expect_error("0[1][2]", "0[1] has 2 elements");
  expect_error("0[1][1][1]", "0[1][1] has 1 element");
  expect_error("0[2][0]", "0[2] has 0 elements");
}

/// Members of bases stand among those of the class; those that a name does not tell apart have their class before it.
TEST_F(InspectObjects, FollowsPointers) {
  auto root = std::make_shared<Node>();
  root->number = 1;
  root->name = "root";
  root->children.resize(2);
  root->children[1].number = 12;
  root->children[1].name = "second";
  root->named["left"].number = 13;
  root->only = std::make_unique<Node>();
  root->only->number = 14;
  root->shared = std::make_shared<Left>();
  root->shared->color = 8;
  root->other = {root, &root->children[1]};
  root->node = root; // a circle
  root->weak = root->shared;
  root->choice = std::make_unique<Node>();
  root->plain = &root->children[1];
  root->plain_thing = root->shared.get();
  root->plain_text = &root->children[1].name;
  root->only->plain = root.get();
  root->only->plain_thing = &root->named["left"];
  root->only->plain_text = &root->name;
  write_object(root);
  take_apart(root);
  expect_values("0", R"(0 = objects::Node
0.color = 0
0.number = 1
0.name = "root"
0.children = vector of objects::Node, 2 elements
0.named = map of string to objects::Node, 1 element
0.only = objects::Node
0.things = vector of unique_ptr to one of objects::Box, objects::Left, objects::Right, objects::Both, objects::Node, 0 elements
0.shared = objects::Left 1
0.other = -> 0.children[1]
0.node = objects::Node 0
0.weak = objects::Left 1
0.choice = objects::Node
0.texts = empty
0.plain = -> 0.children[1]
0.plain_thing = -> 0.shared
0.plain_text = -> byte 16 of 0.children[1]
)");
  expect_values("0.shared", "0.shared = objects::Left\n0.shared.color = 8\n0.shared.left = \"\"\n");
  expect_values("0->other->name", "0->other->name = \"second\"\n");
  expect_values("0.weak.color", "0.weak.color = 8\n");
  expect_values("0.plain_thing.color", "0.plain_thing.color = 8\n");
  // Files do not say where the members of objects with virtual functions are.
  expect_values("0.plain_text", "0.plain_text = -> byte 16 of 0.children[1]\n");
  expect_error("0.plain_text[0]", "0.plain_text leads to byte 16 of 0.children[1]");
  expect_values("0.plain.number", "0.plain.number = 12\n");
  expect_values("0.node.node.node.children[1].number", "0.node.node.node.children[1].number = 12\n");
  expect_values("0.named[\"left\"].number", "0.named[\"left\"].number = 13\n");
  expect_values("0.only.plain_thing.number", "0.only.plain_thing.number = 13\n");
  expect_values("0.only.plain.name", "0.only.plain.name = \"root\"\n");
  const Finished only = inspect({"0.only"});
  EXPECT_NE(
      only.out.find(
          "0.only.plain = -> 0\n0.only.plain_thing = -> 0.named[0].second\n0.only.plain_text = -> byte 16 of 0\n"),
      std::string::npos)
      << only.out;
  expect_values("0.only.only", "0.only.only = NULL\n");
  expect_error("0.only.only.only", "0.only.only is NULL");
  expect_error("0.texts[0]", "0.texts is empty");
}

/// Pointers into and behind what is adjacent.
TEST_F(InspectObjects, SaysWherePointersLead) {
  std::tuple<std::vector<double>, std::list<Grain>, std::unique_ptr<Cell>, const double *, const double *,
             const double *, const int *, const double *, const std::vector<double> *, const Grain *>
      all;
  auto &[row, list, cell, first, inner, end, kind, place, values, none] = all;
  row = {1, 2, 3};
  list.resize(2);
  cell = std::make_unique<Cell>();
  first = row.data();
  inner = &row[2];
  end = row.data() + 3;
  kind = &list.back().kind;
  place = &cell->place[1];
  values = &cell->values;
  none = nullptr;
  write_object(all);
  expect_values("0", R"(0[0] = vector of double, 3 elements
0[1] = sequence of objects::Grain, 2 elements
0[2] = objects::Cell
0[3] = -> 0[0][0]
0[4] = -> 0[0][2]
0[5] = -> the end of 0[0]
0[6] = -> 0[1][1].kind
0[7] = -> 0[2].place[1]
0[8] = -> 0[2].values
0[9] = NULL
)");
  expect_values("0[4]", "0[4] = 3\n");
  expect_values("0[5]", "0[5] = -> the end of 0[0]\n");
  expect_error("0[5][0]", "0[5] leads to the end of 0[0]");
}

TEST_F(InspectObjects, MembersWithTheSameNameHaveTheirClassBeforeIt) {
  const auto types = autolink::object::read_object_types("{'7'Derived@8/4 8:+'4'Base'2'id@0 i4 |'2'id@4 i4 |}");
  const std::int32_t ids[] = {1, 2};
  const std::span<const std::byte> packet = std::as_bytes(std::span(ids));
  const autolink::object::StoredObject stored(types, {&packet, 1}, 1 << 20);
  const auto print_values = [&](const char *steps) {
    std::string out;
    llvm::raw_string_ostream text(out);
    automap::print_object_values(types, stored, steps, "0", text);
    return out;
  };
  EXPECT_EQ(print_values(""), "0 = Derived\n0.Base::id = 1\n0.Derived::id = 2\n");
  EXPECT_EQ(print_values(".Base::id"), "0.Base::id = 1\n");
  EXPECT_EQ(print_values(".id"), "0.id = 2\n");
}

/// Classes that hold each other twice, at the same place, would be 2^60 numbers in 8 bytes.
TEST_F(InspectObjects, EndlessMembersAreRefused) {
  std::string description = "i8 ";
  for (int i = 59; i >= 0; --i)
    description =
        "{'1'A@8/8 8:'1'x@0 " + description + "'1'y@0 " + (i == 59 ? "i8 " : "#" + std::to_string(i + 1) + " ") + "|}";
  const auto types = autolink::object::read_object_types(description);
  const std::vector<std::byte> bytes(8);
  const std::span<const std::byte> packet = bytes;
  const autolink::object::StoredObject stored(types, {&packet, 1}, 1 << 20);
  std::string out;
  llvm::raw_string_ostream text(out);
  EXPECT_THROW(automap::print_object_values(types, stored, "", "0", text), autolink::Failure);
}

/// Prints a tree from memory.
void print(const Nested &nested, const std::string &path, std::ostream &out) {
  out << path << ".number = " << nested.number << '\n'
      << path << ".inner = vector of objects::Nested, " << nested.inner.size()
      << (nested.inner.size() == 1 ? " element\n" : " elements\n");
}
void make(Nested &nested, unsigned depth, std::mt19937 &random) {
  nested.number = static_cast<int>(random());
  nested.inner.resize(depth == 0 ? 0 : 1 + random() % 3);
  for (Nested &one : nested.inner)
    make(one, depth - 1, random);
}
void collect(const Nested &nested, const std::string &path, std::vector<std::string> &paths, std::ostream &out) {
  paths.push_back(path);
  out << path << " = objects::Nested\n";
  print(nested, path, out);
  paths.push_back(path + ".inner");
  out << path << ".inner = vector of objects::Nested, " << nested.inner.size()
      << (nested.inner.size() == 1 ? " element\n" : " elements\n");
  const auto inner = [&](std::size_t i) { return path + ".inner[" + std::to_string(i) + "]"; };
  for (std::size_t i = 0; i < nested.inner.size(); ++i)
    print(nested.inner[i], inner(i), out);
  for (std::size_t i = 0; i < nested.inner.size(); ++i)
    collect(nested.inner[i], inner(i), paths, out);
}

TEST_F(InspectObjects, PrintsWhatIsInMemory) {
  std::mt19937 random(1);
  Nested nested;
  make(nested, 5, random);
  write_object(nested);
  std::vector<std::string> paths;
  std::ostringstream expected;
  collect(nested, "0", paths, expected);
  ASSERT_GT(paths.size(), 50u);
  const Finished run = inspect(paths);
  EXPECT_EQ(run.out, expected.str());
  EXPECT_EQ(run.err, "");
}

/// Each path that is printed can be asked for, and then says the same, or what a pointer leads to.
TEST_F(InspectObjects, PrintsAllKindsOfObjects) {
  for (const auto &one : all_cases(true)) {
    SCOPED_TRACE(one->type());
    const auto types = autolink::object::read_object_types(one->content_type().fields);
    const Packets all = one->packets([] { return std::size_t{100}; });
    std::vector<std::span<const std::byte>> packets;
    for (const std::vector<char> &packet : all)
      packets.push_back(std::as_bytes(std::span(packet)));
    const autolink::object::StoredObject stored(types, packets, 1 << 20);
    const auto print_values = [&](const std::string &path) {
      std::string out;
      llvm::raw_string_ostream text(out);
      automap::print_object_values(types, stored, path.substr(1), "0", text);
      return out;
    };
    std::vector<std::string> paths = {"0"};
    for (std::size_t i = 0; i < paths.size() && i < 200; ++i) {
      std::istringstream lines(print_values(paths[i]));
      for (std::string line; std::getline(lines, line);) {
        const std::string path = line.substr(0, line.find(" = ")), text = line.substr(path.size() + 3);
        const std::string again = print_values(path);
        const bool is_of_tuple = again.compare(0, path.size() + 3, path + "[0]") == 0; // which has no line of its own
        EXPECT_TRUE(is_of_tuple || again.compare(0, path.size() + 3, path + " = ") == 0) << path << ":\n" << again;
        if (text.find_first_of("0123456789\"") == 0) {
          EXPECT_EQ(again, line + "\n");
        }
        if (std::find(paths.begin(), paths.end(), path) == paths.end())
          paths.push_back(path);
      }
    }
  }
}

} // namespace
} // namespace objects
