// Repetitions. See repetitions.h.
#include "repetitions.h"

#include <algorithm>

namespace automap::layout {
class Repetitions::Search {
public:
  Search(const TokenSequence &sequence, Chains wanted, Repetitions &out)
      : sequence_(sequence), tokens_(sequence.tokens()), wanted_(wanted), out_(out),
        latest_run_(tokens_.size() + 1, none) {}

  void operator()(const std::function<bool(std::size_t)> &go_on) {
    const auto elements = static_cast<std::uint32_t>(tokens_.size()) + 1;
    note_arithmetic_runs();
    for (std::uint32_t period = 2; 2 * period <= elements; ++period) {
      find_agreements(period);
      const std::size_t runs = out_.runs_.size(), chains = out_.chains_.size();
      wanted_ == Chains::all ? add_all_chains(period) : add_runs_and_chains(period);
      if (out_.runs_.size() > runs)
        out_.run_groups_.push_back({period, runs, out_.runs_.size()});
      if (out_.chains_.size() > chains)
        add_chain_group(period, chains);
      if (period % 16 == 0 && !go_on(bytes())) {
        out_.complete_ = false;
        return;
      }
    }
  }

private:
  /// The tokens [begin, end) equal those one period later; both ends are maximal.
  struct Agreement {
    std::uint32_t begin = 0, end = 0;
    bool counts = true; // whether no shorter run is at least as good
  };

  /// A run that others may be multiples of. Its tokens are [begin, end); it is listed under `begin`.
  struct Known {
    std::uint32_t period = 0, end = 0;
    bool beats_multiples = false;
    std::uint32_t run = none; // its index in runs_; none if it is arithmetic
    std::uint32_t next = none;
  };

  /// Returns the bytes in use, including what a pass over the whole sequence adds for each chain.
  std::size_t bytes() const {
    return out_.bytes() + out_.chains_.capacity() * 64 + agreements_.capacity() * sizeof(Agreement) +
           known_.capacity() * sizeof(Known) + tokens_.size() * 20;
  }

  /// Notes equal adjacent tokens. This class does not list blocks of one element, but longer blocks may lie in such a
  /// run.
  void note_arithmetic_runs() {
    for (std::uint32_t begin = 0, end = 0; begin < tokens_.size(); begin = end) {
      for (end = begin + 1; end < tokens_.size() && tokens_[end] == tokens_[begin];)
        ++end;
      if (end - begin >= 3)
        remember(begin, 1, end, none);
    }
  }

  void remember(std::uint32_t begin, std::uint32_t period, std::uint32_t end, std::uint32_t run) {
    known_.push_back({period, end, sequence_.find_cut(begin, period) != none, run, latest_run_[begin]});
    latest_run_[begin] = static_cast<std::uint32_t>(known_.size() - 1);
  }

  /// Returns a run of which this is a multiple; null if there is none. It begins at the same token.
  const Known *shorter_run(std::uint32_t begin, std::uint32_t end, std::uint32_t period) const {
    const Known *found = nullptr;
    for (std::uint32_t at = latest_run_[begin]; at != none; at = known_[at].next)
      if (period % known_[at].period == 0 && known_[at].end == end + period && (!found || known_[at].beats_multiples))
        found = &known_[at];
    return found;
  }

  /// Whether the multiple of `shorter` is to be examined by itself.
  bool counts(const Known *shorter) {
    if (!shorter)
      return true;
    if (shorter->beats_multiples)
      return false;
    if (tokens_.size() < all_multiples_up_to)
      return true;
    out_.runs_[shorter->run].beats_multiples = false;
    return false;
  }

  /// Fills agreements_ with those that are long enough for a pair of blocks. Each of them contains a multiple of period
  /// - 1.
  void find_agreements(std::uint32_t period) {
    agreements_.clear();
    const std::uint32_t step = period - 1;
    const auto end = static_cast<std::uint32_t>(tokens_.size()) - period; // the end of the tokens that have a partner
    std::uint32_t floor = 0;
    for (std::uint32_t at = 0; at < end;) {
      if (tokens_[at] != tokens_[at + period]) {
        at += step;
        continue;
      }
      Agreement found{at - sequence_.hashes().backward(at, at + period, floor),
                      at + sequence_.hashes().forward(at, at + period)};
      if (found.end - found.begin >= step) {
        const Known *const shorter = shorter_run(found.begin, found.end, period);
        if (!shorter) // a part of a run has been verified with that run
          verify(found, at, period);
        found.counts = counts(shorter);
        if (found.end - found.begin >= step)
          agreements_.push_back(found);
      }
      floor = found.end;
      at = (found.end + step) / step * step; // the first multiple after its end, where the tokens disagree
    }
  }

  /// Cuts off tokens whose hashes agree but which differ.
  void verify(Agreement &found, std::uint32_t at, std::uint32_t period) const {
    const auto *tokens = tokens_.data();
    if (std::equal(tokens + found.begin, tokens + found.end, tokens + found.begin + period))
      return;
    const auto agrees = [&](std::uint32_t t) { return tokens_[t] == tokens_[t + period]; };
    for (std::uint32_t t = at; t < found.end; ++t)
      if (!agrees(t))
        found.end = t;
    for (std::uint32_t t = at; t > found.begin; --t)
      if (!agrees(t - 1))
        found.begin = t;
  }

  /// Returns the last start of a block that equals the next one.
  static std::uint32_t last_start(const Agreement &found, std::uint32_t period) { return found.end - (period - 1); }

  void add_runs_and_chains(std::uint32_t period) {
    bool open = false;       // whether a chain continues from the previous agreement
    std::uint32_t first = 0; // the place where it begins
    for (std::size_t i = 0; i < agreements_.size(); ++i) {
      const Agreement &found = agreements_[i];
      const std::uint32_t last = last_start(found, period), span = last - found.begin;
      const bool goes_on = i + 1 < agreements_.size() && agreements_[i + 1].begin == found.end + 1;
      if (found.counts && (span > 0 || (!open && !goes_on))) {
        out_.runs_.push_back(
            {.period = period, .first = found.begin, .last = last, .origin = found.begin, .first_block = out_.blocks_});
        out_.blocks_ += out_.runs_.back().blocks();
        if (found.end - found.begin >= 2 * period)
          remember(found.begin, period, found.end + period, static_cast<std::uint32_t>(out_.runs_.size() - 1));
      }
      if (open && goes_on && span % period == 0)
        continue;
      if (open)
        out_.chains_.push_back({period, first, (found.begin - first + span / period * period) / period + 2});
      open = goes_on;
      first = last - span / period * period;
    }
  }

  void add_all_chains(std::uint32_t period) {
    // Chains that reach the end of an agreement may continue in the next one.
    std::uint32_t first_of_open = none;
    for (std::size_t i = 0; i < agreements_.size(); ++i) {
      const Agreement &found = agreements_[i];
      const std::uint32_t last = last_start(found, period);
      const bool goes_on = i + 1 < agreements_.size() && agreements_[i + 1].begin == found.end + 1;
      std::uint32_t next_open = none;
      for (std::uint32_t start = found.begin; start <= last && start < found.begin + period; ++start) {
        const std::uint32_t reach = start + (last - start) / period * period;
        const std::uint32_t first = start == found.begin && first_of_open != none ? first_of_open : start;
        if (goes_on && reach == last)
          next_open = first;
        else
          out_.chains_.push_back({period, first, (reach - first) / period + 2});
      }
      first_of_open = next_open;
    }
  }

  void add_chain_group(std::uint32_t period, std::size_t begin) {
    const auto from = out_.chains_.begin() + static_cast<std::ptrdiff_t>(begin);
    std::sort(from, out_.chains_.end(), [](const Chain &a, const Chain &b) { return a.first < b.first; });
    std::uint32_t furthest = 0;
    for (std::size_t i = begin; i < out_.chains_.size(); ++i) {
      furthest = std::max(furthest, out_.chains_[i].end());
      out_.furthest_end_.push_back(furthest);
    }
    out_.chain_groups_.push_back({period, begin, out_.chains_.size()});
  }

  const TokenSequence &sequence_;
  std::span<const std::uint32_t> tokens_;
  Chains wanted_;
  Repetitions &out_;
  std::vector<std::uint32_t> latest_run_; // an index of known_ for each first token
  std::vector<Known> known_;
  std::vector<Agreement> agreements_; // the agreements of the current period
};

Repetitions::Repetitions(const TokenSequence &sequence, Chains chains, const std::function<bool(std::size_t)> &go_on) {
  Search(sequence, chains, *this)(go_on);
}

} // namespace automap::layout
