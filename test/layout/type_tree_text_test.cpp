#include "layout/type_tree_text.h"

#include "basic_trees.h"
#include "random_tree.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <map>
#include <numeric>

namespace automap::layout {
namespace {

TypeTree shared_column() {
  const auto column = TypeTree::idx({0, 3, 7, 12, 20, 33, 54, 88, 143}, one_int);
  return TypeTree::struc({0, 256, 512}, {column, TypeTree::vec(2, 8, one_double), column});
}

/// Nests struc(2, <0, 1>, <x, x>) `depth` times, which gives 2^depth paths.
TypeTree doubled(int depth) {
  TypeTree tree = one_char;
  for (int i = 0; i < depth; ++i)
    tree = TypeTree::struc({0, 1}, {tree, tree});
  return tree;
}

struct TreeText {
  const char *name;
  TypeTree tree;
  std::string indented;
  std::string json;
};

std::vector<TreeText> tree_texts() {
  const auto pair = TypeTree::vec(2, 8, one_int);
  std::vector<std::int64_t> eight(8);
  std::iota(eight.begin(), eight.end(), -4);
  return {
      {"leaf", one_int, "leaf MPI_INT\n", R"({"kind":"leaf","type":"MPI_INT"})"},
      {"empty", TypeTree::empty(), "struc 0\n", R"({"kind":"struc","displacements":[],"children":[]})"},
      {"vec", TypeTree::vec(5, -2, one_int), "vec 5 stride -2\n  leaf MPI_INT\n",
       R"({"kind":"vec","count":5,"stride":-2,"child":{"kind":"leaf","type":"MPI_INT"}})"},
      {"idx", TypeTree::idx({3}, one_double), "idx 1 at <3>\n  leaf MPI_DOUBLE\n",
       R"({"kind":"idx","displacements":[3],"child":{"kind":"leaf","type":"MPI_DOUBLE"}})"},
      {"list of eight is whole", TypeTree::idx(eight, one_int),
       "idx 8 at <-4, -3, -2, -1, 0, 1, 2, 3>\n  leaf MPI_INT\n",
       R"({"kind":"idx","displacements":[-4,-3,-2,-1,0,1,2,3],"child":{"kind":"leaf","type":"MPI_INT"}})"},
      {"idxbuc", TypeTree::idxbuc(8, {0, 80}, {2, 3}, one_double),
       "idxbuc 2 substride 8 at <0, 80> sizes <2, 3>\n  leaf MPI_DOUBLE\n",
       R"({"kind":"idxbuc","substride":8,"displacements":[0,80],"bucket_sizes":[2,3],)"
       R"("child":{"kind":"leaf","type":"MPI_DOUBLE"}})"},
      {"one leaf node used twice", TypeTree::struc({0, 9}, {one_int, one_int}),
       "struc 2\n  at 0: leaf MPI_INT\n  at 9: leaf MPI_INT\n",
       R"({"kind":"struc","displacements":[0,9],"children":)"
       R"([{"kind":"leaf","type":"MPI_INT"},{"kind":"leaf","type":"MPI_INT"}]})"},
      {"equal subtrees that are not shared",
       TypeTree::struc({0, 9}, {TypeTree::vec(2, 8, one_int), TypeTree::vec(2, 8, one_int)}),
       "struc 2\n  at 0: vec 2 stride 8\n    leaf MPI_INT\n  at 9: vec 2 stride 8\n    leaf MPI_INT\n",
       R"({"kind":"struc","displacements":[0,9],"children":)"
       R"([{"kind":"vec","count":2,"stride":8,"child":{"kind":"leaf","type":"MPI_INT"}},)"
       R"({"kind":"vec","count":2,"stride":8,"child":{"kind":"leaf","type":"MPI_INT"}}]})"},
      {"the header's indented example", shared_column(),
       "struc 3\n"
       "  at 0: #1 = idx 9 at <0, 3, 7, …, 143>\n"
       "    leaf MPI_INT\n"
       "  at 256: vec 2 stride 8\n"
       "    leaf MPI_DOUBLE\n"
       "  at 512: #1\n",
       R"({"kind":"struc","displacements":[0,256,512],"children":)"
       R"([{"id":1,"kind":"idx","displacements":[0,3,7,12,20,33,54,88,143],)"
       R"("child":{"kind":"leaf","type":"MPI_INT"}},)"
       R"({"kind":"vec","count":2,"stride":8,"child":{"kind":"leaf","type":"MPI_DOUBLE"}},{"ref":1}]})"},
      {"the header's JSON example", TypeTree::struc({0, 100}, {pair, pair}),
       "struc 2\n  at 0: #1 = vec 2 stride 8\n    leaf MPI_INT\n  at 100: #1\n",
       R"({"kind":"struc","displacements":[0,100],"children":[)"
       R"({"id":1,"kind":"vec","count":2,"stride":8,"child":{"kind":"leaf","type":"MPI_INT"}},{"ref":1}]})"},
      {"shared within shared, numbered in the order of the text", doubled(3),
       "struc 2\n"
       "  at 0: #1 = struc 2\n"
       "    at 0: #2 = struc 2\n"
       "      at 0: leaf MPI_CHAR\n"
       "      at 1: leaf MPI_CHAR\n"
       "    at 1: #2\n"
       "  at 1: #1\n",
       R"({"kind":"struc","displacements":[0,1],"children":[)"
       R"({"id":1,"kind":"struc","displacements":[0,1],"children":[)"
       R"({"id":2,"kind":"struc","displacements":[0,1],"children":)"
       R"([{"kind":"leaf","type":"MPI_CHAR"},{"kind":"leaf","type":"MPI_CHAR"}]},)"
       R"({"ref":2}]},{"ref":1}]})"},
  };
}

TEST(TypeTreeText, Cases) {
  for (const auto &[name, tree, indented, json] : tree_texts()) {
    SCOPED_TRACE(name);
    EXPECT_EQ(to_indented(tree), indented);
    EXPECT_EQ(to_json(tree), json);
  }
}

TEST(TypeTreeText, LongListsAreCutWithTheirLength) {
  std::vector<std::int64_t> displacements(1000);
  for (std::size_t i = 0; i < displacements.size(); ++i)
    displacements[i] = static_cast<std::int64_t>(i * i);
  EXPECT_EQ(to_indented(TypeTree::idx(displacements, one_int)), "idx 1000 at <0, 1, 4, …, 998001>\n  leaf MPI_INT\n");
  EXPECT_EQ(
      to_indented(TypeTree::idxbuc(4, displacements, std::vector<std::int64_t>(displacements.size(), 2), one_int)),
      "idxbuc 1000 substride 4 at <0, 1, 4, …, 998001> sizes <2, 2, 2, …, 2>\n  leaf MPI_INT\n");
}

TEST(TypeTreeText, GrowsWithTheNodesNotWithThePaths) {
  const TypeTree tree = doubled(50); // 2^50 elements
  const std::string indented = to_indented(tree);
  EXPECT_EQ(std::ranges::count(indented, '\n'), 50 + 49 + 2); // 50 strucs, 49 references, 2 leaves
  EXPECT_LT(to_json(tree).size(), 50u * 100);
}

/// Reads the tree from JSON, in the form documented at to_json().
class JsonReader {
public:
  TypeTree operator()(const nlohmann::json &node) {
    if (node.contains("ref"))
      return known_.at(node.at("ref"));
    const TypeTree tree = read_new(node);
    if (node.contains("id")) {
      EXPECT_TRUE(known_.emplace(node.at("id"), tree).second);
    }
    return tree;
  }

private:
  TypeTree read_new(const nlohmann::json &node) {
    const std::string kind = node.at("kind");
    if (kind == "leaf") {
      const auto id = basic_type_from_mpi_name(node.at("type").get<std::string>());
      const auto known = std::ranges::find(basic_types, id.value(), &BasicType::id);
      return TypeTree::leaf(*known);
    }
    if (kind == "vec")
      return TypeTree::vec(node.at("count"), node.at("stride"), (*this)(node.at("child")));
    if (kind == "idx")
      return TypeTree::idx(node.at("displacements"), (*this)(node.at("child")));
    if (kind == "idxbuc")
      return TypeTree::idxbuc(node.at("substride"), node.at("displacements"), node.at("bucket_sizes"),
                              (*this)(node.at("child")));
    EXPECT_EQ(kind, "struc");
    std::vector<TypeTree> children;
    for (const auto &child : node.at("children"))
      children.push_back((*this)(child));
    return TypeTree::struc(node.at("displacements"), std::move(children));
  }

  static constexpr BasicType basic_types[] = {
      {BasicTypeId::CHAR, 1}, {BasicTypeId::SHORT, 2}, {BasicTypeId::INT, 4}, {BasicTypeId::DOUBLE, 8}};
  std::map<int, TypeTree> known_;
};

/// Expects the same nodes, except for how leaves are shared, by pairing the nodes of both trees.
void expect_same(const TypeTree &a, const TypeTree &b, std::map<const void *, const void *> &partner) {
  const auto [known, is_new] = partner.emplace(a.node_address(), b.node_address());
  if (a.kind() != TypeTree::Kind::leaf) {
    EXPECT_EQ(known->second, b.node_address());
    if (!is_new)
      return;
  }
  EXPECT_EQ(a.kind(), b.kind());
  EXPECT_EQ(a.count(), b.count());
  EXPECT_EQ(a.basic_type(), b.basic_type());
  EXPECT_EQ(a.stride_bytes(), b.stride_bytes());
  EXPECT_TRUE(std::ranges::equal(a.displacements(), b.displacements()));
  EXPECT_TRUE(std::ranges::equal(a.bucket_sizes(), b.bucket_sizes()));
  ASSERT_EQ(a.children().size(), b.children().size());
  for (std::size_t i = 0; i < a.children().size(); ++i)
    expect_same(a.children()[i], b.children()[i], partner);
}

TEST(TypeTreeText, JsonOfRandomTreesReadsBackNodeByNode) {
  for (unsigned seed = 0; seed < 2000; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    RandomTree random(seed);
    // The pool of subtrees grows, so that many are shared.
    std::vector<TypeTree> pool = {random(2)};
    for (int i = 0; i < 4; ++i) {
      const auto any = [&] { return pool[random.below(static_cast<unsigned>(pool.size()))]; };
      pool.push_back(TypeTree::struc({4, 0, 8}, {any(), random(2), any()}));
    }
    const TypeTree &tree = pool.back();
    const TypeTree read = JsonReader()(nlohmann::json::parse(to_json(tree)));
    EXPECT_EQ(read, tree);
    std::map<const void *, const void *> forwards, backwards;
    expect_same(tree, read, forwards);
    expect_same(read, tree, backwards);
    EXPECT_EQ(to_indented(read), to_indented(tree));
    if (HasFailure())
      return;
  }
}

} // namespace
} // namespace automap::layout
