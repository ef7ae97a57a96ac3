// Tests types whose names differ between sender and receiver, and types with long names.
#include "failing_new.h"
#include "support.h"
#include "tree_called.h"

#include <gtest/gtest.h>

#include <new>
#include <string>

namespace autolink::test {
namespace {

/// Holds whether or not the name is so long that the type is hashed.
TEST(Types, OfAnotherNameAreTakenWithTheirPadding) {
  static const TreeCalled oak("Oak");
  constexpr std::size_t padding = offsetof(Tree, key) + sizeof(Tree::key);
  static_assert(padding < offsetof(Tree, left));
  Made made;
  Tree *tree = made.one<Tree>();
  *tree = Tree();
  reinterpret_cast<std::byte *>(tree)[padding] = std::byte{77};
  for (const AL_Type sender : {AL_Type{AutoLink_Tree}, oak.type(), hashed_tree()})
    for (const AL_Type receiver : {AL_Type{AutoLink_Tree}, oak.type(), hashed_tree()}) {
      const Bytes bytes(sender, tree);
      Arena arena;
      void *copy = unpack(plan_of(receiver), bytes.data, bytes.size, {}, arena);
      EXPECT_EQ(static_cast<std::byte *>(copy)[padding], std::byte{77});
      release(plan_of(receiver), copy, malloc_allocator());
    }
}

TEST(Types, TooLongForAMessageAreHashed) {
  static const std::string another(70000, 'y');
  static const TreeCalled other(another.c_str());
  static TreeCalled greater(another.c_str()), greater_too("Greater");
  greater.grow();
  greater_too.grow();
  Made made;
  const Tree *tree = make_tree(made, 20, 1);
  for (const std::size_t eager_bytes : {std::size_t{0}, std::size_t{8192}}) {
    const Bytes bytes(hashed_tree(), tree, {.eager_bytes = eager_bytes});
    Arena arena;
    for (const AL_Type type : {hashed_tree(), other.type(), AL_Type{AutoLink_Tree}}) {
      void *copy = unpack(plan_of(type), bytes.data, bytes.size, {.use_arena = true}, arena);
      EXPECT_EQ(difference(tree, static_cast<Tree *>(copy)), "");
    }
    std::string text;
    for (const AL_Type type : {greater.type(), greater_too.type()}) {
      EXPECT_EQ(error_of([&] { unpack_and_release(type, bytes.data, bytes.size); }, &text), AL_ERR_TYPES);
      EXPECT_NE(text.find("not described"), std::string::npos) << text;
    }
    EXPECT_EQ(error_of([&] { unpack_and_release(AutoLink_List, bytes.data, bytes.size); }, &text), AL_ERR_TYPES);
    EXPECT_NE(text.find("signature"), std::string::npos) << text;
  }
}

/// A record that leads to a tree of the given type.
struct Owner {
  explicit Owner(AL_Type tree) {
    link.kind = AL_LINK;
    link.target = tree;
    type.pointers = &link;
    type.routines = nullptr;
    type.name = "Owner";
    type.size = sizeof(void *);
    type.n_data = 0;
    type.flags = 0;
  }
  AL_Pointer link = {.name = "tree", .count = 1};
  AL_TypeInfo type = AutoLink_List[0];
};

TEST(Types, ThatAreHashedAreToldByName) {
  static TreeCalled greater("Greater");
  greater.grow();
  static const Owner sender(hashed_tree()), receiver(greater.type());
  Made made;
  const Tree *tree = make_tree(made, 20, 1);
  const Bytes bytes(&sender.type, &tree);
  std::string text;
  EXPECT_EQ(error_of([&] { unpack_and_release(&receiver.type, bytes.data, bytes.size); }, &text), AL_ERR_TYPES);
  EXPECT_NE(text.find("Greater"), std::string::npos) << text;
}

TEST(Types, OfTheSameSenderAreReadOnce) {
  static const TreeCalled oak("Oak");
  static TreeCalled greater("Greater");
  greater.grow();
  Made made;
  const Tree *tree = make_tree(made, 3, 1);
  Unpacker unpacker;
  const auto expect_taken = [&](AL_Type sender, AL_Type receiver, bool is_known) {
    const Bytes bytes(sender, tree);
    const NodePlan &plan = plan_of(receiver);
    Arena arena;
    void *copy = nullptr;
    {
      const FailingNew few(5); // a description needs more
      try {
        unpacker.begin(plan, {.use_arena = true});
        unpacker.receive_first(static_cast<std::byte *>(bytes.data) + 8, bytes.size - 8);
        copy = unpacker.finish(arena);
      } catch (const std::bad_alloc &) {
      }
      EXPECT_EQ(few.has_failed(), !is_known);
    }
    EXPECT_EQ(copy ? difference(tree, static_cast<Tree *>(copy)) : "", "");
  };
  const auto take = [&](AL_Type sender, AL_Type receiver) {
    const Bytes bytes(sender, tree);
    Arena arena;
    unpacker.begin(plan_of(receiver), {.use_arena = true});
    unpacker.receive_first(static_cast<std::byte *>(bytes.data) + 8, bytes.size - 8);
    EXPECT_EQ(difference(tree, static_cast<Tree *>(unpacker.finish(arena))), "");
  };
  expect_taken(oak.type(), AutoLink_Tree, false);
  for (const AL_Type receiver : {AL_Type{AutoLink_Tree}, greater.type(), AL_Type{AutoLink_Tree}})
    for (const AL_Type sender : {oak.type(), greater.type(), hashed_tree()}) {
      if (sender == receiver || (sender == hashed_tree() && receiver == greater.type()))
        continue;
      take(sender, receiver);
      expect_taken(sender, receiver, true);
    }
}

} // namespace
} // namespace autolink::test
