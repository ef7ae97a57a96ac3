// Tests of plans without MPI: contents that change between sends, changed shapes, and damaged messages.
#include "amount.h"
#include "failing_new.h"
#include "support.h"

#ifdef HAS_LATE_KINDS
#include "al_routines.h"
#else
#include "figure3_routines.h"
#include "pointer_kinds_routines.h"
#include "weak_kinds_routines.h"
#endif

#include "core/whole/serial.h"
#include "core/whole/structure.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <numeric>
#include <set>
#include <string>

namespace autolink::test {
namespace {

/// A copy of a structure, as AL_Recv makes it.
class Copy {
public:
  Copy(AL_Type type, const void *root, bool use_arena) : plan_(plan_of(type)), use_arena_(use_arena) {
    std::size_t size = 0;
    void *bytes = pack(plan_, root, {}, size);
    root_ = unpack(plan_, bytes, size, {.use_arena = use_arena}, arena_);
    std::free(bytes);
  }
  ~Copy() {
    if (!use_arena_)
      release(plan_, root_, malloc_allocator());
  }
  Copy(const Copy &) = delete;
  Copy &operator=(const Copy &) = delete;
  void *root() const { return root_; }

private:
  const NodePlan &plan_;
  bool use_arena_;
  Arena arena_;
  void *root_;
};

/// A type of the structures, and the code that makes and compares them.
struct Kind {
  const char *name;
  AL_Type type;
  std::function<void *(Made &made, std::size_t n, std::uint64_t seed)> make;
  std::function<std::string(const void *a, const void *b)> difference;
};

template <typename T, typename Make> Kind kind(const char *name, AL_Type type, Make make) {
  return {name, type, make, [](const void *a, const void *b) {
            return difference(static_cast<const T *>(a), static_cast<const T *>(b));
          }};
}

const std::vector<Kind> &kinds() {
  static const std::vector<Kind> all = {
#ifdef HAS_LATE_KINDS
      kind<Parcel>("parcels", AutoLink_Parcel, make_parcels),
#else
      kind<Square>("squares", AutoLink_Square, [](Made &made, std::size_t, std::uint64_t) { return make_figure3(made); }),
#endif
      kind<List>("list", AutoLink_List, make_list),
      kind<Tree>("tree", AutoLink_Tree, make_tree),
      kind<Graph>("graph", AutoLink_Graph, make_graph),
      kind<City>("map", AutoLink_City, make_map),
      kind<Kinds>("kinds", AutoLink_Kinds, make_kinds),
      kind<Cell>("cells", AutoLink_Cell,
                 [](Made &made, std::size_t n, std::uint64_t seed) { return make_cells(made, n, seed); }),
      kind<Twig>("twigs", AutoLink_Twig, make_twigs)};
  return all;
}

const StreamOptions forms[] = {{32768, 1 << 20}, {0, 1024}, {100, 4000}};

/// Returns the error of the body, and its text.
template <typename Body> std::pair<int, std::string> failure(Body body) {
  try {
    body();
    return {0, ""};
  } catch (const Failure &one) {
    return {one.error, one.message};
  }
}

void expect_failure(const std::pair<int, std::string> &is, int error, const std::string &text) {
  EXPECT_EQ(is.first, error) << is.second;
  EXPECT_NE(is.second.find(text), std::string::npos) << is.second;
}

void transfer(const Planned &from, const Planned &to, bool only_changed, const StreamOptions &options = forms[0]) {
  Messages messages;
  send(from, only_changed, options, messages);
  receive(to, messages);
}

TEST(Plans, ContentsArrive) {
  std::uint64_t n_changed = 0;
  for (const Kind &kind : kinds())
    for (std::uint64_t seed = 1; seed <= amount("AUTOLINK_SEEDS", 12); ++seed)
      for (const bool use_arena : {false, true}) {
        SCOPED_TRACE(std::string(kind.name) + ", seed " + std::to_string(seed) + (use_arena ? ", arena" : ""));
        Made made;
        void *const root = kind.make(made, 1 + seed * seed, seed);
        const Copy copy(kind.type, root, use_arena);
        const Planned here = planned(kind.type, root), there = planned(kind.type, copy.root());
        std::mt19937_64 random(seed);
        for (int round = 0; round < 8; ++round) {
          ContentChanges change(random(), round % 4 == 3 ? 0 : round % 2 ? 0.1 : 1);
          const std::uint64_t n = change(*here);
          n_changed += n;
          EXPECT_TRUE(n == 0 || kind.difference(root, copy.root()) != "");
          transfer(here, there, round > 1 && random() % 3 > 0, forms[random() % std::size(forms)]);
          ASSERT_EQ(kind.difference(root, copy.root()), "") << "round " << round;
        }
        if (kind.type == AutoLink_City)
          continue; // here, some Roads are within Cities
        // And back.
        ContentChanges change(seed, 0.5);
        change(*there);
        transfer(there, here, seed % 2, forms[seed % std::size(forms)]);
        ASSERT_EQ(kind.difference(root, copy.root()), "");
      }
  EXPECT_GT(n_changed, 1000u);
}

/// Returns the bytes of contents, without heads and footers of messages.
std::size_t content_bytes(const Planned &plan, const Messages &messages) {
  const std::size_t head = stream_head_bytes(plan->type());
  std::size_t out = 0;
  for (const auto &message : messages)
    out += message.size();
  return messages.size() == 1 ? out - head
                              : out - head - sizeof(wire::Stream) - (messages.size() - 1) * sizeof(wire::Footer);
}

TEST(Plans, OnlyWhatHasChangedIsSent) {
  for (const Kind &kind : kinds())
    for (const StreamOptions &options : forms) {
      SCOPED_TRACE(kind.name);
      if (kind.type == AutoLink_City)
        continue; // some Roads are within Cities, and change with them
      Made made;
      void *const root = kind.make(made, 300, 1);
      const Copy copy(kind.type, root, false);
      const Planned here = planned(kind.type, root), there = planned(kind.type, copy.root());
      Messages all, none;
      send(here, true, options, all);
      receive(there, all);
      EXPECT_EQ(content_bytes(here, all), sizeof(ContentHead) + here->recorded.content_bytes());
      send(here, true, options, none);
      receive(there, none);
      EXPECT_EQ(content_bytes(here, none), sizeof(ContentHead));
      for (int round = 0; round < 20; ++round) {
        // Changes one node, or a row of them, which are the longer part of the contents.
        const RecordedClass &c =
            *std::max_element(here->recorded.classes().begin(), here->recorded.classes().end(),
                              [](const RecordedClass &a, const RecordedClass &b) { return a.size() < b.size(); });
        const std::uint64_t n = round % 2 ? 1 : std::min<std::uint64_t>(5, c.size());
        const std::uint64_t first = (static_cast<std::uint64_t>(round) * 37) % (c.size() - n + 1);
        if (!c.is_record() || c.has_lengths || c.has_choices)
          break; // its bytes may be lengths
        for (std::uint64_t label = first; label < first + n; ++label)
          *(c.element(label, 0) + c.runs[0].offset) ^= std::byte{1};
        Messages some;
        send(here, true, options, some);
        receive(there, some);
        EXPECT_EQ(kind.difference(root, copy.root()), "");
        EXPECT_LE(content_bytes(here, some), sizeof(ContentHead) + n * (sizeof(RunHead) + c.content_bytes));
      }
    }
}

/// Returns a list of all pointers of a structure that are part of its shape: where they are, and how texts name them.
std::vector<std::pair<std::byte *, std::string>> all_pointers(const Planned &plan) {
  std::vector<std::pair<std::byte *, std::string>> out;
  for (const NodeClass &c : plan->recorded.plan().classes) {
    const RecordedClass &nodes =
        plan->recorded.classes()[static_cast<std::size_t>(&c - plan->recorded.plan().classes.data())];
    for (std::uint64_t label = 0; label < nodes.size(); ++label)
      for (std::uint64_t i = 0; i < nodes.n_elements(label); ++i)
        for (const Slot &slot : c.slots)
          for (std::uint64_t k = 0; k < slot.count; ++k) {
            std::byte *const element = nodes.element(label, i), *const at = element + slot.offset + k * slot.stride;
            const Target *const target = slot.is_headed ? nullptr : slot.target_of(element, at);
            if (target && (target->kind == AL_IGNORE || target->kind == AL_DATA))
              continue;
            out.emplace_back(at, std::string(c.type->name) + "." + slot.name);
          }
  }
  return out;
}

TEST(Plans, PointersThatHaveChangedAreRefused) {
  for (const Kind &kind : kinds())
    for (std::uint64_t seed = 1; seed <= amount("AUTOLINK_SEEDS", 6); ++seed)
      for (const bool is_receiver : {false, true}) {
        SCOPED_TRACE(std::string(kind.name) + ", seed " + std::to_string(seed) + (is_receiver ? ", receiver" : ""));
        Made made;
        void *const root = kind.make(made, 20 * seed, seed);
        const Copy copy(kind.type, root, seed % 2);
        const Planned here = planned(kind.type, root), there = planned(kind.type, copy.root());
        const Copy before(kind.type, copy.root(), false);
        ContentChanges change(seed, 1);
        change(*here);
        const auto pointers = all_pointers(is_receiver ? there : here);
        ASSERT_FALSE(pointers.empty());
        std::mt19937_64 random(seed);
        for (int round = 0; round < 60; ++round) {
          const auto &[at, name] = pointers[random() % pointers.size()];
          const auto right = load<std::uintptr_t>(at);
          const auto wrong = right == 0 || random() % 2 ? right + 8 : 0;
          store(at, wrong);
          Messages messages;
          const bool only_changed = !is_receiver && random() % 2;
          const StreamOptions &options = forms[random() % std::size(forms)];
          const auto sent = failure([&] { send(here, only_changed, options, messages); });
          const auto received = failure([&] { receive(there, messages); });
          store(at, right);
          // Some Roads are within Cities here, so that either is named.
          const bool has_two_names = kind.type == AutoLink_City && !is_receiver;
          expect_failure(is_receiver ? received : sent, AL_ERR_STRUCTURE,
                         "AutoLink: " + (has_two_names ? std::string() : name));
          EXPECT_NE((is_receiver ? received : sent).second.find("leads elsewhere than in AL_Plan_create"),
                    std::string::npos);
          if (!is_receiver) {
            EXPECT_EQ(received.first, AL_ERR_SENDER) << received.second;
          }
          ASSERT_EQ(kind.difference(before.root(), copy.root()), "") << "the receiver's contents have changed";
        }
        transfer(here, there, false);
        EXPECT_EQ(kind.difference(root, copy.root()), "");
      }
}

#ifndef HAS_LATE_KINDS
TEST(Plans, LengthsAndChoicesThatHaveChangedAreRefused) {
  Made made;
  Kinds *const root = make_kinds(made, 1, 1);
  root->next = nullptr;
  for (Kinds *&one : root->four)
    one = nullptr;
  root->n_numbers = 3;
  root->numbers = root->same_numbers = made.many<double>(4);
  root->cursor = root->numbers + 1;
  root->name = made.string("green");
  root->kind = 3;
  root->any = root->item = made.one<Item>();
  root->item->ring.next = root->item->ring.previous = nullptr;
  root->tag = 3;
  root->tagged.number = 2.5;
  for (Part &part : root->inner)
    part = {};
  root->n_parts = 2;
  root->parts = made.many<Part>(2);
  root->parts[1] = {made.string("label"), 1, made.many<float>(2), nullptr};
  root->n_pointers = 0;
  root->pointers = nullptr;
  const Copy copy(AutoLink_Kinds, root, false);
  const Planned here = planned(AutoLink_Kinds, root), there = planned(AutoLink_Kinds, copy.root());
  const auto refused = [&](const std::string &text) {
    for (const bool only_changed : {false, true}) {
      Messages messages;
      expect_failure(failure([&] { send(here, only_changed, forms[0], messages); }), AL_ERR_STRUCTURE, text);
      expect_failure(failure([&] { receive(there, messages); }), AL_ERR_SENDER, "gave up");
    }
  };
  root->n_numbers = 2;
  refused("AutoLink: Kinds.numbers in node 0: the array's length is 2, and was 3 in AL_Plan_create");
  root->n_numbers = -1;
  refused("AutoLink: Kinds.numbers in node 0: the array's length is -1, and was 3");
  root->n_numbers = 3;
  root->parts[1].n = 2;
  refused("AutoLink: Part.values in element 1 of array 0: the array's length is 2, and was 1");
  root->parts[1].n = 1;
  root->kind = 1;
  refused("AutoLink: Kinds.any in node 0: the field that selects what it points at has changed");
  root->kind = 99;
  refused("AutoLink: Kinds.any in node 0: the field that selects what it points at has changed");
  root->kind = 3;
  root->tag = 1;
  refused("AutoLink: Kinds.tagged");
  root->tag = 3;
  root->name[2] = '\0';
  refused("AutoLink: Kinds.name in node 0: the string's length has changed since AL_Plan_create, where it was 5");
  root->name[2] = 'e';
  root->parts[1].label[5] = '!';
  refused("AutoLink: Part.label in element 1 of array 0: the string's length has changed");
  root->parts[1].label[5] = '\0';
  // While the pointer is NULL, its length is a number like others.
  root->n_pointers = 12;
  root->tagged.number = -3;
  root->cache = root; // is ignored
  transfer(here, there, true);
  EXPECT_EQ(static_cast<Kinds *>(copy.root())->n_pointers, 12);
  EXPECT_EQ(static_cast<Kinds *>(copy.root())->cache, nullptr);
  static_cast<Kinds *>(copy.root())->n_pointers = root->n_pointers = 0;
  EXPECT_EQ(difference(root, static_cast<Kinds *>(copy.root())), "");
}

TEST(Plans, OtherStructuresAreRefused) {
  Made made;
  Graph *const graph = make_graph(made, 50, 1);
  const Copy copy(AutoLink_Graph, graph, false);
  const auto first = load<Graph *>(&static_cast<Graph *>(copy.root())->link[0]);
  const Planned here = planned(AutoLink_Graph, graph);
  Messages messages;
  send(here, false, forms[0], messages);
  std::swap(static_cast<Graph *>(copy.root())->link[0], static_cast<Graph *>(copy.root())->link[1]);
  if (static_cast<Graph *>(copy.root())->link[0] != first) {
    expect_failure(failure([&] { receive(planned(AutoLink_Graph, copy.root()), messages); }), AL_ERR_STRUCTURE,
                   "other links or lengths");
  }
  expect_failure(failure([&] { receive(planned(AutoLink_Graph, make_graph(made, 500, 2)), messages); }),
                 AL_ERR_STRUCTURE, "nodes, and the receiver's of one with");
  expect_failure(failure([&] { receive(planned(AutoLink_Graph, nullptr), messages); }), AL_ERR_STRUCTURE,
                 "and the receiver's of one with 0");
  expect_failure(failure([&] { receive(planned(AutoLink_List, make_list(made, 50, 1)), messages); }), AL_ERR_TYPES,
                 "what was sent is plan of Graph, and what is received is plan of List");
  Arena arena;
  expect_failure(failure([&] {
                   Unpacker unpacker(plan_of(AutoLink_Graph), {});
                   unpacker.receive_first(messages[0].data(), messages[0].size());
                 }),
                 AL_ERR_TYPES, "plan");
  std::size_t size = 0;
  void *structure = pack(plan_of(AutoLink_Graph), graph, {.eager_bytes = wire::max_first_bytes}, size);
  const auto *bytes = static_cast<const std::byte *>(structure);
  expect_failure(failure([&] { receive(here, {{bytes + 8, bytes + size}}); }), AL_ERR_TYPES, "AL_Send");
  std::free(structure);
}

TEST(Plans, EmptyStructures) {
  Messages messages;
  const Planned here = planned(AutoLink_List, nullptr), there = planned(AutoLink_List, nullptr);
  for (int round = 0; round < 3; ++round)
    transfer(here, there, round);
}

TEST(Plans, ChangesNeedWhatTheyAreBasedOn) {
  Made made;
  List *const list = make_list(made, 100, 1);
  const Copy first(AutoLink_List, list, false), second(AutoLink_List, list, false);
  const Planned here = planned(AutoLink_List, list), one = planned(AutoLink_List, first.root()),
                other = planned(AutoLink_List, second.root());
  const ContentReceiver to_one = {0, 1, 0}, to_other = {0, 2, 0};
  std::mt19937_64 random(1);
  const auto step = [&](const Planned &to, const ContentReceiver &where, bool only_changed, bool is_received = true) {
    Messages messages;
    send(here, only_changed, forms[0], messages, where);
    if (is_received)
      receive(to, messages);
  };
  // Two receivers in any order, each of which gets what has changed since it was sent to.
  for (int round = 0; round < 40; ++round) {
    ContentChanges change(random(), 0.05);
    change(*here);
    if (random() % 2)
      step(one, to_one, random() % 4 > 0);
    if (random() % 2)
      step(other, to_other, random() % 4 > 0);
    if (random() % 4)
      continue;
    step(one, to_one, true);
    step(other, to_other, true);
    EXPECT_EQ(difference(list, static_cast<List *>(first.root())), "");
    EXPECT_EQ(difference(list, static_cast<List *>(second.root())), "");
  }
  step(one, to_one, true);
  step(one, to_one, true, false); // a receiver that misses one
  list->data[0] = 7;
  Messages messages;
  send(here, true, forms[0], messages, to_one);
  expect_failure(failure([&] { receive(one, messages); }), AL_ERR_STRUCTURE, "this plan has not received last");
  step(one, to_one, false);
  EXPECT_EQ(difference(list, static_cast<List *>(first.root())), "");
  // Another sender's plan has other numbers.
  const Planned stranger = planned(AutoLink_List, list);
  transfer(stranger, other, true);
  list->data[1] = 8;
  Messages changes;
  send(here, true, forms[0], changes, to_other);
  expect_failure(failure([&] { receive(other, changes); }), AL_ERR_STRUCTURE, "this plan has not received last");
  // A failed send is followed by everything.
  List *const next = list->next;
  list->next = nullptr;
  Messages failed, everything;
  expect_failure(failure([&] { send(here, true, forms[0], failed, to_one); }), AL_ERR_STRUCTURE, "List.next in node 0");
  list->next = next;
  send(here, true, forms[0], everything, to_one);
  receive(one, everything);
  EXPECT_GT(content_bytes(here, everything), here->recorded.content_bytes());
  EXPECT_EQ(difference(list, static_cast<List *>(first.root())), "");
}

/// Two sends at once, packet by packet.
TEST(Plans, SendsAtOnce) {
  Made made;
  Graph *const graph = make_graph(made, 2000, 3);
  const Copy first(AutoLink_Graph, graph, false), second(AutoLink_Graph, graph, false);
  const Planned here = planned(AutoLink_Graph, graph);
  const Planned to[2] = {planned(AutoLink_Graph, first.root()), planned(AutoLink_Graph, second.root())};
  std::mt19937_64 random(1);
  for (int round = 0; round < 10; ++round) {
    ContentChanges change(random(), 0.3);
    change(*here);
    const bool only_changed[] = {random() % 4 > 0, random() % 4 > 0};
    ContentWriter writers[] = {{here, {0, 1, 0}, only_changed[0]}, {here, {0, 2, 0}, only_changed[1]}};
    StreamSource sources[] = {{writers[0].source(), forms[1], 1}, {writers[1].source(), forms[1], 2}};
    Messages messages[2];
    while (!sources[0].done() || !sources[1].done()) {
      const std::size_t i = random() % 2;
      sources[i].step();
      while (sources[i].has_message()) {
        OutgoingBytes message = sources[i].take();
        messages[i].emplace_back(message.data(), message.data() + message.size);
        sources[i].give_back(std::move(message));
      }
    }
    for (int i = 0; i < 2; ++i) {
      writers[i].finish();
      receive(to[i], messages[i]);
    }
    ASSERT_EQ(difference(graph, static_cast<Graph *>(first.root())), "");
    ASSERT_EQ(difference(graph, static_cast<Graph *>(second.root())), "");
  }
}

/// If memory runs out at any moment, the error says so, and the receiver's contents stay as they were.
TEST(Plans, MemoryRunsOut) {
  Made made;
  Kinds *const root = make_kinds(made, 20, 4);
  const Copy copy(AutoLink_Kinds, root, false);
  bool has_failed = true;
  std::uint64_t n_failures = 0;
  for (std::uint64_t at = 0; has_failed; ++at) {
    const Copy before(AutoLink_Kinds, copy.root(), false);
    ContentChanges change(at, 0.5);
    const Planned changing = planned(AutoLink_Kinds, root);
    change(*changing);
    const auto error_of = [&](auto body) {
      int error = 0;
      bool failed_here = false;
      {
        const FailingNew failing(at);
        try {
          body();
        } catch (const Failure &one) {
          error = one.error;
        } catch (const std::bad_alloc &) {
          error = AL_ERR_MEMORY;
        }
        failed_here = failing.has_failed();
      }
      has_failed = has_failed || failed_here;
      EXPECT_TRUE(error == 0 || (error == AL_ERR_MEMORY && failed_here)) << error;
      n_failures += error != 0;
      return error;
    };
    has_failed = false;
    Planned here, there;
    error_of([&] { here = planned(AutoLink_Kinds, root); });
    error_of([&] { there = planned(AutoLink_Kinds, copy.root()); });
    if (!here)
      here = planned(AutoLink_Kinds, root);
    if (!there)
      there = planned(AutoLink_Kinds, copy.root());
    Messages messages;
    messages.reserve(100);
    const int sent = error_of([&] { send(here, true, forms[1], messages); });
    if (sent != 0) {
      messages.clear();
      send(here, true, forms[1], messages);
    }
    if (error_of([&] { receive(there, messages); }) != 0) {
      ASSERT_EQ(difference(static_cast<Kinds *>(before.root()), static_cast<Kinds *>(copy.root())), "");
      receive(there, messages);
    }
    ASSERT_EQ(difference(root, static_cast<Kinds *>(copy.root())), "");
  }
  EXPECT_GT(n_failures, 20u);
}

TEST(Plans, OneReceiveAtATime) {
  Made made;
  const Planned plan = planned(AutoLink_List, make_list(made, 3, 1));
  {
    const ContentReader reader(plan);
    expect_failure(failure([&] { ContentReader another(plan); }), AL_ERR_ARGUMENT, "not complete");
  }
  const ContentReader reader(plan);
}
#endif

/// Changed bytes must not change a shape, and a receive that fails must leave the contents as they were.
TEST(Plans, DamagedMessages) {
  std::uint64_t n_refused = 0, n_accepted = 0;
  for (const Kind &kind : kinds()) {
    SCOPED_TRACE(kind.name);
    Made made;
    void *const root = kind.make(made, 12, 5);
    const Copy copy(kind.type, root, false);
    const Planned here = planned(kind.type, root), there = planned(kind.type, copy.root());
    std::mt19937_64 random(1);
    for (std::uint64_t round = 0; round < amount("AUTOLINK_ROUNDS", 1500); ++round) {
      ContentChanges change(random(), 0.5);
      change(*here);
      Messages messages;
      const bool only_changed = random() % 2;
      send(here, only_changed, forms[random() % std::size(forms)], messages);
      const Copy before(kind.type, copy.root(), false);
      const auto truth = messages;
      if (random() % 8 == 0) {
        messages.resize(1 + random() % messages.size());
        messages.back().resize(random() % (messages.back().size() + 1));
      } else {
        for (std::size_t n = 1 + random() % 3; n > 0; --n) {
          auto &message = messages[random() % messages.size()];
          message[random() % message.size()] ^= std::byte(1 + random() % 255);
        }
      }
      const auto [error, text] = failure([&] { receive(there, messages); });
      n_refused += error != 0;
      n_accepted += error == 0;
      if (error != 0) {
        ASSERT_EQ(kind.difference(before.root(), copy.root()), "") << text;
      }
      ASSERT_EQ(planned(kind.type, copy.root())->recorded.shape(), there->recorded.shape());
      Messages all;
      send(here, false, forms[0], all);
      receive(there, all);
      ASSERT_EQ(kind.difference(root, copy.root()), "");
    }
  }
  EXPECT_GT(n_refused, 100u);
  EXPECT_GT(n_accepted, 100u);
}

} // namespace
} // namespace autolink::test
