// Wrong messages, memory that runs out, and code of the program that throws: each is an error that says what is wrong,
// nothing leaks, and the target stays as it was.
#include "amount.h"
#include "cases.h"
#include "classes.h"
#include "failing_new.h"
#include "small_stack.h"
#include "walker.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <random>

using autolink::test::FailingNew;
using autolink::test::on_small_stack;

namespace objects {
namespace {

constexpr std::size_t large = 1 << 20;
constexpr auto in_one_piece = [] { return large; };

/// Receives messages that may be damaged. Returns whether they are accepted.
bool accept(const Case &one, const Packets &packets) {
  const auto target = one.target();
  try {
    target->read(packets, large);
  } catch (const autolink::error &error) {
    EXPECT_STRNE(error.what(), "");
    EXPECT_NE(error.al_class(), 0);
    return false;
  }
  target->check_valid();
  return true;
}

/// Changes each byte, and cuts there; only some of the bytes if there are many.
TEST(ObjectFailures, EachDamagedByte) {
  int n_refused = 0;
  for (const auto &one : all_cases(true)) {
    SCOPED_TRACE(one->type());
    for (const std::size_t capacity : {std::size_t{1}, large}) {
      const Packets right = one->packets([=] { return capacity; });
      std::size_t bytes = 0;
      for (const std::vector<char> &packet : right)
        bytes += packet.size();
      for (std::size_t at = 0, packet = 0, before = 0; at < bytes; at += 1 + bytes / amount("AUTOLINK_DAMAGES", 300)) {
        for (; at - before >= right[packet].size(); ++packet)
          before += right[packet].size();
        Packets damaged = right;
        char &byte = damaged[packet][at - before];
        for (const int value : {byte ^ 1, byte ^ 0x80, 0, 2, 255}) {
          byte = static_cast<char>(value);
          n_refused += !accept(*one, damaged);
        }
        damaged = right;
        damaged[packet].resize(at - before);
        accept(*one, damaged);
        damaged.resize(packet + 1);
        EXPECT_FALSE(accept(*one, damaged)) << at;
      }
      Packets longer = right;
      longer.back().push_back(0);
      EXPECT_FALSE(accept(*one, longer));
    }
  }
  EXPECT_GT(n_refused, 1000);
}

TEST(ObjectFailures, RandomDamage) {
  const std::uint64_t seed = 5;
  std::mt19937_64 random(seed);
  for (const auto &one : all_cases()) {
    SCOPED_TRACE(one->type());
    for (unsigned i = 0; i < amount("AUTOLINK_ROUNDS", 30); ++i) {
      Packets packets = one->packets([&] { return random() % 10000 + 1; });
      for (std::uint64_t n = random() % 4 + 1; n > 0; --n) {
        std::vector<char> &packet = packets[random() % packets.size()];
        if (!packet.empty())
          packet[random() % std::min(packet.size(), std::size_t{1} << random() % 20)] = static_cast<char>(random());
      }
      accept(*one, packets);
    }
  }
}

/// Expects that the receiver of the packets says `words`, and that its object stays.
template <typename T> void expect_refused(T kept, const Packets &packets, const std::string &words) {
  const Packets before = packets_of(kept, in_one_piece);
  const std::string text = thrown_by([&] { read(kept, packets, large); });
  EXPECT_NE(text.find(words), std::string::npos) << text;
  EXPECT_EQ(packets_of(kept, in_one_piece), before);
}
Packets packet(std::initializer_list<int> bytes) { return {std::vector<char>(bytes.begin(), bytes.end())}; }

TEST(ObjectFailures, SayWhatIsWrong) {
  const std::initializer_list<int> huge = {255, 0, 0, 0, 0, 1, 0, 0, 0};
  expect_refused(std::vector<int>{1}, packet(huge), "limit of 1048576 bytes");
  expect_refused(std::list<std::string>{"a"}, packet(huge), "limit of 1048576 bytes");
  expect_refused(std::string("a"), packet(huge), "limit of 1048576 bytes");
  expect_refused(std::vector<bool>{true}, packet(huge), "limit of 1048576 bytes");
  expect_refused(std::map<int, int>{{1, 2}}, packet(huge), "limit of 1048576 bytes");
  expect_refused(std::vector<int>{1}, packet({2, 0, 0, 0, 0}), "truncated");
  expect_refused(std::vector<int>{1}, packet({0, 0}), "something follows");
  expect_refused(std::set<char>{1}, packet({2, 5, 5}), "a key twice");
  expect_refused(std::map<char, char>{{1, 2}}, packet({2, 5, 1, 5, 2}), "a key twice");
  expect_refused(std::unordered_map<char, char>{{1, 2}}, packet({2, 5, 1, 5, 2}), "a key twice");
  expect_refused(std::variant<char, int>(), packet({2}), "impossible alternative");
  expect_refused(true, packet({2}), "neither 0 nor 1");
  expect_refused(std::optional<char>(), packet({2}), "impossible state");
  expect_refused(std::unique_ptr<Thing>(), packet({6}), "impossible dynamic type");
  expect_refused(std::shared_ptr<Thing>(), packet({1, 5}), "impossible dynamic type");
  expect_refused(std::shared_ptr<char>(), packet({2}), "unknown object");
  expect_refused(std::pair(std::make_shared<char>(), std::weak_ptr<char>()), packet({1, 0, 7, 2}), "unknown object");
  using Pointing = std::pair<std::vector<short>, const short *>;
  expect_refused(Pointing(), packet({1, 7, 0, 2, 0}), "unknown object");
  expect_refused(Pointing(), packet({1, 7, 0, 1, 4}), "beyond an object");
  expect_refused(Pointing(), packet({1, 7, 0, 1, 1}), "beyond an object");
  using Strings = std::vector<std::string>;
  expect_refused(std::pair<Strings, Thing *>(), packet({1, 0, 1, 0}),
                 "a plain pointer to objects::Thing leads to something else");
  expect_refused(std::pair<std::unique_ptr<Tag>, const Right *>(), packet({1, 0, 1, 0}), "leads beyond an object");
  expect_refused(std::pair<std::unique_ptr<Left>, const std::string *>(), packet({1, 0, 0, 0, 0, 0, 1, 0}),
                 "a plain pointer to std::");
  expect_refused(std::pair<Strings, const std::vector<int> *>(), packet({1, 0, 1, 0}),
                 "a plain pointer to std::vector<int");
  expect_refused(std::pair<Strings, const int *>(), packet({1, 0, 1, 8}),
                 "a plain pointer to int leads to something else");
  using OfTwo = std::pair<std::shared_ptr<char>, std::shared_ptr<int>>;
  expect_refused(OfTwo(), packet({1, 0, 2, 7}), "of another type");
  // A pointer into the vector of one character, or into the vector itself.
  using Owner = std::pair<std::shared_ptr<std::vector<char>>, std::shared_ptr<char>>;
  const auto inner = [](std::initializer_list<int> rest, std::uint64_t hash, int offset) {
    Packets out = packet({1, 0, 255, 255, 255, 255, 255, 255, 255, 255, 255, 1, 7});
    out[0].insert(out[0].end(), rest.begin(), rest.end());
    const auto *const bytes = reinterpret_cast<const char *>(&hash);
    out[0].insert(out[0].end(), bytes, bytes + sizeof hash);
    out[0].push_back(static_cast<char>(offset));
    return out;
  };
  const std::uint64_t hash = autolink::detail::facts_of<Owner>().blocks_hash;
  Owner right;
  read(right, inner({0, 2}, hash, 0));
  EXPECT_EQ(right.second.get(), right.first->data());
  EXPECT_EQ(right.second.use_count(), 2);
  expect_refused(Owner(), inner({3}, hash, 0), "impossible type");
  expect_refused(Owner(), inner({2, 1}, hash, 0), "impossible dynamic type");
  expect_refused(Owner(), inner({0, 3}, hash, 0), "into an unknown object");
  expect_refused(Owner(), inner({0, 2}, hash, 1), "beyond an object");
  expect_refused(Owner(), inner({0, 1}, hash, 0), "no object of its type");
  expect_refused(Owner(), inner({0, 2}, hash + 1, 0), "of the sender's kinds");
  expect_refused(Owner(), inner({0, 0, 1}, hash, 0), "to an unknown object");
  expect_refused(Owner(), inner({0, 0, 0}, hash, 0), "of another type");
  using Owned = std::tuple<std::shared_ptr<std::vector<char>>, std::shared_ptr<char>, std::vector<char>>;
  Packets unowned = inner({0, 2}, autolink::detail::facts_of<Owned>().blocks_hash, 0);
  unowned[0].insert(unowned[0].begin() + 11, {1, 7}); // a vector that the root has
  expect_refused(Owned(), unowned, "no shared pointer");
}

TEST(ObjectFailures, OfTheSenderSayWhatIsWrong) {
  const auto text_of = [](const auto &object) { return thrown_by([&] { packets_of(object, in_one_piece); }); };
  EXPECT_EQ(text_of(std::unique_ptr<Thing>(new Unseen)),
            "AutoLink: a pointer to objects::Thing leads to a objects::Unseen, which automap has not seen: give it a "
            "header that names that class, too");
  const int outside = 0;
  EXPECT_NE(text_of(std::pair(std::vector<int>{1}, &outside)).find("nothing in the object owns"), std::string::npos);
  std::pair<std::vector<std::string>, const Thing *> mistaken(std::vector<std::string>(1), nullptr);
  mistaken.second = reinterpret_cast<const Thing *>(&mistaken.first[0]);
  EXPECT_EQ(text_of(mistaken), "AutoLink: a plain pointer to objects::Thing leads to something else, such as a member "
                               "that is left out");
  EXPECT_NE(text_of(std::set<std::weak_ptr<int>, std::owner_less<>>{std::make_shared<int>(5)}).find("a key of a set"),
            std::string::npos);
  std::variant<int, Fragile> valueless;
  Fragile::throw_in = 0;
  EXPECT_THROW(valueless.emplace<Fragile>(), std::runtime_error);
  EXPECT_NE(text_of(valueless).find("lost its value"), std::string::npos);
}

/// A plain pointer may lead to the end of an array, also where that is in an element of another one.
TEST(ObjectFailures, EndsOfArraysAreNone) {
  using Row = std::pair<int, std::array<std::string, 2>>;
  std::tuple<std::vector<Row>, const std::string *, const std::string *, const Row *, const int *> ends(
      2, nullptr, nullptr, nullptr, nullptr);
  const auto point = [](auto &to) {
    const std::vector<Row> &rows = std::get<0>(to);
    return std::tuple(rows[0].second.data() + 2, rows[1].second.data() + 2, rows.data() + 2, &rows[1].first);
  };
  std::tie(std::get<1>(ends), std::get<2>(ends), std::get<3>(ends), std::get<4>(ends)) = point(ends);
  auto got = decltype(ends)();
  read(got, packets_of(ends, in_one_piece));
  EXPECT_EQ(std::tuple(std::get<1>(got), std::get<2>(got), std::get<3>(got), std::get<4>(got)), point(got));
}

// ------------------------------------------------------------------------------------ memory, and the program's code

/// Lets each allocation fail in turn.
TEST(ObjectFailures, MemoryRunsOut) {
  for (const auto &one : all_cases(true)) {
    SCOPED_TRACE(one->type());
    const Packets right = one->packets(in_one_piece), pieces = one->packets([] { return 1; });
    for (const bool for_good : {false, true}) {
      bool has_failed = true;
      for (std::uint64_t at = 0; has_failed; ++at) {
        has_failed = false;
        const auto expect_memory_error = [&](auto body) {
          std::string text;
          {
            const FailingNew failing(at, for_good);
            try {
              body();
            } catch (const std::bad_alloc &) {
            } catch (const autolink::error &error) {
              const FailingNew::Pause pause;
              text = error.al_class() == AL_ERR_MEMORY ? "" : error.what();
            }
            has_failed = has_failed || failing.has_failed();
          }
          EXPECT_EQ(text, "") << "allocation " << at;
        };
        const auto target = one->target(), other = one->target();
        expect_memory_error([&] { one->packets(in_one_piece); });
        expect_memory_error([&] { target->read(right); });
        expect_memory_error([&] { other->read(pieces); });
      }
    }
  }
}

/// Circles of objects whose constructor throws at each one in turn, or whose message ends there.
TEST(ObjectFailures, CirclesAreTakenApart) {
  const auto root = std::make_shared<Fragile>();
  for (int i = 0; i < 10; ++i) {
    const auto more = std::make_shared<Fragile>();
    more->next = root->next ? root->next : root;
    root->next = more;
    more->others = i % 3 ? std::make_shared<std::vector<std::shared_ptr<Fragile>>>() : root->next->others;
    if (more->others)
      more->others->assign(3, more);
  }
  const Packets packets = packets_of(root, in_one_piece);
  const int live = Fragile::live;
  std::shared_ptr<Fragile> kept = root;
  for (int i = 0; i < 11; ++i) {
    Fragile::throw_in = i;
    EXPECT_EQ(thrown_by([&] { read(kept, packets); }), "constructor of the test");
    EXPECT_EQ(Fragile::live, live) << i;
  }
  for (std::size_t i = 0; i < packets[0].size(); ++i) {
    Packets cut = packets;
    cut[0].resize(i);
    EXPECT_NE(thrown_by([&] { read(kept, cut); }), "");
    EXPECT_EQ(Fragile::live, live) << i;
  }
  EXPECT_EQ(kept, root);
  for (std::shared_ptr<Fragile> next = root; next;) {
    next->others.reset();
    next = std::exchange(next->next, nullptr);
  }
}

TEST(ObjectFailures, ArrivedThrows) {
  std::vector<Total> totals(5);
  const Packets packets = packets_of(totals, in_one_piece);
  for (int i = 0; i < 5; ++i) {
    std::vector<Total> kept(1);
    kept[0].own = 7;
    Total::throw_in = i;
    EXPECT_EQ(thrown_by([&] { read(kept, packets); }), "arrived() of the test");
    ASSERT_EQ(kept.size(), 1u);
    EXPECT_EQ(kept[0].own, 7u);
  }
}

// ------------------------------------------------------------------------------------------------ long chains

constexpr int chain_nodes = AUTOMAP_IS_SANITIZED ? 500'000 : 1'000'000;

template <typename C, typename Next> C chain(Next next) {
  C root;
  C *at = &root;
  for (int i = 1; i < chain_nodes; ++i) {
    at = next(*at);
    at->number = i;
  }
  return root;
}

/// Sends a chain from and to a small stack, and takes it apart, also after the message has been cut.
template <typename C, typename Next, typename Follow> void expect_constant_stack(Next next, Follow follow) {
  on_small_stack([&] {
    C root = chain<C>(next);
    Packets packets = packets_of(root, in_one_piece);
    EXPECT_GT(packets.size(), 2u);
    {
      C copy;
      read(copy, packets);
      int n = 0;
      for (const C *at = &copy; at; at = follow(*at))
        EXPECT_EQ(at->number, n++);
      EXPECT_EQ(n, chain_nodes);
      autolink::destroy(copy);
    }
    packets.back().pop_back();
    C copy;
    EXPECT_NE(thrown_by([&] { read(copy, packets); }), "");
    EXPECT_FALSE(follow(copy));
    autolink::destroy(root);
    EXPECT_FALSE(follow(root));
  });
}

TEST(ObjectChains, OfUniquePointers) {
  expect_constant_stack<Chain>([](Chain &one) { return (one.next = std::make_unique<Chain>()).get(); },
                               [](const Chain &one) { return one.next.get(); });
}
TEST(ObjectChains, OfSharedPointers) {
  expect_constant_stack<SharedChain>(
      [](SharedChain &one) { return (one.next = std::make_shared<SharedChain>()).get(); },
      [](const SharedChain &one) { return one.next.get(); });
}
TEST(ObjectChains, OfVectors) {
  expect_constant_stack<Nested>([](Nested &one) { return &one.inner.emplace_back(); },
                                [](const Nested &one) { return one.inner.empty() ? nullptr : &one.inner[0]; });
}

/// When memory has run out for good, a chain that has come in part is taken apart without more.
TEST(ObjectChains, AreFreedWithoutMemory) {
  on_small_stack([] {
    Chain root = chain<Chain>([](Chain &one) { return (one.next = std::make_unique<Chain>()).get(); });
    const Packets packets = packets_of(root, in_one_piece);
    autolink::destroy(root);
    bool is_caught = false;
    const FailingNew failing(chain_nodes / 2, true);
    try {
      Chain copy;
      read(copy, packets);
    } catch (const autolink::error &) {
      is_caught = true;
    } catch (const std::bad_alloc &) {
      is_caught = true;
    }
    EXPECT_TRUE(is_caught);
  });
}

} // namespace
} // namespace objects
