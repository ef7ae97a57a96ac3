// What arrives is what was sent, wherever its packets are cut.
#include "amount.h"
#include "cases.h"
#include "classes.h"
#include "walker.h"

#include <gtest/gtest.h>

#include <cinttypes>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <random>

namespace objects {
namespace {

std::string difference(const Case &one, const Packets &packets) {
  const auto target = one.target();
  target->read(packets);
  return target->difference();
}

TEST(Objects, ArriveAsTheyWere) {
  for (const auto &one : all_cases()) {
    SCOPED_TRACE(one->type());
    for (const std::size_t capacity : {1, 3, 16, 100, 1000, 1 << 20}) {
      if (AUTOMAP_IS_SANITIZED && (capacity == 3 || capacity == 16)) // most packets, most time
        continue;
      EXPECT_EQ(difference(*one, one->packets([=] { return capacity; })), "") << capacity;
    }
    for (std::uint64_t seed = 1; seed <= amount("AUTOLINK_SEEDS", 3); ++seed) {
      std::mt19937 random(seed);
      EXPECT_EQ(difference(*one, one->packets([&] { return random() % 5000 + 1; })), "") << seed;
    }
    for (const autolink::StreamOptions &options :
         {autolink::StreamOptions{8192, 1 << 18}, {0, 1024}, {65536, 1 << 24}}) {
      const auto target = one->target();
      target->receive(one->messages(options));
      EXPECT_EQ(target->difference(), "") << options.packet_bytes;
    }
  }
}

TEST(Objects, OfRandomShapesArrive) {
  const unsigned n = amount("AUTOLINK_TEST_RANDOM", 300);
  for (std::uint64_t seed = 1; seed <= n; ++seed) {
    const auto root = random_nodes(seed, seed % 50 * 5);
    const auto capacity = [random = std::mt19937(seed)]() mutable { return random() % 2000 + 1; };
    std::shared_ptr<Node> copy;
    read(copy, packets_of(root, capacity));
    ASSERT_EQ(Walker::difference(root, copy), "") << "seed " << seed;
    take_apart(root);
    take_apart(copy);
  }
}

/// All that is sent is a pointer into an object, to which only what the pointer leads to leads back.
TEST(Objects, ArriveByPointersIntoThem) {
  const auto parent = std::make_shared<Node>();
  parent->children.resize(2);
  parent->children[1].other = parent;
  const std::shared_ptr<Node> child(parent, &parent->children[1]);
  std::shared_ptr<Node> copy;
  read(copy, packets_of(child, [] { return 1; }));
  EXPECT_EQ(Walker::difference(child, copy), "");
  ASSERT_TRUE(copy && copy->other);
  EXPECT_EQ(copy.get(), &dynamic_cast<const Node &>(*copy->other).children[1]);
  EXPECT_EQ(copy.use_count(), 2);
  take_apart(child);
  take_apart(copy);
}

#ifdef __linux__
/// Returns what the kernel says of the mapping that holds the address: the line of /proc/self/smaps that begins so.
std::string mapping_line(const void *address, const std::string &begin) {
  std::ifstream maps("/proc/self/smaps");
  const auto at = reinterpret_cast<std::uintptr_t>(address);
  bool is_right = false;
  for (std::string line; std::getline(maps, line);) {
    std::uintptr_t first = 0, last = 0;
    if (std::sscanf(line.c_str(), "%" SCNxPTR "-%" SCNxPTR " ", &first, &last) == 2)
      is_right = at >= first && at < last;
    if (is_right && line.compare(0, begin.size(), begin) == 0)
      return line;
  }
  return {};
}

TEST(Objects, OfManyBytesArriveInHugePages) {
  if (!std::filesystem::exists("/sys/kernel/mm/transparent_hugepage"))
    GTEST_SKIP() << "this system has none";
  const std::vector<double> large(std::size_t(1) << 21, 1.5), small(std::size_t(1) << 18, 2.5);
  std::vector<double> copies[2];
  read(copies[0], packets_of(large, [] { return 1 << 20; }));
  read(copies[1], packets_of(small, [] { return 1 << 20; }));
  EXPECT_EQ(copies[0], large);
  EXPECT_EQ(copies[1], small);
  const std::string middle = mapping_line(&copies[0][large.size() / 2], "VmFlags:");
  EXPECT_NE(middle.find(" hg"), std::string::npos) << middle;
  EXPECT_EQ(mapping_line(&copies[1][0], "VmFlags:").find(" hg"), std::string::npos);
}
#endif

} // namespace
} // namespace objects
