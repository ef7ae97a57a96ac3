// Which message did a receive get? The n-th message that a source sends with one tag goes to the n-th
// receive, in the order of posting, of those that get messages of this source and tag (MPI 4.0, section 3.5:
// messages do not overtake). Its record is the n-th that the source sends with this tag, too. But receives
// become known to have matched in any order, and a pending one with MPI_ANY_SOURCE or MPI_ANY_TAG may turn
// out to have got an earlier message: so a receive is paired with a record only when no receive that was
// posted before it can still turn out to have the same source and tag.
//
// Knows no MPI: any source and any tag are `any`. design.md has the whole argument.
#pragma once

#include "hash_map.h"

#include <algorithm>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <unordered_map>
#include <utility>

namespace automap::check {

constexpr int any = -0x7fffffff; // neither a rank nor a tag

struct Envelope {
  int source = any, tag = any;

  bool has_wildcard() const { return source == any || tag == any; }

  friend bool operator==(const Envelope &, const Envelope &) = default;
};

struct EnvelopeHash {
  std::size_t operator()(const Envelope &envelope) const {
    return static_cast<std::uint64_t>(static_cast<std::uint32_t>(envelope.source)) << 32 |
           static_cast<std::uint32_t>(envelope.tag);
  }
};

/// The receives of one communicator. Receive is what the user keeps of one.
template <typename Receive> class PostedReceives {
public:
  using Place = std::uint64_t; // in the order of posting

  /// A receive that is posted now and may match what `pattern` says.
  Place post(Envelope pattern) {
    posted_[pattern].places.push_back({next_});
    ++pending_count_;
    wildcard_count_ += pattern.has_wildcard();
    return next_++;
  }

  /// One that is posted and known to have matched at once: the place of a call that blocks.
  Place take_place() { return next_++; }

  /// True if no receive is pending or waits.
  bool none_pending() const { return pending_count_ == 0 && waiting_count_ == 0 && lost_.empty(); }

  /// True if lose() has been called.
  bool any_lose() const { return !lost_.empty(); }

  /// True if no receive that is not paired yet, nor any later one, will be paired with a record of `envelope`.
  bool is_given_up(Envelope envelope) const {
    if (lost_.empty())
      return false;
    const Place first = first_lost(envelope);
    return first != never && !pattern_before(first, envelope);
  }

  /// match() for a receive that can be paired at once while no other waits for it, which is left to the
  /// caller. False, and nothing is done, for any other.
  bool match_next(Place place, Envelope pattern, bool was_pending, Envelope envelope) {
    if (waiting_count_ > 0 || !lost_.empty())
      return false;
    if (pending_count_ == 0)
      return true;
    if (was_pending && wildcard_count_ == 0) { // most often: one look-up does
      const auto posted = posted_.find(pattern);
      if (posted->places.front().place != place)
        return false;
      pop_first(posted->places, pattern);
      if (posted->places.empty())
        posted_.erase(posted);
      return true;
    }
    if (pattern_before(place, envelope))
      return false;
    if (was_pending)
      erase(place, pattern);
    return true;
  }

  /// A receive that post() or take_place() gave `place` has got a message from `envelope`. It and those that
  /// waited for it are handed to pair(Receive &&, Envelope) when their records are the next ones of their
  /// envelopes, or to drop(Receive &&) if that will never be known. Not inlined: match_next() does for most.
  template <typename Pair, typename Drop>
  [[gnu::noinline]] void match(Place place, Envelope pattern, bool was_pending, Envelope envelope,
                               Receive receive, Pair pair, Drop drop) {
    Waiting freed;
    if (was_pending)
      freed = erase(place, pattern);
    settle(place, {envelope, std::move(receive)}, pair, drop);
    settle(std::move(freed), pair, drop);
  }

  /// A pending receive was cancelled.
  template <typename Pair, typename Drop> void withdraw(Place place, Envelope pattern, Pair pair, Drop drop) {
    settle(erase(place, pattern), pair, drop);
  }

  /// What a receive gets will never be known: its request was freed, or its call has failed.
  template <typename Pair, typename Drop>
  void lose(Place place, Envelope pattern, bool was_pending, Pair pair, Drop drop) {
    Waiting freed;
    if (was_pending)
      freed = erase(place, pattern);
    const auto [first, is_new] = lost_.try_emplace(pattern, place); // which stands for all later ones
    first->second = std::min(first->second, place);
    settle(std::move(freed), pair, drop);
  }

  /// How many receives have been looked at until now, once for each time: a measure of what all this takes.
  std::int64_t look_count() const { return looks_; }

private:
  struct Matched {
    Envelope envelope;
    Receive receive;
  };
  using Waiting = std::map<Place, Matched>; // not to be paired yet

  struct Posted {
    Place place;
    bool is_pending = true;
  };

  /// What was posted with one pattern, in order. The first and the last one are pending. A receive that has
  /// matched, and may not be paired because of some that are pending, waits for the first one of one of their
  /// patterns: only when that one ends is it looked at again, and may come to wait for another pattern's, never
  /// for this one's. So it is looked at as often as there are patterns of its envelope, which is four times.
  struct OfPattern {
    std::deque<Posted> places;
    Waiting waiting;
  };
  using AllPosted = HashMap<Envelope, OfPattern, EnvelopeHash>;

  static constexpr Place never = ~Place{0};

  /// A receive is no longer pending. Gives those that waited for it.
  Waiting erase(Place place, Envelope pattern) {
    const auto posted = posted_.find(pattern);
    auto &places = posted->places;
    if (places.front().place == place)
      return erase_first(posted, pattern);
    const auto is_earlier = [&](Place a, Place b) {
      ++looks_;
      return a < b;
    };
    std::ranges::lower_bound(places, place, is_earlier, &Posted::place)->is_pending = false;
    for (; !places.back().is_pending; ++looks_)
      places.pop_back();
    count_off(pattern);
    return {};
  }

  Waiting erase_first(typename AllPosted::Found posted, Envelope pattern) {
    auto &[places, waiting] = *posted;
    pop_first(places, pattern);
    Waiting freed;
    while (!waiting.empty() && (places.empty() || waiting.begin()->first < places.front().place)) {
      freed.insert(freed.end(), waiting.extract(waiting.begin()));
      --waiting_count_;
    }
    if (places.empty())
      posted_.erase(posted);
    return freed;
  }

  void pop_first(std::deque<Posted> &places, Envelope pattern) {
    count_off(pattern);
    do
      places.pop_front();
    while (!places.empty() && !places.front().is_pending);
  }

  void count_off(Envelope pattern) {
    --pending_count_;
    wildcard_count_ -= pattern.has_wildcard();
  }

  /// The first of the patterns that an envelope matches for which test() is true.
  template <typename Test> static std::optional<Envelope> find_pattern(Envelope envelope, Test test) {
    for (const Envelope pattern :
         {envelope, Envelope{envelope.source, any}, Envelope{any, envelope.tag}, Envelope{}})
      if (test(pattern))
        return pattern;
    return std::nullopt;
  }

  /// That of a pending receive before `place` that could have got a message from `envelope`.
  std::optional<Envelope> pattern_before(Place place, Envelope envelope) const {
    const auto is_before = [&](Envelope pattern) {
      const OfPattern *const posted = posted_.find(pattern);
      return posted && posted->places.front().place < place;
    };
    if (pending_count_ == 0)
      return std::nullopt;
    if (wildcard_count_ == 0)
      return is_before(envelope) ? std::optional(envelope) : std::nullopt;
    return find_pattern(envelope, is_before);
  }

  /// The first one that is lost and could have got a message from `envelope`.
  Place first_lost(Envelope envelope) const {
    Place out = never;
    find_pattern(envelope, [&](Envelope pattern) {
      if (const auto found = lost_.find(pattern); found != lost_.end())
        out = std::min(out, found->second);
      return false;
    });
    return out;
  }

  template <typename Pair, typename Drop> void settle(Place place, Matched matched, Pair pair, Drop drop) {
    ++looks_;
    if (!lost_.empty() && first_lost(matched.envelope) < place) {
      drop(std::move(matched.receive));
    } else if (const auto pattern = pattern_before(place, matched.envelope)) {
      posted_.find(*pattern)->waiting.emplace(place, std::move(matched));
      ++waiting_count_;
    } else {
      pair(std::move(matched.receive), matched.envelope);
    }
  }

  /// In the order of posting.
  template <typename Pair, typename Drop> void settle(Waiting freed, Pair pair, Drop drop) {
    for (auto &[place, matched] : freed)
      settle(place, std::move(matched), pair, drop);
  }

  Place next_ = 0;
  std::size_t pending_count_ = 0, wildcard_count_ = 0; // of the pending ones
  std::size_t waiting_count_ = 0;
  AllPosted posted_;
  std::unordered_map<Envelope, Place, EnvelopeHash> lost_;
  std::int64_t looks_ = 0;
};

} // namespace automap::check
