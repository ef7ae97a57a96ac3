// C++ objects with what automap has read of their classes, from rank to rank.
#include "objects.hpp"
#include "al_objects.hpp"
#include "linked.h"

#include <autolink/autolink.hpp>

#include <algorithm>
#include <map>
#include <random>

namespace objects {
namespace {

/// Sends an object to the next rank, and returns what comes from the one before.
template <typename T> T pass_on(const T &object) {
  auto sent = autolink::isend(object, (rank + 1) % size, 0, MPI_COMM_WORLD);
  T out = autolink::recv<T>((rank + size - 1) % size, 0, MPI_COMM_WORLD);
  sent.wait();
  return out;
}

world make_world() {
  world out;
  for (int i = 0; i < 40; ++i)
    out.all_parts.emplace_back(i);
  auto diamond = std::make_unique<bottom>();
  diamond->title = "diamond";
  diamond->left_words = {"a", "b"};
  diamond->right_numbers = {3, 1, 2};
  diamond->now = state::closed;
  out.things.push_back(std::move(diamond));
  out.things.push_back(nullptr);
  auto single = std::make_unique<alone>(alone::create(7));
  single->title = std::string(10'000, 't');
  out.things.push_back(std::move(single));
  out.things.push_back(std::make_unique<valued_short>());
  auto shared = std::make_shared<bottom>();
  shared->left_words = {"shared"};
  out.favourite = shared;
  out.remembered = shared;
  out.forgotten = std::make_shared<bottom>();
  for (int i = 0; i < 30'000; ++i)
    out.points.push_back({1.0 * i, 2.0 * i});
  out.picked = &out.points[12'345];
  out.numbers.rows = {{"one", 1}, {"two", 2}};
  out.numbers.by_value[4] = {1, 2, 3};
  out.numbers.sorted.emplace().keys = {5, 6};
  out.words.by_value["key"] = {9};
  out.choice = std::vector<std::string>{"x", "y"};
  out.mixed = {state::closed, 1.5L, std::make_unique<point>(point{3, 4})};
  return out;
}

TEST(Objects, ArriveAsTheyWere) {
  const world sent = make_world();
  const world got = pass_on(sent);
  EXPECT_TRUE(got.all_parts == sent.all_parts);
  EXPECT_EQ(got.all_parts[5].cache, -1) << "what is left out keeps what the constructor gave it";
  ASSERT_EQ(got.things.size(), 4u);
  const auto *const diamond = dynamic_cast<const bottom *>(got.things[0].get());
  ASSERT_TRUE(diamond);
  EXPECT_EQ(diamond->title, "diamond");
  EXPECT_EQ(diamond->left_words, (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(diamond->right_numbers, (std::set<int>{1, 2, 3}));
  EXPECT_EQ(diamond->now, state::closed);
  EXPECT_EQ(got.things[1], nullptr);
  ASSERT_TRUE(dynamic_cast<const alone *>(got.things[2].get()));
  EXPECT_EQ(got.things[2]->kind(), 7);
  EXPECT_EQ(got.things[2]->title.size(), 10'000u);
  EXPECT_TRUE(dynamic_cast<const valued_short *>(got.things[3].get()));
  EXPECT_EQ(got.remembered.lock(), got.favourite);
  EXPECT_TRUE(got.forgotten.expired());
  EXPECT_EQ(got.points, sent.points);
  EXPECT_EQ(got.picked, &got.points[12'345]);
  EXPECT_EQ(got.numbers.rows, sent.numbers.rows);
  EXPECT_EQ(got.numbers.by_value, sent.numbers.by_value);
  EXPECT_EQ(got.numbers.sorted->keys, sent.numbers.sorted->keys);
  EXPECT_EQ(got.words.by_value, sent.words.by_value);
  EXPECT_EQ(std::get<2>(got.choice), std::get<2>(sent.choice));
  EXPECT_EQ(std::get<1>(got.mixed), 1.5L);
  EXPECT_EQ(*std::get<2>(got.mixed), (point{3, 4}));
}

TEST(Objects, TellTheirClassWhenAllHasArrived) {
  tree root;
  root.id = 1;
  root.children.resize(2);
  root.children[0].id = 2;
  root.children[0].next = std::make_unique<tree>();
  root.children[0].next->id = 3;
  root.named["x"].id = 4;
  tree::arrivals.clear();
  const tree got = pass_on(root);
  ASSERT_EQ(tree::arrivals.size(), 5u);
  EXPECT_EQ(tree::arrivals.back(), 1) << "contained objects come first";
  const auto place = [](int id) { return std::find(tree::arrivals.begin(), tree::arrivals.end(), id); };
  EXPECT_LT(place(3), place(2));
  EXPECT_EQ(got.children[0].next->id, 3);
  EXPECT_EQ(got.named.at("x").id, 4);
}

TEST(Objects, AreWhereTheyStayWhenTheirFunctionIsCalled) {
  family root;
  root.kids.resize(2);
  for (const bool waits : {false, true}) {
    auto sent = autolink::isend(root, (rank + 1) % size, 0, MPI_COMM_WORLD);
    family got;
    if (waits)
      autolink::irecv(got, sender(), 0, MPI_COMM_WORLD).wait();
    else
      autolink::recv(got, sender(), 0, MPI_COMM_WORLD);
    sent.wait();
    ASSERT_EQ(got.kids.size(), 2u);
    EXPECT_EQ(got.kids.front().parent, &got);
  }
}

TEST(Objects, ThatCanOnlyBeCopiedAreWhereTheyStay) {
  mesh sent;
  sent.values = {1, 5, 2};
  sent.largest = &sent.values[1];
  for (const bool waits : {false, true}) {
    auto sending = autolink::isend(sent, (rank + 1) % size, 0, MPI_COMM_WORLD);
    mesh got;
    got.values = {7, 8};
    if (waits)
      autolink::irecv(got, sender(), 0, MPI_COMM_WORLD).wait();
    else
      autolink::recv(got, sender(), 0, MPI_COMM_WORLD);
    sending.wait();
    EXPECT_EQ(got.values, sent.values);
    EXPECT_EQ(got.largest, &got.values[1]);
    EXPECT_EQ(got.begin, got.values.data());
  }
}

TEST(Objects, AreKeysBesideOtherPointersToThem) {
  club sent;
  for (const char *name : {"Noether", "Germain", "Kowalewskaja", "Agnesi", "Hypatia"}) {
    sent.founders.push_back(std::make_shared<person>());
    sent.founders.back()->name = name;
  }
  sent.president = sent.founders[1];
  sent.founders[2]->partner = sent.founders[3];
  sent.members = {sent.founders.begin(), sent.founders.end()};
  sent.guests = {sent.founders.begin(), sent.founders.end()};
  for (const auto &one : sent.founders)
    sent.fees[one] = static_cast<double>(one->name.size());
  const club got = pass_on(sent);
  ASSERT_EQ(got.founders.size(), 5u);
  EXPECT_EQ(got.president, got.founders[1]);
  EXPECT_EQ(got.founders[2]->partner.lock(), got.founders[3]);
  EXPECT_TRUE(std::is_sorted(got.members.begin(), got.members.end(), by_name()));
  EXPECT_EQ(got.members.size() + got.guests.size() + got.fees.size(), 15u);
  for (const auto &one : got.founders) {
    const auto member = got.members.find(one);
    const auto guest = got.guests.find(one);
    ASSERT_TRUE(member != got.members.end() && guest != got.guests.end());
    EXPECT_TRUE(*member == one && *guest == one);
    EXPECT_EQ(got.fees.at(one), static_cast<double>(one->name.size()));
  }
}

TEST(Objects, AreToldAfterWhatTheyShare) {
  measuring sent;
  for (int i = 1; i <= 3; ++i) {
    sent.others.push_back(std::make_shared<measuring>());
    sent.others.back()->all = sent.others[0]->all;
    sent.others.back()->all.push_back(std::make_shared<measured>());
    sent.others.back()->all.back()->value = i;
    sent.others.back()->others.assign(sent.others.begin(), sent.others.end() - 1);
    sent.others[0]->all = sent.others.back()->all;
  }
  const measuring got = pass_on(sent);
  EXPECT_EQ(got.others[0]->sum, 2 + 4 + 6);
  EXPECT_EQ(got.others[1]->sum, 2 + 4 + 12);
  EXPECT_EQ(got.others[2]->sum, 2 + 4 + 6 + 12 + 18);
  EXPECT_EQ(got.sum, 12 + 18 + 42);
}

TEST(Objects, AreToldAfterTheirVirtualBases) {
  both_measured sent;
  sent.value = 5;
  const both_measured got = pass_on(sent);
  EXPECT_EQ(got.twice, 10);
  EXPECT_EQ(got.thrice, 15);
}

TEST(Objects, AreTakenApartInChainsOfArrays) {
  link first;
  int n_sent = 0;
  for (link *at = &first; n_sent < 300'000; ++n_sent) {
    at->n = 1;
    at->next = std::make_unique<link[]>(1);
    at = &at->next[0];
  }
  std::vector<std::byte> bytes = autolink::pack(first);
  autolink::destroy(first);
  EXPECT_EQ(first.next, nullptr);
  {
    link copy = autolink::unpack<link>(bytes);
    int n_got = 0;
    for (const link *at = &copy; at->next; at = &at->next[0])
      ++n_got;
    EXPECT_EQ(n_got, n_sent);
    autolink::destroy(copy);
  }
  bytes.pop_back();
  EXPECT_THROW(autolink::unpack<link>(bytes), autolink::error);
}

/// Weak pointers arrive if what they lead to is in the same part of a tree, and otherwise as NULL.
TEST(Objects, ArePartsOfATree) {
  std::size_t n_arrived = 0, n_lost = 0;
  for (unsigned seed = 0; seed < 20; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::mt19937 random(seed);
    octant top;
    std::vector<octant *> all{&top};
    for (int i = 1; i < 300; ++i) {
      octant *parent = all[random() % all.size()];
      auto &added = parent->children.emplace_back(std::make_unique<octant>());
      added->id = i;
      added->parent = parent;
      all.push_back(added.get());
    }
    const auto any = [&] { return random() % 4 ? all[random() % all.size()] : nullptr; };
    for (octant *one : all) {
      one->near = {any(), any()};
      for (const int *&id : one->ids)
        if (const octant *to = any())
          id = &to->id;
    }
    const std::unique_ptr<octant> &part = top.children[random() % top.children.size()];
    const auto got = pass_on(part);
    ASSERT_TRUE(got);
    std::map<const void *, octant *> copies;
    std::vector<std::pair<const octant *, octant *>> pairs{{part.get(), got.get()}};
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      const auto [a, b] = pairs[i];
      copies[a] = b;
      ASSERT_EQ(a->id, b->id);
      ASSERT_EQ(a->children.size(), b->children.size());
      for (std::size_t j = 0; j < a->children.size(); ++j)
        pairs.emplace_back(a->children[j].get(), b->children[j].get());
    }
    const auto copy_of = [&](const octant *one) {
      const auto found = copies.find(one);
      if (one)
        ++(found == copies.end() ? n_lost : n_arrived);
      return found == copies.end() ? nullptr : found->second;
    };
    for (const auto &[a, b] : pairs) {
      EXPECT_EQ(b->parent, copy_of(a->parent));
      for (std::size_t i = 0; i < 2; ++i)
        EXPECT_EQ(b->near[i], copy_of(a->near[i]));
      for (std::size_t i = 0; i < 3; ++i) {
        const auto owner = std::find_if(all.begin(), all.end(), [&](octant *one) { return &one->id == a->ids[i]; });
        const octant *copy = owner == all.end() ? nullptr : copy_of(*owner);
        EXPECT_EQ(b->ids[i], copy ? &copy->id : nullptr);
      }
    }
  }
  EXPECT_GT(n_arrived, 500u);
  EXPECT_GT(n_lost, 500u);
}

TEST(Objects, OfArraysAreFreedWithTheirOwnLengths) {
  std::vector<parts> one;
  one.emplace_back(200);
  const std::vector<std::byte> bytes = autolink::pack(one);
  for (std::size_t size = 0; size < bytes.size(); size += size < 200 ? 1 : 97)
    EXPECT_THROW(autolink::unpack<std::vector<parts>>(bytes.data(), size), autolink::error);
}

TEST(Objects, OfNumbersKeepWhatTheirConstructorGives) {
  counters sent;
  sent.all.resize(2);
  sent.last = std::make_unique<counter>();
  int other = 0;
  for (counter *one : {&sent.all[0], &sent.all[1], sent.last.get()}) {
    one->n = rank + ++other;
    one->scratch = &other;
    one->next = nullptr;
    one->log.clear();
    one->up = &sent.all[0];
  }
  const auto expect_arrived = [](const counter &one, int n, const counter *up) {
    EXPECT_EQ(one.n, sender() + n);
    EXPECT_EQ(one.scratch, &counter::own);
    ASSERT_TRUE(one.next);
    EXPECT_EQ(one.next(), 5);
    EXPECT_EQ(one.log, (std::vector<int>{1, 2}));
    EXPECT_EQ(one.up, up);
  };
  const counters got = pass_on(sent);
  expect_arrived(got.all[0], 1, &got.all[0]);
  expect_arrived(got.all[1], 2, &got.all[0]);
  expect_arrived(*got.last, 3, &got.all[0]);
  expect_arrived(pass_on(sent.all[1]), 2, nullptr);
}

TEST(Objects, ArePackedIntoMemory) {
  const std::vector<std::byte> bytes = autolink::pack(make_world());
  const auto got = autolink::unpack<world>(bytes);
  EXPECT_EQ(got.points.size(), 30'000u);
  EXPECT_EQ(got.picked, &got.points[12'345]);
  for (std::size_t size = 0; size < 2'000; ++size)
    EXPECT_THROW(autolink::unpack<world>(bytes.data(), size), autolink::error);
}

TEST(Objects, WhosePointersLeadElsewhereAreErrors) {
  world sent = make_world();
  const point outside;
  sent.picked = &outside;
  try {
    autolink::pack(sent);
    FAIL();
  } catch (const autolink::error &error) {
    EXPECT_NE(std::string(error.what())
                  .find("objects::world.picked, a plain pointer to objects::point, leads to "
                        "something that nothing in the object owns"),
              std::string::npos)
        << error.what();
  }
}

class unseen : public base {
public:
  int kind() const override { return 0; }
};

TEST(Objects, OfClassesThatNobodyHasReadAreErrors) {
  world sent = make_world();
  sent.things.push_back(std::make_unique<unseen>());
  if (size == 1) {
    EXPECT_THROW(autolink::pack(sent), autolink::error);
    return;
  }
  try {
    if (rank == 0)
      autolink::send(sent, 1, 0, MPI_COMM_WORLD);
    else
      autolink::recv<world>(0, 0, MPI_COMM_WORLD);
    FAIL();
  } catch (const autolink::error &error) {
    EXPECT_EQ(error.al_class(), rank == 0 ? AL_ERR_STRUCTURE : AL_ERR_SENDER) << error.what();
    if (rank == 0) {
      EXPECT_NE(std::string(error.what()).find("unseen, which automap has not seen"), std::string::npos);
    }
  }
}

} // namespace
} // namespace objects

int main(int argc, char **argv) { return run_linked(argc, argv); }
