// Objects in files, without MPI.
#include "cases.h"
#include "classes.h"
#include "walker.h"

#include "core/object/object_evolution.h"
#include "core/object/object_types.h"
#include "file/memory_file.h"

#include <gtest/gtest.h>

#include <random>
#include <span>

namespace objects {
namespace {

using namespace autolink::test;
using autolink::file::Container;
using autolink::file::StructureReader;

TEST(ObjectFiles, HoldAllKindsOfObjects) {
  for (const auto &one : all_cases()) {
    SCOPED_TRACE(one->type());
    const autolink::StreamOptions whole = {65536, 1 << 24}, cut = {0, 1024};
    const Container container =
        open_memory(file_of(one->content_type(), std::vector<Packets>{one->messages(whole), one->messages(cut)}));
    StructureReader reader(container);
    for (std::uint64_t which = 0; which < 2; ++which) {
      const auto target = one->target();
      target->read(reader, which);
      EXPECT_EQ(target->difference(), "") << which;
      EXPECT_GT(autolink::file::content_bytes(container, which), 0u);
    }
  }
}

template <typename T> FileBytes file_with(const T &object, const autolink::StreamOptions &options = {0, 1024}) {
  return file_of(content_type_of<T>(), std::vector<Packets>{messages_of(object, options)});
}

/// Returns the text of the error with which reading a T fails.
template <typename T> std::string error_of(const FileBytes &bytes) {
  return thrown_by([&] {
    const Container container = open_memory(bytes);
    StructureReader reader(container);
    T object;
    read(object, reader, 0);
  });
}

TEST(ObjectFiles, OfOtherClassesAreRefused) {
  const FileBytes bytes = file_with(std::vector<Cell>(3));
  EXPECT_EQ(error_of<std::string>(bytes), "AutoLink: it has vector of objects::Cell, and what is read is string");
  EXPECT_EQ(error_of<std::list<Cell>>(bytes), "") << "a list may be read where a vector was written";
  // The class of the same name has changed.
  autolink::file::ContentType type = content_type_of<Cell>();
  type.hash ^= 1;
  type.fields.clear();
  const FileBytes changed = file_of(type, std::vector<Packets>{messages_of(Cell(), {0, 1024})});
  EXPECT_EQ(error_of<Cell>(changed), "AutoLink: objects::Cell has other members in the file");
}

TEST(ObjectFiles, FromMachinesOfAnotherKindAreRefused) {
  autolink::file::Types types = autolink::file::types_of(content_type_of<std::string>());
  types.is_big_endian = !types.is_big_endian;
  const FileBytes bytes = make_file(autolink::file::write_types(types), {std::vector<std::byte>(8)});
  EXPECT_EQ(error_of<std::string>(bytes),
            "AutoLink: it is from a machine of another kind, and C++ objects are not converted");
}

TEST(ObjectFiles, AreNotFilesOfStructures) {
  const Container container = open_memory(file_with(std::string("text")));
  StructureReader reader(container);
  autolink::Arena arena;
  EXPECT_THROW(reader.read(0, autolink::NodePlan(), {}, arena), autolink::Failure);
}

/// No flipped bit, and no byte that is missing, goes unnoticed.
TEST(ObjectFiles, DamageIsFound) {
  Cell cell;
  cell.values.assign(300, 1.5);
  const FileBytes bytes = file_with(std::vector<Cell>(3, cell));
  for (std::size_t at = 0; at < bytes.size(); at += at < 500 ? 1 : 37) {
    FileBytes damaged = bytes;
    damaged[at] ^= std::byte{16};
    EXPECT_NE(error_of<std::vector<Cell>>(damaged), "") << at;
    EXPECT_NE(error_of<std::vector<Cell>>(FileBytes(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(at))),
              "")
        << at;
  }
}

/// What has a right checksum, and is no object, is refused, and nothing is left of it.
TEST(ObjectFiles, HostileContentsAreRefused) {
  const auto root = random_nodes(5, 60);
  const Packets messages = messages_of(root, {0, 1024});
  const auto type = content_type_of<std::shared_ptr<Node>>();
  std::mt19937 random(1);
  for (int i = 0; i < 500; ++i) {
    Packets changed = damaged(messages, random);
    if (random() % 8 == 0)
      changed.pop_back();
    std::shared_ptr<Node> copy;
    thrown_by([&] {
      const Container container = open_memory(file_of(type, std::vector<Packets>{changed}));
      StructureReader reader(container);
      read(copy, reader, 0, 1 << 20);
    });
    take_apart(copy);
  }
  take_apart(root);
}

TEST(ObjectFiles, DescriptionsCanBeRead) {
  for (const auto &one : all_cases(true)) {
    SCOPED_TRACE(one->type());
    const auto types = autolink::object::read_object_types(one->content_type().fields);
    EXPECT_FALSE(types.text_of(types.root).empty());
  }
  const auto types = autolink::object::read_object_types(content_type_of<std::map<std::string, Cell>>().fields);
  EXPECT_EQ(types.text_of(types.root), "map of string to objects::Cell");
}

/// A description that is cut or changed is refused, or another one.
TEST(ObjectFiles, HostileDescriptionsAreRefused) {
  const auto refused = [](const std::string &text) {
    try {
      autolink::object::read_object_types(text);
      return false;
    } catch (const autolink::Failure &failure) {
      EXPECT_EQ(failure.error, AL_ERR_DAMAGED);
      return true;
    }
  };
  const std::string text = content_type_of<std::shared_ptr<Node>>().fields;
  for (std::size_t n = 0; n < text.size(); ++n)
    EXPECT_TRUE(refused(text.substr(0, n))) << n;
  std::mt19937 random(1);
  for (int i = 0; i < 5000; ++i) {
    std::string changed = text;
    for (unsigned n = random() % 3 + 1; n > 0; --n)
      changed[random() % changed.size()] = text[random() % text.size()];
    refused(changed);
  }
  EXPECT_TRUE(refused("{'1'A@8/8 '1'a@0 #0 |}")) << "a class holds itself";
  EXPECT_TRUE(refused("{'1'A@8/8 '1'a[2](#0 )|}")) << "in a tuple in an array";
  EXPECT_TRUE(refused("({'1'A@8/8 '1'b?{'1'B@8/8 '1'a#0 |}'1'c#1 |})"))
      << "in another class that is behind an optional";
  EXPECT_FALSE(refused("{'1'A@8/8 '1'a?#0 |}"));
  EXPECT_TRUE(refused("{'1'A@8/8 8:'1'x@4 f8 |}")) << "a member outside its class";
  EXPECT_TRUE(refused(std::string(1000, '?') + "i4 ")) << "too deep";
  EXPECT_TRUE(refused("[4000000000][4]i4 "));
  EXPECT_TRUE(refused("i3 x"));
  EXPECT_TRUE(refused(""));
}

/// Numbers of sizes that no type has are not converted, nor read beyond their ends.
TEST(ObjectFiles, NumbersOfUnknownSizesAreRefused) {
  using namespace autolink::object;
  const Types to = read_object_types("f8 ");
  for (const unsigned size : {2u, 3u, 9u, 15u}) {
    const Types from = read_object_types("f" + std::to_string(size) + " %1 ");
    const std::vector<std::byte> bytes(size, std::byte{1}); // a sanitizer notices what is read after them
    const std::span<const std::byte> packet = bytes;
    const StoredObject stored(from, {&packet, 1}, 1 << 20);
    const ObjectEvolution evolution(from, to, "double");
    try {
      evolution.write(stored, nullptr, [](std::span<const std::byte>, bool) {});
      ADD_FAILURE() << size;
    } catch (const autolink::Failure &failure) {
      EXPECT_EQ(failure.error, AL_ERR_TYPES);
    }
  }
}

} // namespace
} // namespace objects
