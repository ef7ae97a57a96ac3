// Which message did a receive get? The n-th message that a source sends with one tag goes to the n-th
// receive, in the order of posting, of those that get messages of this source and tag (MPI 4.0, section 3.5:
// messages do not overtake). Its record is the n-th that the source sends with this tag, too. But receives
// become known to have matched in any order, and a pending one with MPI_ANY_SOURCE or MPI_ANY_TAG may turn
// out to have got an earlier message: so a receive is paired with a record only when no receive that was
// posted before it can still turn out to have the same source and tag.
//
// Knows no MPI: any source and any tag are `any`. README.md has the argument whole.
#pragma once

#include "hash_map.h"

#include <algorithm>
#include <cstdint>
#include <deque>
#include <map>
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
    pending_[pattern].push_back(next_);
    ++pending_count_;
    wildcard_count_ += pattern.has_wildcard();
    return next_++;
  }

  /// One that is posted and known to have matched at once: the place of a call that blocks.
  Place place() { return next_++; }

  /// True if no receive is pending or waits.
  bool none_pending() const { return pending_count_ == 0 && waiting_.empty() && lost_.empty(); }

  /// matched() for a receive that can be paired at once while no other waits for it, which is left to the
  /// caller. False, and nothing is done, for any other.
  bool matched_next(Place place, Envelope pattern, bool was_pending, Envelope envelope) {
    if (!waiting_.empty() || !lost_.empty())
      return false;
    if (pending_count_ == 0)
      return true;
    if (was_pending && wildcard_count_ == 0) // most often: one look-up does
      return erase_first(place, pattern);
    if (is_open(place, envelope))
      return false;
    if (was_pending)
      erase(place, pattern);
    return true;
  }

  /// A receive that post() or place() gave `place` has got a message from `envelope`. It and those that
  /// waited for it are handed to pair(Receive &&, Envelope) when their records are the next ones of their
  /// envelopes, or to drop(Receive &&) if that will never be known.
  template <typename Pair, typename Drop>
  void matched(Place place, Envelope pattern, bool was_pending, Envelope envelope, Receive receive, Pair pair,
               Drop drop) {
    waiting_.emplace(place, Waiting{envelope, std::move(receive)});
    if (was_pending)
      erase(place, pattern);
    settle(pair, drop);
  }

  /// A pending receive was cancelled.
  template <typename Pair, typename Drop>
  void withdrawn(Place place, Envelope pattern, Pair pair, Drop drop) {
    erase(place, pattern);
    settle(pair, drop);
  }

  /// What a pending receive gets will never be known: its request was freed.
  template <typename Pair, typename Drop> void lost(Place place, Envelope pattern, Pair pair, Drop drop) {
    erase(place, pattern);
    const auto [first, is_new] = lost_.try_emplace(pattern, place); // which stands for all later ones
    first->second = std::min(first->second, place);
    settle(pair, drop);
  }

private:
  struct Waiting {
    Envelope envelope;
    Receive receive;
  };

  using Pending = HashMap<Envelope, std::deque<Place>, EnvelopeHash>;

  void erase(Place place, Envelope pattern) {
    if (erase_first(place, pattern))
      return;
    const auto places = pending_.find(pattern);
    std::erase(*places, place);
    erased(places, pattern);
  }

  /// False if it is not the first one of its pattern.
  bool erase_first(Place place, Envelope pattern) {
    const auto places = pending_.find(pattern);
    if (places->front() != place)
      return false;
    places->pop_front();
    erased(places, pattern);
    return true;
  }

  void erased(typename Pending::Found places, Envelope pattern) {
    if (places->empty())
      pending_.erase(places);
    --pending_count_;
    wildcard_count_ -= pattern.has_wildcard();
  }

  template <typename Test> static bool for_patterns_of(Envelope envelope, Test test) {
    return test(envelope) || test(Envelope{envelope.source, any}) || test(Envelope{any, envelope.tag}) ||
           test(Envelope{});
  }

  /// Whether a pending receive before `place` could have got a message from `envelope`.
  bool is_open(Place place, Envelope envelope) const {
    const auto is_before = [&](Envelope pattern) {
      const auto *const places = pending_.find(pattern);
      return places && places->front() < place;
    };
    return wildcard_count_ > 0 ? for_patterns_of(envelope, is_before) : is_before(envelope);
  }

  bool is_spoilt(Place place, Envelope envelope) const {
    return for_patterns_of(envelope, [&](Envelope pattern) {
      const auto found = lost_.find(pattern);
      return found != lost_.end() && found->second < place;
    });
  }

  /// In the order of posting: one that has to wait has all later ones of its envelope wait, too.
  template <typename Pair, typename Drop> void settle(Pair pair, Drop drop) {
    for (auto next = waiting_.begin(); next != waiting_.end();) {
      if (!lost_.empty() && is_spoilt(next->first, next->second.envelope)) {
        drop(std::move(next->second.receive));
      } else if (pending_count_ > 0 && is_open(next->first, next->second.envelope)) {
        ++next;
        continue;
      } else {
        pair(std::move(next->second.receive), next->second.envelope);
      }
      next = waiting_.erase(next);
    }
  }

  Place next_ = 0;
  std::size_t pending_count_ = 0, wildcard_count_ = 0; // of the pending ones
  Pending pending_;
  std::unordered_map<Envelope, Place, EnvelopeHash> lost_;
  std::map<Place, Waiting> waiting_; // matched, and not to be paired yet
};

} // namespace automap::check
