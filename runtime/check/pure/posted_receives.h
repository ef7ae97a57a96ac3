// Which message did a receive get? Messages do not overtake each other (MPI 4.0, section 3.5). So the n-th message that
// a source sends with one tag goes to the n-th receive, in the order of posting, that gets messages of this source and
// tag. Its record is also the n-th that the source sends with this tag.
//
// Receives become known to have matched in any order, and a pending one with MPI_ANY_SOURCE or MPI_ANY_TAG may turn out
// to have got an earlier message. So a receive is paired with a record only when no receive that was posted before it
// can still turn out to have the same source and tag.
//
// This file knows no MPI: any source and any tag are `any`. design.md has the whole argument.
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

/// The source and the tag of a message, called its envelope here, or the pattern of a receive.
struct SourceAndTag {
  int source = any, tag = any;

  bool has_wildcard() const { return source == any || tag == any; }

  friend bool operator==(const SourceAndTag &, const SourceAndTag &) = default;
};

struct SourceAndTagHash {
  std::size_t operator()(const SourceAndTag &envelope) const {
    return static_cast<std::uint64_t>(static_cast<std::uint32_t>(envelope.source)) << 32 |
           static_cast<std::uint32_t>(envelope.tag);
  }
};

/// The receives of one communicator. `Receive` is what the caller stores for each.
template <typename Receive> class PostedReceives {
public:
  using Place = std::uint64_t; // position in the order of posting

  /// Posts a receive that may match the messages of `pattern`.
  Place post(SourceAndTag pattern) {
    posted_[pattern].places.push_back({next_});
    ++pending_count_;
    wildcard_count_ += pattern.has_wildcard();
    return next_++;
  }

  /// Returns the place of a receive that is posted and known to have matched at once, by a call that blocks.
  Place take_place() { return next_++; }

  /// Whether lose() has been called.
  bool any_lost() const { return !lost_.empty(); }

  /// Whether a pending receive could get a message from `envelope`.
  bool may_match(SourceAndTag envelope) const { return pattern_before(never, envelope).has_value(); }

  /// Whether no receive that is not paired yet, nor any later one, will be paired with a record of `envelope`.
  bool is_given_up(SourceAndTag envelope) const {
    if (lost_.empty())
      return false;
    const Place first = first_lost(envelope);
    return first != never && !pattern_before(first, envelope);
  }

  /// Does what match() does, for a receive that can be paired at once and for which no other waits. Leaves the pairing
  /// to the caller. Returns false and does nothing for any other receive.
  bool match_next(Place place, SourceAndTag pattern, bool was_pending, SourceAndTag envelope) {
    if (waiting_count_ > 0 || !lost_.empty())
      return false;
    if (pending_count_ == 0)
      return true;
    if (was_pending && wildcard_count_ == 0) { // the usual case, which needs one look-up
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

  /// Notes that the receive which post() or take_place() gave `place` has got a message from `envelope`. Calls
  /// pair(Receive &&, SourceAndTag) for it and those that waited for it, if their records are the next ones of their
  /// envelopes. Calls drop(Receive &&) if that will never be known. Not inlined, because match_next() serves most.
  template <typename Pair, typename Drop>
  [[gnu::noinline]] void match(Place place, SourceAndTag pattern, bool was_pending, SourceAndTag envelope,
                               Receive receive, Pair pair, Drop drop) {
    Waiting freed;
    if (was_pending)
      freed = erase(place, pattern);
    settle(place, {envelope, std::move(receive)}, pair, drop);
    settle(std::move(freed), pair, drop);
  }

  /// Notes that a pending receive was cancelled.
  template <typename Pair, typename Drop> void withdraw(Place place, SourceAndTag pattern, Pair pair, Drop drop) {
    settle(erase(place, pattern), pair, drop);
  }

  /// Notes that it will never be known what a receive gets: its request was freed, or its call has failed.
  template <typename Pair, typename Drop>
  void lose(Place place, SourceAndTag pattern, bool was_pending, Pair pair, Drop drop) {
    Waiting freed;
    if (was_pending)
      freed = erase(place, pattern);
    const auto [first, is_new] = lost_.try_emplace(pattern, place); // stands for all later ones
    first->second = std::min(first->second, place);
    settle(std::move(freed), pair, drop);
  }

private:
  struct Matched {
    SourceAndTag envelope;
    Receive receive;
  };
  using Waiting = std::map<Place, Matched>; // matched receives that may not be paired yet

  struct Posted {
    Place place;
    bool is_pending = true;
  };

  /// The receives that were posted with one pattern, in order. The first and the last one are pending.
  ///
  /// A receive that has matched may have to wait because of pending ones. It then waits for the first pending receive
  /// of one of their patterns, and is looked at again only when that one ends. After that, it may wait for another
  /// pattern, but never for this one. An envelope has four patterns, so a receive is looked at four times at most.
  struct PatternReceives {
    std::deque<Posted> places;
    Waiting waiting;
  };
  using AllPosted = HashMap<SourceAndTag, PatternReceives, SourceAndTagHash>;

  static constexpr Place never = ~Place{0};

  /// Notes that a receive is no longer pending. Returns those that waited for it.
  Waiting erase(Place place, SourceAndTag pattern) {
    const auto posted = posted_.find(pattern);
    auto &places = posted->places;
    if (places.front().place == place)
      return erase_first(posted, pattern);
    std::ranges::lower_bound(places, place, {}, &Posted::place)->is_pending = false;
    while (!places.back().is_pending)
      places.pop_back();
    count_off(pattern);
    return {};
  }

  Waiting erase_first(typename AllPosted::Found posted, SourceAndTag pattern) {
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

  void pop_first(std::deque<Posted> &places, SourceAndTag pattern) {
    count_off(pattern);
    do
      places.pop_front();
    while (!places.empty() && !places.front().is_pending);
  }

  void count_off(SourceAndTag pattern) {
    --pending_count_;
    wildcard_count_ -= pattern.has_wildcard();
  }

  /// Returns the first of the patterns that match an envelope for which test() is true.
  template <typename Test> static std::optional<SourceAndTag> find_pattern(SourceAndTag envelope, Test test) {
    for (const SourceAndTag pattern :
         {envelope, SourceAndTag{envelope.source, any}, SourceAndTag{any, envelope.tag}, SourceAndTag{}})
      if (test(pattern))
        return pattern;
    return std::nullopt;
  }

  /// Returns the pattern of a pending receive before `place` that could have got a message from `envelope`.
  std::optional<SourceAndTag> pattern_before(Place place, SourceAndTag envelope) const {
    const auto is_before = [&](SourceAndTag pattern) {
      const PatternReceives *const posted = posted_.find(pattern);
      return posted && posted->places.front().place < place;
    };
    if (pending_count_ == 0)
      return std::nullopt;
    if (wildcard_count_ == 0)
      return is_before(envelope) ? std::optional(envelope) : std::nullopt;
    return find_pattern(envelope, is_before);
  }

  /// Returns the place of the first lost receive that could have got a message from `envelope`.
  Place first_lost(SourceAndTag envelope) const {
    Place out = never;
    find_pattern(envelope, [&](SourceAndTag pattern) {
      if (const auto found = lost_.find(pattern); found != lost_.end())
        out = std::min(out, found->second);
      return false;
    });
    return out;
  }

  /// Pairs a receive that has matched, drops it, or lets it wait.
  template <typename Pair, typename Drop> void settle(Place place, Matched matched, Pair pair, Drop drop) {
    if (!lost_.empty() && first_lost(matched.envelope) < place) {
      drop(std::move(matched.receive));
    } else if (const auto pattern = pattern_before(place, matched.envelope)) {
      posted_.find(*pattern)->waiting.emplace(place, std::move(matched));
      ++waiting_count_;
    } else {
      pair(std::move(matched.receive), matched.envelope);
    }
  }

  /// Settles receives in the order of posting.
  template <typename Pair, typename Drop> void settle(Waiting freed, Pair pair, Drop drop) {
    for (auto &[place, matched] : freed)
      settle(place, std::move(matched), pair, drop);
  }

  Place next_ = 0;
  /// How many are pending, and how many of these have wildcards.
  std::size_t pending_count_ = 0, wildcard_count_ = 0;
  std::size_t waiting_count_ = 0;
  AllPosted posted_;
  std::unordered_map<SourceAndTag, Place, SourceAndTagHash> lost_;
};

} // namespace automap::check
