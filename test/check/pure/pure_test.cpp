// Tests the parts of the checker that do not use MPI: matching records to receives, groups of records, signatures as
// bytes, overlap, the hash map and references.
#include "check/pure/call_lane.h"
#include "check/pure/hash_map.h"
#include "check/pure/overlap.h"
#include "check/pure/posted_receives.h"
#include "check/pure/record_groups.h"
#include "check/pure/signature_wire.h"

#include "layout/signature.h"
#include "layout/type_map.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <memory>
#include <random>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace {

using namespace automap::check;
using namespace automap::layout;

TypeTree leaf(BasicTypeId id, std::uint32_t size) { return TypeTree::leaf({id, size}); }
const TypeTree of_int = leaf(BasicTypeId::INT, 4), of_double = leaf(BasicTypeId::DOUBLE, 8),
               of_char = leaf(BasicTypeId::CHAR, 1);

using Receives = PostedReceives<int>;

/// Whether the next receive of `envelope` is paired at once: none waits or is lost, and no pending one could match.
template <typename Receive> bool none_is_left(PostedReceives<Receive> &receives, SourceAndTag envelope) {
  return receives.match_next(receives.take_place(), envelope, false, envelope);
}

/// Records what is paired and what is dropped, in order.
struct Sink {
  std::vector<int> paired, dropped;
  auto pair() {
    return [this](int receive, SourceAndTag) { paired.push_back(receive); };
  }
  auto drop() {
    return [this](int receive) { dropped.push_back(receive); };
  }
};

TEST(PostedReceives, WaitsForAnEarlierWildcard) {
  Receives receives;
  Sink sink;
  const auto first = receives.post({any, 3}), second = receives.post({0, 3});
  receives.match(second, {0, 3}, true, {0, 3}, 2, sink.pair(), sink.drop());
  EXPECT_TRUE(sink.paired.empty());
  receives.match(first, {any, 3}, true, {0, 3}, 1, sink.pair(), sink.drop());
  EXPECT_EQ(sink.paired, (std::vector{1, 2}));
  EXPECT_TRUE(none_is_left(receives, {0, 3}));
}

TEST(PostedReceives, DoesNotWaitForOtherTags) {
  Receives receives;
  Sink sink;
  receives.post({0, 4});
  receives.post({1, any});
  const auto third = receives.post({0, 3});
  receives.match(third, {0, 3}, true, {0, 3}, 3, sink.pair(), sink.drop());
  EXPECT_EQ(sink.paired, (std::vector{3}));
}

TEST(PostedReceives, GoesOnWhereTheEarlierOneIsCancelled) {
  Receives receives;
  Sink sink;
  const auto first = receives.post({any, any});
  receives.match(receives.take_place(), {0, 3}, false, {0, 3}, 2, sink.pair(), sink.drop());
  EXPECT_TRUE(sink.paired.empty());
  receives.withdraw(first, {any, any}, sink.pair(), sink.drop());
  EXPECT_EQ(sink.paired, (std::vector{2}));
}

TEST(PostedReceives, DropsWhatMayFollowALostOne) {
  Receives receives;
  Sink sink;
  receives.match(receives.take_place(), {0, 3}, false, {0, 3}, 1, sink.pair(), sink.drop());
  const auto lost = receives.post({0, any});
  receives.lose(lost, {0, any}, true, sink.pair(), sink.drop());
  receives.match(receives.take_place(), {0, 3}, false, {0, 3}, 2, sink.pair(), sink.drop());
  receives.match(receives.take_place(), {1, 3}, false, {1, 3}, 3, sink.pair(), sink.drop());
  EXPECT_EQ(sink.paired, (std::vector{1, 3}));
  EXPECT_EQ(sink.dropped, (std::vector{2}));
}

/// Compares with MPI's matching itself: receives and messages come in a random order, and matched receives are seen in
/// another.
TEST(PostedReceives, PairsAsMpiMatches) {
  for (unsigned seed = 0; seed < 2000; ++seed) {
    SCOPED_TRACE(seed);
    std::mt19937 random(seed);
    const auto below = [&](int limit) { return std::uniform_int_distribution(0, limit - 1)(random); };
    struct Posted {
      SourceAndTag pattern;
      Receives::Place place;
      int message = -1;
    };
    struct Message {
      SourceAndTag envelope;
      int taken_by = -1;
    };
    Receives receives;
    std::vector<Posted> posted;
    std::vector<Message> sent;
    std::vector<int> unseen; // receives that have matched
    // The messages and the paired receives of each envelope.
    std::map<std::pair<int, int>, std::vector<int>> records, paired;
    const auto pair = [&](int receive, SourceAndTag envelope) {
      paired[{envelope.source, envelope.tag}].push_back(receive);
    };
    const auto drop = [](int) { FAIL(); };
    for (int step = 0; step < 60; ++step) {
      if (const int what = below(4); what == 0) {
        const SourceAndTag pattern{below(3) ? below(2) : any, below(3) ? below(2) : any};
        Posted receive{pattern, receives.post(pattern)};
        for (std::size_t m = 0; m < sent.size(); ++m)
          if (sent[m].taken_by < 0 && (pattern.source == any || pattern.source == sent[m].envelope.source) &&
              (pattern.tag == any || pattern.tag == sent[m].envelope.tag)) {
            receive.message = static_cast<int>(m);
            sent[m].taken_by = static_cast<int>(posted.size());
            unseen.push_back(static_cast<int>(posted.size()));
            break;
          }
        posted.push_back(receive);
      } else if (what == 1) {
        Message message{{below(2), below(2)}};
        records[{message.envelope.source, message.envelope.tag}].push_back(static_cast<int>(sent.size()));
        for (std::size_t r = 0; r < posted.size(); ++r)
          if (posted[r].message == -1 &&
              (posted[r].pattern.source == any || posted[r].pattern.source == message.envelope.source) &&
              (posted[r].pattern.tag == any || posted[r].pattern.tag == message.envelope.tag)) {
            posted[r].message = static_cast<int>(sent.size());
            message.taken_by = static_cast<int>(r);
            unseen.push_back(static_cast<int>(r));
            break;
          }
        sent.push_back(message);
      } else if (what == 2 && !unseen.empty()) {
        const auto next = unseen.begin() + below(static_cast<int>(unseen.size()));
        const Posted &receive = posted[static_cast<std::size_t>(*next)];
        const SourceAndTag envelope = sent[static_cast<std::size_t>(receive.message)].envelope;
        if (below(2) && receives.match_next(receive.place, receive.pattern, true, envelope))
          pair(*next, envelope);
        else
          receives.match(receive.place, receive.pattern, true, envelope, *next, pair, drop);
        unseen.erase(next);
      } else if (what == 3 && !posted.empty()) {
        Posted &receive = posted[static_cast<std::size_t>(below(static_cast<int>(posted.size())))];
        if (receive.message == -1) {
          receive.message = -2; // cancelled
          receives.withdraw(receive.place, receive.pattern, pair, drop);
        }
      }
    }
    for (const int r : unseen) {
      const Posted &receive = posted[static_cast<std::size_t>(r)];
      receives.match(receive.place, receive.pattern, true, sent[static_cast<std::size_t>(receive.message)].envelope, r,
                     pair, drop);
    }
    for (const auto &[envelope, list] : paired)
      for (std::size_t i = 0; i < list.size(); ++i)
        ASSERT_EQ(posted[static_cast<std::size_t>(list[i])].message, records[envelope][i]);
  }
}

TEST(PostedReceives, MatchesTheNextOneAtOnce) {
  Receives receives;
  Sink sink;
  EXPECT_TRUE(receives.match_next(receives.take_place(), {0, 3}, false, {0, 3}));
  const auto first = receives.post({0, 3}), second = receives.post({0, 3}), third = receives.post({1, 3});
  EXPECT_FALSE(receives.match_next(second, {0, 3}, true, {0, 3}));
  EXPECT_TRUE(receives.match_next(third, {1, 3}, true, {1, 3}));
  receives.match(second, {0, 3}, true, {0, 3}, 2, sink.pair(), sink.drop());
  EXPECT_FALSE(receives.match_next(first, {0, 3}, true, {0, 3})); // the second one waits for the first
  receives.match(first, {0, 3}, true, {0, 3}, 1, sink.pair(), sink.drop());
  EXPECT_EQ(sink.paired, (std::vector{1, 2}));
  EXPECT_TRUE(none_is_left(receives, {0, 3}));
  EXPECT_TRUE(none_is_left(receives, {1, 3}));
}

TEST(PostedReceives, KnowsWhatMayMatch) {
  Receives receives;
  Sink sink;
  EXPECT_FALSE(receives.may_match({0, 3}));
  const auto first = receives.post({0, 3}), second = receives.post({any, 4});
  EXPECT_TRUE(receives.may_match({0, 3}));
  EXPECT_FALSE(receives.may_match({1, 3}));
  EXPECT_TRUE(receives.may_match({1, 4}));
  receives.match(first, {0, 3}, true, {0, 3}, 1, sink.pair(), sink.drop());
  receives.withdraw(second, {any, 4}, sink.pair(), sink.drop());
  EXPECT_FALSE(receives.may_match({0, 3}));
  EXPECT_FALSE(receives.may_match({1, 4}));
}

TEST(PostedReceives, GivesUpWhatFollowsALostOne) {
  Receives receives;
  Sink sink;
  const auto first = receives.post({0, 3}), lost = receives.post({any, 3}), third = receives.post({0, 3});
  receives.lose(lost, {any, 3}, true, sink.pair(), sink.drop());
  EXPECT_TRUE(receives.any_lost());
  EXPECT_FALSE(receives.is_given_up({0, 3})); // the first one will need its record
  EXPECT_TRUE(receives.is_given_up({1, 3}));
  EXPECT_FALSE(receives.is_given_up({0, 4}));
  receives.match(third, {0, 3}, true, {0, 3}, 3, sink.pair(), sink.drop());
  EXPECT_FALSE(receives.is_given_up({0, 3}));
  receives.match(first, {0, 3}, true, {0, 3}, 1, sink.pair(), sink.drop());
  EXPECT_TRUE(receives.is_given_up({0, 3}));
  EXPECT_EQ(sink.paired, (std::vector{1}));
  EXPECT_EQ(sink.dropped, (std::vector{3}));
}

/// A receive that counts how often it is moved, because each look moves it.
struct MovedReceive {
  explicit MovedReceive(std::int64_t &counter) : moves(&counter) {}
  MovedReceive(MovedReceive &&other) : moves(other.moves) { ++*moves; }

  std::int64_t *moves;
};

/// Returns how often a receive is moved on average while n of them are completed in a given order.
enum class Order { as_posted, reverse, random, reverse_behind_wildcards };
std::int64_t moves_each(int n, Order order) {
  PostedReceives<MovedReceive> receives;
  std::vector<std::pair<Receives::Place, SourceAndTag>> open, wildcards;
  int paired = 0;
  std::int64_t moves = 0;
  const auto pair = [&](MovedReceive &&, SourceAndTag) { ++paired; };
  const auto drop = [](MovedReceive &&) { FAIL(); };
  const auto complete = [&](const auto &receive) {
    const auto [place, pattern] = receive;
    const SourceAndTag envelope{pattern.source == any ? 1 : pattern.source, pattern.tag == any ? 7 : pattern.tag};
    receives.match(place, pattern, true, envelope, MovedReceive(moves), pair, drop);
  };
  if (order == Order::reverse_behind_wildcards)
    for (const SourceAndTag pattern : {SourceAndTag{any, 3}, SourceAndTag{0, any}, SourceAndTag{any, any}})
      for (int i = 0; i < n; ++i)
        wildcards.emplace_back(receives.post(pattern), pattern);
  for (int i = 0; i < n; ++i) {
    const SourceAndTag pattern{0, order == Order::random ? 3 + i % 2 : 3};
    open.emplace_back(receives.post(pattern), pattern);
  }
  if (order == Order::random)
    std::shuffle(open.begin(), open.end(), std::mt19937(1));
  else if (order != Order::as_posted)
    std::ranges::reverse(open);
  for (const auto &receive : open)
    complete(receive);
  for (const auto &receive : wildcards)
    complete(receive);
  EXPECT_EQ(paired, static_cast<int>(open.size() + wildcards.size()));
  for (const SourceAndTag envelope : {SourceAndTag{0, 3}, SourceAndTag{0, 4}, SourceAndTag{1, 7}})
    EXPECT_TRUE(none_is_left(receives, envelope));
  return moves / paired;
}

TEST(PostedReceives, TakeAFewLooksEach) {
  constexpr int most = 4 * 2 + 1; // it waits four times at most, and each time moves it twice
  for (const Order order : {Order::as_posted, Order::reverse, Order::random, Order::reverse_behind_wildcards}) {
    SCOPED_TRACE(static_cast<int>(order));
    EXPECT_LE(moves_each(10'000, order), most);
  }
}

/// A record of several bytes.
struct Words {
  explicit Words(std::span<const char> bytes) : text(bytes.begin(), bytes.end()) {}
  explicit Words(std::string words) : text(std::move(words)) {}

  std::string text;
  std::span<const char> bytes() const { return text; }
};
using Key = std::shared_ptr<const std::string>;
using Writer = GroupWriter<Key>;
using Reader = GroupReader<Words>;

/// Returns what a reader gets from a group: a tag and a text for each message.
std::vector<std::pair<int, std::string>> messages_of(Reader &reader, std::span<const char> group) {
  std::vector<std::pair<int, std::string>> out;
  reader.read(group, [&](int tag, const Ref<const Words> &words, int times) {
    out.insert(out.end(), static_cast<std::size_t>(times), {tag, words->text});
  });
  return out;
}

TEST(RecordGroups, GiveTheMessagesBackInOrder) {
  for (unsigned seed = 0; seed < 200; ++seed) {
    SCOPED_TRACE(seed);
    std::mt19937 random(seed);
    const auto below = [&](int limit) { return std::uniform_int_distribution(0, limit - 1)(random); };
    const int n_keys = 1 + below(seed % 2 ? 4 : 200); // few, or perhaps more than there are slots
    std::vector<Key> keys;
    for (int i = 0; i < n_keys; ++i)
      keys.push_back(std::make_shared<const std::string>(static_cast<std::size_t>(below(40)), 'a' + i % 26));
    Writer writer;
    Reader reader;
    for (int group = 0; group < 20; ++group) {
      std::vector<std::pair<int, std::string>> sent;
      for (int i = below(100); i > 0; --i) {
        const int key = below(n_keys), tag = below(3);
        for (int times = 1 + below(4); times > 0; --times) {
          const auto &words = keys[static_cast<std::size_t>(key)];
          writer.add(words, tag, [&] { return Words(*words); });
          sent.emplace_back(tag, *words);
        }
      }
      EXPECT_EQ(writer.count(), static_cast<int>(sent.size()));
      const std::size_t most = writer.size_bytes();
      const std::vector<char> bytes = writer.take();
      EXPECT_LE(bytes.size(), most);
      EXPECT_EQ(messages_of(reader, bytes), sent);
    }
  }
}

TEST(RecordGroups, SayWhatIsNewAlone) {
  const auto words = std::make_shared<const std::string>("some words");
  Writer writer;
  int asked = 0;
  const auto record = [&] {
    ++asked;
    return Words(*words);
  };
  for (int i = 0; i < 100'000; ++i)
    writer.add(words, 7, record);
  const std::size_t once = sizeof(GroupItem) + sizeof(SlotDefinition) + words->size();
  EXPECT_EQ(writer.take().size(), once + 2 * sizeof(GroupItem)); // a run has at most 65,535 messages
  writer.add(words, 7, record);
  EXPECT_EQ(writer.take().size(), sizeof(GroupItem));
  EXPECT_EQ(asked, 1);
}

TEST(RecordGroups, RefuseNonsense) {
  std::mt19937 random(1);
  for (int i = 0; i < 20000; ++i) {
    std::vector<char> bytes(random() % 64);
    for (char &byte : bytes)
      byte = static_cast<char>(random() % 5 ? random() % 3 : random());
    Reader reader;
    for (const auto &[tag, text] : messages_of(reader, bytes)) {
      EXPECT_LT(text.size(), bytes.size());
    }
  }
  Reader reader;
  EXPECT_TRUE(messages_of(reader, std::vector<char>{1, 0, 5, 0}).empty()); // an empty slot
}

/// Pairs are compared with those of calls with the same numbers. What comes early, late or in runs makes no difference.
TEST(CallLane, PairsWhatBelongsToOneCall) {
  for (unsigned seed = 0; seed < 300; ++seed) {
    SCOPED_TRACE(seed);
    std::mt19937 random(seed);
    const auto below = [&](int limit) { return std::uniform_int_distribution(0, limit - 1)(random); };
    constexpr int calls = 60;
    const bool have_several = seed % 3 == 0;
    std::map<int, std::vector<int>> expected, sent;
    int last_sent = 0;
    for (int call = 1; call <= calls; ++call) {
      const int n = have_several ? below(4) : below(4) > 0; // most often of one kind
      const int kind = below(8) == 0 ? below(3) : 0;
      for (int i = 0; i < n; ++i)
        expected[call].push_back(have_several ? below(3) : kind);
      if (below(10) > 0) // else the other rank does not take part as it should
        sent[call] = expected[call];
      else if (below(2) > 0)
        sent[call].push_back(kind);
      std::ranges::shuffle(sent[call], random);
      if (!sent[call].empty())
        last_sent = call;
    }
    std::map<int, std::vector<std::pair<int, int>>> wanted;
    int drops = 0;
    for (const auto &[call, kinds] : expected)
      if (sent[call].empty())
        drops += call < last_sent ? static_cast<int>(kinds.size()) : 0;
      else if (call < last_sent || sent[call].size() >= kinds.size()) // else more might come
        for (std::size_t i = 0; i < kinds.size(); ++i) {
          const bool fits = kinds.size() > 1 && std::ranges::count(sent[call], kinds[i]) > 0;
          wanted[call].emplace_back(kinds[i], fits ? kinds[i] : sent[call][std::min(i, sent[call].size() - 1)]);
        }

    std::vector<std::pair<int, int>> compared, all;
    int dropped = 0;
    CallLane<int, int> lane;
    const auto pair = [&] {
      lane.pair(
          [&](int mine, int theirs, std::int64_t times) { compared.insert(compared.end(), times, {mine, theirs}); },
          [](int mine, int theirs) { return mine == theirs; }, [&](std::int64_t times) { dropped += times; });
    };
    std::vector<std::pair<int, int>> records; // steps and kinds
    int before = 0;
    for (const auto &[call, kinds] : sent)
      for (const int kind : kinds)
        records.emplace_back(call - std::exchange(before, call), kind);
    std::size_t next = 0;
    int call = 0;
    while (call < calls || next < records.size())
      if (call < calls && below(2) > 0) {
        for (const int kind : expected[++call])
          lane.expect(call, kind);
        pair();
      } else if (next < records.size()) {
        std::size_t end = next + 1;
        while (end < records.size() && records[end] == records[next] && below(4) > 0)
          ++end;
        lane.arrive(records[next].first, records[next].second, static_cast<std::int64_t>(end - next));
        next = end;
        pair();
      }
    for (const auto &[number, pairs] : wanted)
      all.insert(all.end(), pairs.begin(), pairs.end());
    EXPECT_EQ(compared, all);
    EXPECT_EQ(dropped, drops);
    std::size_t left = 0;
    for (const auto &[number, kinds] : expected)
      left += kinds.size();
    EXPECT_EQ(lane.expected_count(), static_cast<std::int64_t>(left - compared.size()) - dropped);
  }
}

TEST(HashMap, IsAMap) {
  for (unsigned seed = 0; seed < 100; ++seed) {
    SCOPED_TRACE(seed);
    std::mt19937 random(seed);
    HashMap<int, std::shared_ptr<int>> map;
    std::map<int, std::shared_ptr<int>> plain;
    const unsigned n_keys = 1 + random() % 200;
    for (int step = 0; step < 2000; ++step) {
      const int key = static_cast<int>(random() % n_keys) << (seed % 3 * 12);
      if (random() % 2) {
        map[key] = plain[key] = std::make_shared<int>(step);
      } else if (const auto found = map.find(key)) {
        *found = nullptr;
        map.erase(found);
        plain.erase(key);
      }
      const auto found = map.find(key);
      ASSERT_EQ(static_cast<bool>(found), plain.contains(key));
      ASSERT_EQ(map.empty(), plain.empty());
    }
    for (const auto &[key, value] : plain) {
      const auto found = map.find(key);
      ASSERT_TRUE(found);
      EXPECT_EQ(*found, value);
    }
    std::map<int, std::shared_ptr<int>> visited;
    map.for_each([&](int key, const std::shared_ptr<int> &value) { visited[key] = value; });
    EXPECT_EQ(visited, plain);
  }
}

TEST(Ref, OwnsAsLongAsThereIsOne) {
  for (const bool shared : {false, true}) {
    refs_are_shared = shared;
    const auto inside = std::make_shared<int>(1);
    auto first = Ref<std::shared_ptr<int>>::make(inside);
    EXPECT_TRUE(first.is_only());
    auto second = first;
    EXPECT_EQ(first, second);
    EXPECT_FALSE(second.is_only());
    first = nullptr;
    EXPECT_TRUE(second.is_only());
    EXPECT_EQ(inside.use_count(), 2);
    const auto third = std::move(second);
    EXPECT_FALSE(second); // NOLINT: checks the moved-from state
    EXPECT_EQ(**third, 1);
    second = third;
    second = Ref<std::shared_ptr<int>>::make(inside);
    EXPECT_EQ(inside.use_count(), 3);
  }
  refs_are_shared = false;
}

TEST(SignatureBytes, GiveTheSignatureBack) {
  const TypeTree trees[] = {of_int,
                            TypeTree::empty(),
                            TypeTree::vec(3, 40, TypeTree::struc({0, 8}, {of_double, of_int})),
                            TypeTree::idx({0, 100, 7}, of_char),
                            TypeTree::idxbuc(8, {0, 100, 200}, {3, 0, 500}, of_double),
                            TypeTree::vec(std::int64_t{1} << 40, 8, of_double)};
  for (const TypeTree &tree : trees) {
    SCOPED_TRACE(to_string(tree));
    const auto bytes = signature_bytes(tree, 640);
    ASSERT_TRUE(bytes);
    const auto back = tree_of_signature({bytes->data(), bytes->size()});
    ASSERT_TRUE(back);
    EXPECT_EQ(signature_of(*back), signature_of(tree));
    for (std::size_t n = 0; n < bytes->size(); ++n)
      EXPECT_FALSE(tree_of_signature({bytes->data(), n}));
  }
}

TEST(SignatureBytes, RefuseNonsense) {
  std::mt19937 random(1);
  for (int i = 0; i < 20000; ++i) {
    std::vector<char> bytes(1 + random() % 24);
    for (char &byte : bytes)
      byte = static_cast<char>(random() % 7 ? random() % 4 : random());
    const auto tree = tree_of_signature(bytes);
    if (tree) {
      EXPECT_GE(tree->element_count(), 0);
    }
  }
}

TEST(Overlap, IsThatOfTheTypeMap) {
  EXPECT_EQ(has_overlap(TypeTree::vec(4, 4, of_int), 16, 3), false);
  EXPECT_EQ(has_overlap(TypeTree::vec(4, 3, of_int), 16, 1), true);
  EXPECT_EQ(has_overlap(TypeTree::vec(8, 32, of_int), 4, 8), false); // columns of a matrix
  EXPECT_EQ(has_overlap(TypeTree::vec(8, 32, of_int), 4, 9), true);  // one too many
  EXPECT_EQ(has_overlap(TypeTree::idx({0, 8, 4}, of_int), 12, 5), false);
  for (unsigned seed = 0; seed < 3000; ++seed) {
    std::mt19937 random(seed);
    const auto below = [&](int limit) { return std::uniform_int_distribution(0, limit - 1)(random); };
    const TypeTree part = below(2) ? TypeTree::vec(1 + below(3), 2 * below(8) - 6, of_int)
                                   : TypeTree::struc({below(12), below(12)}, {of_char, of_int});
    const TypeTree tree = below(2) ? TypeTree::idx({4 * below(10), 4 * below(10) + 40}, part)
                                   : TypeTree::idxbuc(below(20), {0, 30}, {below(3), 1 + below(2)}, part);
    auto map = flatten(tree);
    bool overlap = false;
    for (std::size_t i = 0; i < map.size(); ++i)
      for (std::size_t j = 0; j < i; ++j)
        overlap |= map[i].displacement < map[j].displacement + map[j].type.size_bytes &&
                   map[j].displacement < map[i].displacement + map[i].type.size_bytes;
    EXPECT_EQ(has_overlap(tree, 0, 1), overlap) << seed << ' ' << to_string(tree);
  }
}

} // namespace
