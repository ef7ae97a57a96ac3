// Objects are received as another type with the same elements, or refused.
#include "classes.h"
#include "transport.h"
#include "walker.h"

#include <gtest/gtest.h>

#include <array>
#include <deque>
#include <forward_list>
#include <list>
#include <set>
#include <unordered_map>
#include <unordered_set>

namespace objects {

struct Pointing {
  const std::string *to = nullptr;
};

} // namespace objects

template <> struct autolink::object_type<objects::Pointing> {
  static constexpr const char *name = "objects::Pointing";
  static constexpr bool is_whole = true;
  static constexpr bool is_filled = true;
};
template struct autolink::expose<objects::Pointing, &objects::Pointing::to>;

namespace objects {
namespace {

template <typename T> std::uint64_t hash() { return autolink::detail::facts_of<T>().hash; }

/// Sends `from`, and expects that it arrives as `to`, with something before and after it.
template <typename From, typename To> void expect_arrival(const From &from, const To &to) {
  using Sent = std::tuple<char, From, std::string, From>;
  using Received = std::tuple<char, To, std::string, To>;
  SCOPED_TRACE(autolink::detail::facts_of<From>().name + " as " + autolink::detail::facts_of<To>().name);
  ASSERT_EQ(hash<Sent>(), hash<Received>());
  for (const std::size_t capacity : {1, 10, 1000, 100000}) {
    Received received;
    read(received, packets_of(Sent('a', from, "text", from), [=] { return capacity; }));
    EXPECT_EQ(Walker::difference(received, Received('a', to, "text", to)), "") << capacity;
  }
}
template <typename From, typename To> void expect_arrival_both_ways(const From &from, const To &to) {
  expect_arrival(from, to);
  expect_arrival(to, from);
}

TEST(Objects, SequencesArriveAsOtherOnes) {
  for (const std::size_t n : {0, 1, 100, 1024, 1025, 5000}) {
    std::vector<int> numbers(n);
    std::vector<std::string> texts(n);
    for (std::size_t i = 0; i < n; ++i) {
      numbers[i] = static_cast<int>(i);
      texts[i] = std::to_string(i + 1000000);
    }
    const auto as = [&](auto all) {
      all.assign(numbers.begin(), numbers.end());
      return all;
    };
    expect_arrival_both_ways(numbers, as(std::list<int>()));
    expect_arrival_both_ways(numbers, as(std::deque<int>()));
    expect_arrival_both_ways(numbers, as(std::forward_list<int>()));
    expect_arrival_both_ways(as(std::list<int>()), as(std::forward_list<int>()));
    expect_arrival_both_ways(numbers, std::set<int>(numbers.begin(), numbers.end()));
    expect_arrival(numbers, std::unordered_set<int>(numbers.begin(), numbers.end()));
    expect_arrival_both_ways(texts, std::list<std::string>(texts.begin(), texts.end()));
    expect_arrival_both_ways(texts, std::forward_list<std::string>(texts.begin(), texts.end()));
  }
}

TEST(Objects, LongElementsArriveInOtherSequences) {
  using row = std::array<double, 700>; // longer than what is never cut
  std::vector<row> rows(AUTOMAP_IS_SANITIZED ? 61 : 301);
  for (std::size_t i = 0; i < rows.size(); ++i)
    rows[i].fill(static_cast<double>(i));
  expect_arrival_both_ways(rows, std::list<row>(rows.begin(), rows.end()));
  expect_arrival_both_ways(rows, std::deque<row>(rows.begin(), rows.end()));
}

TEST(Objects, MapsArriveAsOtherOnes) {
  std::map<int, std::string> map;
  for (int i = 0; i < 3000; ++i)
    map[i] = std::string(static_cast<std::size_t>(i % 5000), 'm');
  std::vector<std::pair<int, std::string>> pairs(map.begin(), map.end());
  expect_arrival_both_ways(map, pairs);
  expect_arrival_both_ways(map, std::multimap<int, std::string>(map.begin(), map.end()));
  expect_arrival(map, std::unordered_map<int, std::string>(map.begin(), map.end()));
}

TEST(Objects, OtherFormsAreRefused) {
  // A key travels in one piece, a pair need not.
  EXPECT_NE((hash<std::map<std::string, int>>()), (hash<std::vector<std::pair<std::string, int>>>()));
  EXPECT_NE(hash<std::set<std::string>>(), hash<std::vector<std::string>>());
  EXPECT_EQ((hash<std::map<std::string, int>>()), (hash<std::unordered_multimap<std::string, int>>()));
  EXPECT_NE(hash<std::vector<bool>>(), hash<std::list<bool>>());
  EXPECT_NE(hash<std::string>(), hash<std::vector<char>>());
  EXPECT_NE(hash<Cell>(), hash<Grain>());
  // The elements of a vector are one piece of memory, those of a list are not.
  using Vector = std::pair<std::vector<std::string>, Pointing>;
  using List = std::pair<std::list<std::string>, Pointing>;
  EXPECT_NE(hash<Vector>(), hash<List>());
  EXPECT_EQ(hash<Vector::first_type>(), hash<List::first_type>());
}

} // namespace
} // namespace objects
