// Support for the tests of plans: transfers without MPI, and contents that change at random. Contents are changed and
// compared by code that knows only the C types; only the addresses of nodes come from the plan.
#pragma once

#include "structures.h"

#include "core/plan/planning.h"
#include "core/repeat/content_reader.h"
#include "core/repeat/content_writer.h"
#include "core/stream/stream_sink.h"
#include "core/stream/stream_source.h"
#include "core/stream/stream_types.h"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <random>
#include <string_view>
#include <utility>
#include <vector>

namespace autolink::test {

using Planned = std::shared_ptr<PlannedStructure>;

inline Planned planned(AL_Type type, const void *root) {
  return std::make_shared<PlannedStructure>(plan_of(type), const_cast<void *>(root));
}

using Messages = std::vector<std::vector<std::byte>>;

/// Returns the messages of a send. Throws Failure, and then `*out` has what was sent before.
inline void send(const Planned &plan, bool only_changed, const StreamOptions &options, Messages &out,
                 const ContentReceiver &to = {0, 0, 0}) {
  ContentWriter writer(plan, to, only_changed);
  StreamSource source(writer.source(), options, 1);
  while (!source.done() || source.has_message()) {
    if (!source.has_message()) {
      source.step();
      continue;
    }
    OutgoingBytes message = source.take();
    out.emplace_back(message.data(), message.data() + message.size);
    source.give_back(std::move(message));
  }
  if (source.failure())
    throw Failure(*source.failure());
  writer.finish();
}

inline void receive(const Planned &plan, const Messages &messages) {
  ContentReader reader(plan);
  StreamSink sink(reader.sink(), UINT64_MAX);
  for (std::size_t i = 0; i < messages.size() && !sink.complete(); ++i)
    i == 0 ? sink.receive_first(messages[i].data(), messages[i].size())
           : sink.receive_packet(messages[i].data(), messages[i].size());
  require(sink.complete(), AL_ERR_MESSAGE, "AutoLink: messages are missing");
}

/// Changes contents at random, each node with this probability, but no length and no choice. Returns how many nodes
/// have changed.
class ContentChanges {
public:
  ContentChanges(std::uint64_t seed, double share) : random_(seed), share_(share) {}

  std::uint64_t operator()(const PlannedStructure &plan) {
    std::uint64_t n = 0;
    for (const RecordedClass &c : plan.recorded.classes())
      for (std::uint64_t label = 0; label < c.size(); ++label) {
        if (std::uniform_real_distribution(0.0, 1.0)(random_) >= share_ || c.n_elements(label) == 0)
          continue;
        bool has_changed = false;
        for (std::uint64_t i = 0; i < c.n_elements(label); ++i)
          if (i + 1 < c.n_elements(label) || c.node_class->kind != NodeKind::string) // its null character
            has_changed |= change(c.node_class->type->name, c.element(label, i));
        n += has_changed;
      }
    return n;
  }

private:
  /// Adds to a number. It stays small, so that no sum is lost.
  template <typename T> bool add(T &number) {
    number = static_cast<T>(number + static_cast<T>(1 + random_() % 9));
    return true;
  }

  bool change(std::string_view type, void *at) {
    if (type == "List")
      return add(static_cast<List *>(at)->data[random_() % 4]);
    if (type == "Tree")
      return add(static_cast<Tree *>(at)->key);
    if (type == "Graph")
      return add(static_cast<Graph *>(at)->id);
    if (type == "Leaf")
      return add(random_() % 2 ? static_cast<Leaf *>(at)->number : add_to_letter(at));
    if (type == "Item")
      return add(static_cast<Item *>(at)->value);
    if (type == "Sign")
      return add(static_cast<Sign *>(at)->text[random_() % sizeof(Sign::text)]);
    if (type == "Road")
      return add(static_cast<Road *>(at)->length);
    if (type == "City")
      return add(static_cast<City *>(at)->id);
    if (type == "Kinds") {
      auto &kinds = *static_cast<Kinds *>(at);
      if (kinds.tag == 3 && random_() % 2)
        return add(kinds.tagged.number);
      return add(kinds.id);
    }
    if (type == "Cell")
      return add(static_cast<Cell *>(at)->id);
    if (type == "Spot")
      return add(static_cast<Spot *>(at)->number);
    if (type == "Twig")
      return add(static_cast<Twig *>(at)->key);
    if (type == "Square")
      return add(static_cast<Square *>(at)->id);
    if (type == "Parcel")
      return add(static_cast<Parcel *>(at)->id);
    if (type == "Disc")
      return add(static_cast<Disc *>(at)->radius);
    if (type == "Box")
      return add(static_cast<Box *>(at)->sides[random_() % 3]);
    if (type == "Bead")
      return add(static_cast<Bead *>(at)->id);
    if (type == "Chain")
      return add(static_cast<Chain *>(at)->letter);
    if (type == "double")
      return add(*static_cast<double *>(at));
    if (type == "float")
      return add(*static_cast<float *>(at));
    if (type == "char") {
      *static_cast<char *>(at) = static_cast<char>('a' + random_() % 26);
      return false; // perhaps not
    }
    return false;
  }
  short &add_to_letter(void *at) {
    add(static_cast<Leaf *>(at)->letter);
    return static_cast<Leaf *>(at)->number;
  }

  std::mt19937_64 random_;
  double share_;
};

} // namespace autolink::test
