// The format of files, and damaged ones.
#include "memory_file.h"

#include "figure3_routines.h"
#include "pointer_kinds_routines.h"
#include "structures.h"

#include "core/file/stored_structure.h"

#include <gtest/gtest.h>

#include <string>

namespace autolink::test {
namespace {

/// Reads all structures, as lists; returns the error, and its text.
int read_all(const FileBytes &bytes, std::string &text, std::vector<List *> *roots = nullptr) {
  try {
    const file::Container container = open_memory(bytes);
    file::StructureReader reader(container);
    for (std::uint64_t i = 0; i < container.n_structures(); ++i) {
      Arena arena;
      auto *const root = static_cast<List *>(reader.read(i, plan_of(AutoLink_List), {}, arena));
      if (roots)
        roots->push_back(root);
      else
        release(plan_of(AutoLink_List), root, malloc_allocator());
    }
    return 0;
  } catch (const Failure &failure) {
    text = failure.message;
    return failure.error;
  }
}

/// Returns the number at `offset`, as the format says.
std::uint64_t number_at(const FileBytes &bytes, std::size_t offset, unsigned n = 8) {
  std::uint64_t out = 0;
  for (unsigned i = n; i-- > 0;)
    out = out * 256 + std::to_integer<std::uint64_t>(bytes[offset + i]);
  return out;
}

TEST(FileFormat, HasWhatThePageSays) {
  Made made;
  List *const one = make_list(made, 1, 1), *const three = make_list(made, 3, 2);
  const FileBytes bytes = file_of(AutoLink_List, {one, nullptr, three});
  EXPECT_EQ(std::memcmp(bytes.data(),
                        "\x89"
                        "ALF\r\n\x1a\n",
                        8),
            0);
  EXPECT_EQ(number_at(bytes, 8, 4), 1u);
  EXPECT_EQ(number_at(bytes, 12, 4), 1u << 20);
  EXPECT_EQ(number_at(bytes, 16), 8u << 20);
  EXPECT_EQ(number_at(bytes, 24), 3u);
  EXPECT_EQ(number_at(bytes, 40), 3 * 8u + 3 * 8u); // one block each
  EXPECT_EQ(number_at(bytes, 48), bytes.size());
  const std::size_t index = bytes.size() - static_cast<std::size_t>(number_at(bytes, 40));
  std::size_t at = 80 + static_cast<std::size_t>(number_at(bytes, 32));
  for (std::size_t i = 0; i < 3; ++i) {
    std::size_t size = 0;
    void *const packed = pack(plan_of(AutoLink_List), i == 0 ? one : i == 1 ? nullptr : three, {}, size);
    EXPECT_EQ(number_at(bytes, index + 8 * i), size);
    EXPECT_EQ(std::memcmp(bytes.data() + at, packed, size), 0) << "a structure is what AL_Pack writes";
    std::free(packed);
    at += size;
  }
  EXPECT_EQ(at, index);
}

TEST(FileFormat, StructuresArriveByTheirNumbers) {
  Made made;
  List *const one = make_list(made, 1, 1), *const many = make_list(made, 100000, 2); // several blocks
  // The first extent of each, the second ones, and so on.
  const FileBytes bytes =
      file_of(AutoLink_List, {many, one, nullptr, many}, {.eager_bytes = 0, .packet_bytes = 100000}, 1 << 20);
  std::string text;
  std::vector<List *> roots;
  ASSERT_EQ(read_all(bytes, text, &roots), 0) << text;
  ASSERT_EQ(roots.size(), 4u);
  EXPECT_EQ(difference(many, roots[0]), "");
  EXPECT_EQ(difference(one, roots[1]), "");
  EXPECT_EQ(roots[2], nullptr);
  EXPECT_EQ(difference(many, roots[3]), "");
  for (List *root : roots)
    release(plan_of(AutoLink_List), root, malloc_allocator());
}

/// All kinds of pointers, as they are stored and as they arrive.
TEST(FileFormat, AllKindsOfPointers) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    Made made;
    Kinds *const kinds = make_kinds(made, 1 + seed % 5, seed);
    const FileBytes bytes =
        file_of(AutoLink_Kinds, {kinds}, {.eager_bytes = seed % 2 ? std::size_t{8192} : 0, .packet_bytes = 100});
    const file::Container container = open_memory(bytes);
    const std::vector<std::byte> stored_of = file::stored_bytes(container, 0);
    const file::StoredStructure stored(container.types(), stored_of);
    const Counts counts = count(plan_of(AutoLink_Kinds), kinds, Sharing::as_declared);
    std::uint64_t nodes = 0, total = 0;
    for (std::uint32_t i = 0; i < container.types().classes.size(); ++i) {
      nodes += stored.n_nodes(i);
      total += stored.n_elements(i) * container.types().classes[i].size;
    }
    EXPECT_EQ(nodes, counts.nodes);
    EXPECT_EQ(total, counts.bytes);
    file::StructureReader reader(container);
    Arena arena;
    auto *const copy = static_cast<Kinds *>(reader.read(0, plan_of(AutoLink_Kinds), {}, arena));
    EXPECT_EQ(difference(kinds, copy), "");
    release(plan_of(AutoLink_Kinds), copy, malloc_allocator());
  }
}

TEST(FileFormat, EachDamagedByteIsFound) {
  Made made;
  const FileBytes bytes = file_of(AutoLink_List, {make_list(made, 2, 1), make_list(made, 3, 2)});
  const std::size_t data = 80 + static_cast<std::size_t>(number_at(bytes, 32));
  const std::size_t index = bytes.size() - static_cast<std::size_t>(number_at(bytes, 40));
  const std::size_t second = data + static_cast<std::size_t>(number_at(bytes, index));
  for (std::size_t i = 0; i < bytes.size(); ++i)
    for (const int bit : {0, 3, 7}) {
      FileBytes damaged = bytes;
      damaged[i] ^= std::byte(1 << bit);
      std::string text;
      ASSERT_EQ(read_all(damaged, text), AL_ERR_DAMAGED) << i;
      const char *const place = i < 8       ? "not a file of AutoLink's"
                                : i < 80    ? "its header (bytes 0 to 79)"
                                : i < data  ? "its table of types"
                                : i < index ? "block 0"
                                            : "its index";
      EXPECT_NE(text.find(place), std::string::npos) << i << ": " << text;
      if (i >= data && i < index) {
        const std::string range = "bytes " + std::to_string(i < second ? data : second) + " to " +
                                  std::to_string((i < second ? second : index) - 1);
        EXPECT_NE(text.find(range), std::string::npos) << text;
      }
    }
}

TEST(FileFormat, TruncationIsFound) {
  Made made;
  const FileBytes bytes = file_of(AutoLink_List, {make_list(made, 2, 1)});
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    std::string text;
    ASSERT_EQ(read_all(FileBytes(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(size)), text),
              AL_ERR_DAMAGED)
        << size;
    EXPECT_NE(text.find(size < 8 ? "not a file of AutoLink's" : "truncated"), std::string::npos) << text;
  }
  FileBytes longer = bytes;
  longer.push_back({});
  std::string text;
  EXPECT_EQ(read_all(longer, text), AL_ERR_DAMAGED);
  EXPECT_EQ(text, "AutoLink: something follows its end at byte " + std::to_string(bytes.size()));
}

TEST(FileFormat, AnotherBlockIsNamed) {
  Made made;
  FileBytes bytes = file_of(AutoLink_List, {make_list(made, 100000, 2)});
  const std::size_t data = 80 + static_cast<std::size_t>(number_at(bytes, 32));
  bytes[data + (2 << 20) + 5] ^= std::byte{1};
  std::string text;
  EXPECT_EQ(read_all(bytes, text), AL_ERR_DAMAGED);
  EXPECT_EQ(text, "AutoLink: block 2 (bytes " + std::to_string(data + (2 << 20)) + " to " +
                      std::to_string(data + (3 << 20) - 1) + " of the file) is damaged");
}

TEST(FileFormat, OtherTypesWithoutNamesAreRefused) {
  Made made;
  const FileBytes bytes = file_of(AutoLink_Tree, {make_tree(made, 3, 1)});
  std::string text;
  EXPECT_EQ(read_all(bytes, text), AL_ERR_TYPES);
  EXPECT_NE(text.find("the sender's Tree is not the receiver's List"), std::string::npos) << text;
}

} // namespace
} // namespace autolink::test
