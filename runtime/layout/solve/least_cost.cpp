// The least-cost tree over a sequence of parts. See least_cost.h.
//
// A segment is cheapest as a leaf, as a struc of segments that are no struc, or, if it repeats a block, as a vec, idx
// or idxbuc of the block's cheapest tree. A pass over a segment from left to right finds the cheapest list of struc
// children for each of its prefixes, given the cheapest trees of the blocks that repeat in it. These trees are found
// when they are first needed, by a pass over the block, and remembered by the block's tokens. A pass over a block that
// begins like another one continues from the covers of that one. Lower bounds of a tree's cost decide whether it is
// needed:
//
//   - two elements need a node;
//   - if cover(i) is the cheapest list for the first i elements, the list of [i, j) costs at least
//     cover(j) - cover(i); so the block either repeats a smaller one, or costs at least that and a struc.
//
// A run whose period is a multiple of a shorter run's is no better than the shorter one. Proof: let W be a block whose
// tokens, with the one that joins it to the next block, have no shorter period, and let z be a token that occurs once
// in W. Then W repeated m times costs no less than W.
//   - If its root repeats a block of q elements, and q is no multiple of W's length: the tokens would have a
//     shorter period, unless q divides W's length (the theorem of Fine and Wilf; the arbitrary tokens between
//     the blocks do not change this). If q divides W's length, W has the same root with fewer copies.
//   - If its root is a struc: a copy of a child's block has z inside only if the block is a multiple of W. If
//     no such child is near, the list can be cut at the first and at the last z, or a child that spans both
//     loses the elements between them, and a list for W remains. If there is one, its block loses the
//     elements between the first and the last z in it in the same way.
// If each token occurs again in W, this proof has a gap for a struc, because a copy of some smaller block may lie
// across each place at which a list could be cut. Then multiples are examined in short sequences. In long ones, the
// passes check that none of them can be of use, and a tree is not called proved if one might be.
#include "layout/least_cost.h"

#include "block_table.h"
#include "fine_costs.h"
#include "pass_frame.h"
#include "repeating.h"
#include "repetitions.h"
#include "token_sequence.h"

#include <algorithm>
#include <deque>
#include <functional>
#include <optional>
#include <stdexcept>
#include <unordered_map>
#include <utility>

namespace automap::layout {
namespace {

using Kind = TypeTree::Kind;

/// Measures how much of the budget is used up.
class Meter {
public:
  explicit Meter(const ReconstructionBudget &budget)
      : start_(std::chrono::steady_clock::now()), end_(start_ + within_a_year(budget.time)),
        bytes_(budget.memory_bytes) {}

  bool within(std::size_t bytes) {
    const auto now = std::chrono::steady_clock::now();
    if (bytes > bytes_ || now > end_)
      used_up_ = true;
    if (bytes > 2 * bytes_ || now > end_ + (end_ - start_) / 4)
      overdue_ = true;
    return !used_up_;
  }

  bool used_up() const { return used_up_; }

  /// Whether even steps that would only improve the best tree a little must stop.
  bool overdue() const { return overdue_; }

private:
  std::chrono::steady_clock::time_point start_, end_;
  std::size_t bytes_;
  bool used_up_ = false, overdue_ = false;
};

class Solver {
public:
  Solver(const std::vector<PlacedPart> &sequence, const std::vector<Part> &parts, const CostModel &model,
         const ReconstructionBudget &budget)
      : parts_(parts), meter_(budget), sequence_(sequence), costs_(model, parts, sequence.size()),
        repetitions_(sequence_, look_everywhere() ? Chains::all : Chains::between_runs,
                     [this](std::size_t bytes) { return meter_.within(bytes); }),
        blocks_(sequence_), run_blocks_(repetitions_.blocks(), unseen()) {}

  LeastCostTree operator()() {
    const std::int64_t shift = sequence_.displacement(0);
    TypeTree tree = shift == 0 ? build(0, sequence_.size()) : build_shifted(sequence_.size(), shift);
    const bool nothing_left_out = repetitions_.complete() && (costs_.strict_is_best || look_everywhere());
    return {std::move(tree), nothing_left_out && multiples_are_no_better_ && !meter_.used_up()};
  }

private:
  /// Whether parts of a run are worth examining, too, which is so with unusual constants. Long sequences have too many
  /// of them.
  bool look_everywhere() const { return !costs_.strict_is_best && sequence_.size() <= all_multiples_up_to; }

  FineCost leaf_cost(Index at) const { return costs_.leaf[sequence_.part(at)]; }

  /// Returns the least cost of a block; unreachable if it is not known when the budget is used up.
  FineCost block_cost(Index id) {
    if (blocks_[id].cost >= 0)
      return blocks_[id].cost;
    if (meter_.used_up() && id != root_ && !blocks_[id].repetition_known)
      return unreachable;
    const auto [begin, length] = std::pair(blocks_[id].begin, blocks_[id].length);
    FineCost cost = solve_repetition(id).cost;
    // A struc has at least two children.
    if (costs_.struc + 2 * costs_.child + 2 * costs_.cheapest_leaf < cost && !(meter_.used_up() && id != root_)) {
      ++depth_;
      Frame &f = frame(depth_);
      // The root's choices will be needed.
      const auto *const known = id == root_ ? nullptr : covers_of_prefix(begin, length);
      cost = std::min(cost, costs_.struc + cover(begin, length, f, known));
      keep_covers(id, f);
      --depth_;
    }
    if (cost < unreachable)
      blocks_[id].cost = cost;
    return cost;
  }

  FineCost segment_cost(Index begin, Index length) {
    return length == 1 ? leaf_cost(begin) : block_cost(blocks_.find_or_add(begin, length));
  }

  /// Returns the cheapest node over the blocks, which must be equal.
  Repetition cheapest_repetition(Index begin, Index length, Index block) {
    const Gaps between = sequence_.gaps(begin, length, block);
    const Index blocks = length / block;
    Repetition out{costs_.idx(blocks), Kind::idx, block};
    if (const FineCost cost = costs_.idxbuc(blocks - between.most); cost < out.cost)
      out = {cost, Kind::idxbuc, block};
    if (between.all_equal && costs_.repeat.vec <= out.cost)
      out = {costs_.repeat.vec, Kind::vec, block};
    return out;
  }

  /// Returns the proper divisors in ascending order.
  const std::vector<Index> &divisors(Index number) {
    const auto [at, is_new] = divisors_.try_emplace(number);
    std::vector<Index> &out = at->second;
    if (!is_new)
      return out;
    std::vector<Index> large;
    for (Index one = 1; std::uint64_t{one} * one <= number; ++one)
      if (number % one == 0 && one != number) {
        out.push_back(one);
        if (one > 1 && number / one != one)
          large.push_back(number / one);
      }
    out.insert(out.end(), large.rbegin(), large.rend());
    return out;
  }

  /// Returns the number of breaks above which a repetition costs at least `limit`.
  Index breaks_below(FineCost limit, Index blocks) const {
    if (costs_.idx(blocks) < limit || costs_.repeat.bucket == 0)
      return none;
    const FineCost buckets = (limit - costs_.repeat.idxbuc - 1) / costs_.repeat.bucket;
    return buckets > 1 ? static_cast<Index>(std::min<FineCost>(2 * (buckets - 1), none)) : 0;
  }

  /// Whether the segment may cost less than `limit` as a repetition of a smaller block.
  bool may_repeat_below(Index begin, Index length, FineCost limit) {
    for (const Index block : divisors(length)) {
      const Index most =
          breaks_below(limit - (block == 1 ? leaf_cost(begin) : costs_.at_least_for_two), length / block);
      if (const std::optional<Index> found = sequence_.breaks(begin, length, block, most); found && *found <= most)
        return true;
    }
    return false;
  }

  /// Returns the cheapest tree of a block that repeats a smaller one. If that costs `limit` or more, its cost may be
  /// any number from `limit` on.
  Repetition solve_repetition(Index id, FineCost limit = unreachable) {
    if (blocks_[id].repetition_known)
      return blocks_[id].repetition;
    if (blocks_[id].repetition_at_least >= limit)
      return {limit};
    const auto [begin, length] = std::pair(blocks_[id].begin, blocks_[id].length);
    note_work(length);
    Repetition best;
    bool too_dear = false; // whether a candidate that might cost less than `best` was given up
    Index strict = 0;      // the shortest period that makes it a vec and beats its multiples
    if (!look_everywhere() && sequence_.is_arithmetic(begin, length))
      best = {costs_.strict + leaf_cost(begin), costs_.strict_kind, 1};
    else
      for (const Index block : divisors(length)) {
        if (strict != 0 && block % strict == 0)
          continue;
        const FineCost bound = std::min(best.cost, limit);
        const FineCost child = block == 1 ? leaf_cost(begin) : costs_.at_least_for_two;
        const Index most = breaks_below(bound - child, length / block);
        const std::optional<Index> found = sequence_.breaks(begin, length, block, most);
        if (!found)
          continue;
        if (*found > most) {
          too_dear = too_dear || limit < best.cost;
          continue;
        }
        if (!sequence_.repeats(begin, length, block)) // hashes have collided
          continue;
        Repetition candidate = cheapest_repetition(begin, length, block);
        if (*found == 0 && costs_.strict_is_best && strict == 0 && sequence_.find_cut(begin, block) != none)
          strict = block;
        if (candidate.cost + child >= bound) {
          too_dear = too_dear || limit < best.cost;
          continue;
        }
        candidate.cost += segment_cost(begin, block);
        if (candidate.cost < best.cost)
          best = candidate;
      }
    if (!too_dear || best.cost < limit) {
      blocks_[id].repetition = best;
      blocks_[id].repetition_known = true;
    } else
      blocks_[id].repetition_at_least = limit;
    return best;
  }

  // The pass over a segment.

  Frame &frame(std::size_t depth) {
    while (frames_.size() <= depth)
      frames_.emplace_back();
    return frames_[depth];
  }

  void prepare(Index begin, Index length, Frame &f) {
    f.begin = begin, f.length = length;
    f.covers.assign(length + 1, unreachable);
    f.covers[0] = 0;
    f.choices.resize(length + 1);
    f.runs.clear(), f.starts.clear(), f.chains.clear(), f.active.clear(), f.run_next.clear();
    f.active_until = none;
    f.run_first.assign(length + 1, none);
    f.chain_first.assign(length + 1, none);
    f.singles.reset();
    repetitions_.runs_within(begin, begin + length, [&](StrictRun run) {
      const auto id = static_cast<Index>(f.runs.size());
      run.first -= begin, run.last -= begin;
      f.runs.push_back({.run = run, .starts = f.starts.size()});
      if (run.last - run.first >= run.period)
        f.starts.resize(f.starts.size() + run.period);
      f.run_next.push_back(std::exchange(f.run_first[run.first + 2 * run.period], id));
    });
    repetitions_.chains_within(begin, begin + length, [&](Chain chain) {
      chain.first -= begin;
      const auto id = static_cast<Index>(f.chains.size());
      f.chains.push_back({.chain = chain, .next = std::exchange(f.chain_first[chain.first], id), .block = unseen()});
    });
  }

  // A pass over a block that begins like another one continues from the covers of that one.

  /// Returns the covers of the longest prefix that has them, if it is long enough to be useful; else null.
  const std::vector<FineCost> *covers_of_prefix(Index begin, Index length) const {
    if (meter_.used_up())
      return nullptr;
    auto at = std::ranges::lower_bound(kept_lengths_, length);
    while (at != kept_lengths_.begin() && *--at > length / 4)
      if (const Index id = blocks_.find(begin, *at); id != none && !blocks_[id].covers.empty())
        return &blocks_[id].covers;
    return nullptr;
  }

  void keep_covers(Index id, const Frame &f) {
    const Index length = blocks_[id].length;
    constexpr std::size_t most = std::size_t{1} << 20; // places, which take 8 MB
    if (id == root_ || meter_.used_up() || kept_places_ + length >= most)
      return;
    kept_places_ += length + 1;
    blocks_[id].covers = f.covers;
    const auto at = std::ranges::lower_bound(kept_lengths_, length);
    if (at == kept_lengths_.end() || *at != length)
      kept_lengths_.insert(at, length);
  }

  /// Brings the frame to the state of a pass at the end of the prefix whose covers are `known`, without choices.
  Index go_on_from(const std::vector<FineCost> &known, Index begin, Frame &f) {
    std::ranges::copy(known, f.covers.begin());
    f.begin = none; // no tree can be built from it
    const auto end = static_cast<Index>(known.size() - 1);
    Index first_single = end - 1; // the first of the elements of one part at the end
    while (first_single > 0 && sequence_.part(begin + first_single - 1) == sequence_.part(begin + end - 1))
      --first_single;
    for (Index place = first_single; place < end; ++place)
      begin_singles(begin, place, f);
    if (!f.chains.empty())
      for (Index place = 0; place < end; ++place)
        begin_chains(begin, place, f);
    for (Index id = 0; id < f.runs.size(); ++id) {
      const StrictRun &run = f.runs[id].run;
      if (run.first + 2 * run.period > end || run.last + 2 * run.period <= end)
        continue;
      start_run(begin, id, f);
      for (Index place = run.first + 2 * run.period; place <= end; ++place) {
        best_start(f.active.back(), place, f);
        watch_multiples(place, f);
        f.active.back().advance();
      }
    }
    return end;
  }

  /// Returns the least cost of a list of struc children for the segment. Fills in the covers of its prefixes, some of
  /// which may be known, and the choices if none are known.
  FineCost cover(Index begin, Index length, Frame &f, const std::vector<FineCost> *known = nullptr) {
    prepare(begin, length, f);
    const Index known_places = known ? go_on_from(*known, begin, f) : 0;
    for (Index place = known_places;; ++place) {
      note_work(1);
      if (place > known_places) {
        improve(f, place, {f.covers[place - 1] + costs_.child + leaf_cost(begin + place - 1), place - 1}, 0,
                Kind::leaf);
        query_singles(begin, place, f);
        if (!meter_.overdue()) {
          query_runs(begin, place, f);
          query_chains(place, f);
        }
        solve_deferred(begin, place, f);
        watch_multiples(place, f);
      }
      if (place == length)
        break;
      begin_singles(begin, place, f);
      if (!meter_.overdue())
        begin_chains(begin, place, f);
    }
    if (!meter_.overdue())
      for (Index id = f.chain_first[length]; id != none; id = f.chains[id].next)
        free_repeating_.push_back(f.chains[id].repeating);
    return f.covers[length];
  }

  /// Checks the budget now and then.
  void note_work(std::size_t steps) {
    if ((work_ += steps) < 100'000)
      return;
    work_ = 0;
    std::size_t bytes = blocks_.bytes() + std::size_t{sequence_.size()} * 100 + repetitions_.bytes() +
                        repeating_.size() * sizeof(Repeating) * 2 + kept_places_ * sizeof(FineCost) +
                        run_blocks_.size() * sizeof(BlockSeen);
    for (const Frame &f : frames_)
      bytes += f.bytes();
    meter_.within(bytes);
  }

  static void improve(Frame &f, Index place, From from, Index block, Kind kind) {
    if (from.cost < f.covers[place]) {
      f.covers[place] = from.cost;
      f.choices[place] = {from.start, block, kind};
    }
  }

  void begin_singles(Index begin, Index place, Frame &f) {
    const Index at = begin + place;
    if (place > 0 && sequence_.part(at) == sequence_.part(at - 1))
      f.singles.advance(sequence_.distance(at - 1, at), costs_.repeat);
    else
      f.singles.reset();
    f.singles.begin(f.covers[place], place, costs_.repeat);
  }

  void query_singles(Index begin, Index place, Frame &f) {
    Repeating::Cheapest found = f.singles.cheapest(costs_.repeat);
    found.from.cost += costs_.child + leaf_cost(begin + place - 1);
    improve(f, place, found.from, 1, found.kind);
  }

  BlockSeen unseen() const { return {.cost = costs_.at_least_for_two}; }

  void set_cost(BlockSeen &block, FineCost cost) { block.cost = cost, block.cost_known = true; }

  /// Uses a candidate for the cover of `place` at once if its block's cost is known, else defers it.
  void offer(Index place, const Candidate &candidate, Frame &f) {
    BlockSeen &block = *candidate.block;
    if (!block.cost_known) {
      const Index start = candidate.block_start;
      block.list_at_least = std::max(block.list_at_least, f.covers[start + candidate.choice.block] - f.covers[start]);
      block.cost = std::max(block.cost, std::min(block.list_at_least + costs_.struc, block.repetition_at_least));
      if (block.id != none && blocks_[block.id].cost >= 0)
        set_cost(block, blocks_[block.id].cost);
      if (candidate.from.cost + block.cost >= f.covers[place])
        return;
    }
    if (block.cost_known)
      improve(f, place, {candidate.from.cost + block.cost, candidate.from.start}, candidate.choice.block,
              candidate.choice.kind);
    else
      f.deferred.push_back(candidate);
  }

  /// Solves the blocks of deferred candidates. Shorter blocks come first: they cost less to solve, and may make longer
  /// ones unnecessary.
  void solve_deferred(Index begin, Index place, Frame &f) {
    if (f.deferred.size() > 1)
      std::ranges::sort(f.deferred, {}, [](const Candidate &one) { return one.choice.block; });
    for (const Candidate &candidate : f.deferred) {
      const FineCost limit = f.covers[place] - candidate.from.cost; // the cost that the block must stay below
      if (costs_.at_least_for_two >= limit)
        continue;
      if (meter_.used_up()) { // only known costs are used
        if (!meter_.overdue())
          candidate.block->id = blocks_.find_or_add(begin + candidate.block_start, candidate.choice.block);
        if (candidate.block->id == none || blocks_[candidate.block->id].cost < 0)
          continue;
      }
      if (candidate.run != none && candidate.block->list_at_least + costs_.struc < limit)
        note_parts_of_rotation(begin, candidate, f);
      if (cannot_cost_less(candidate, limit, begin))
        continue;
      if (candidate.block->id == none)
        candidate.block->id = blocks_.find_or_add(begin + candidate.block_start, candidate.choice.block);
      const FineCost cost = cost_below(candidate.block->id, candidate.block->list_at_least, limit);
      if (blocks_[candidate.block->id].cost >= 0)
        set_cost(*candidate.block, blocks_[candidate.block->id].cost);
      improve(f, place, {candidate.from.cost + cost, candidate.from.start}, candidate.choice.block,
              candidate.choice.kind);
    }
    f.deferred.clear();
  }

  /// Checks that multiples of a run that are not examined, although the proof above does not exclude them, are of no
  /// use in this pass. Only a multiple whose root is a struc could be useful. With `cover(j) - cover(i)` as a bound of
  /// its list, it is not, if the covers of places a multiple of the period apart never grow by more than a child, a
  /// node and a struc.
  void watch_multiples(Index place, Frame &f) {
    for (RunStart *const start : f.watched) {
      if (start->least_cover + costs_.child + costs_.strict + costs_.struc < f.covers[place])
        multiples_are_no_better_ = false;
      start->least_cover = std::min(start->least_cover, f.covers[place]);
    }
    f.watched.clear();
  }

  /// Raises the lower bound of a block that begins in the middle of a run's period. A token that occurs once in the
  /// period lies in no block that repeats within it. Therefore a list for the rotated block can be cut there without
  /// becoming dearer, and costs at least as much as the parts on either side.
  void note_parts_of_rotation(Index begin, const Candidate &candidate, Frame &f) {
    RunState &state = f.runs[candidate.run];
    const Index period = state.run.period, start = candidate.block_start;
    if (!state.cut_known) {
      state.cut_known = true;
      state.cut = sequence_.find_cut(begin + state.run.first, period);
      if (state.cut != none)
        state.cut += state.run.first;
    }
    if (state.cut == none)
      return;
    const Index cut = start + period - (start + period - state.cut) % period; // the last cut in the block
    const Index rest = start + period - cut;
    const FineCost before = f.covers[cut] - f.covers[start];
    const FineCost after = f.covers[state.cut + rest] - f.covers[state.cut];
    FineCost &list = candidate.block->list_at_least;
    list = std::max({list, before, after});
  }

  /// Whether the block cannot cost less than `limit`, as far as this is clear without searching the table of blocks.
  bool cannot_cost_less(const Candidate &candidate, FineCost limit, Index begin) {
    BlockSeen &block = *candidate.block;
    if (block.list_at_least + costs_.struc < limit)
      return false;
    if (block.repetition_at_least >= limit)
      return true;
    // A higher limit than the requested one saves later calls.
    for (const FineCost at_least : {4 * limit, limit})
      if (!may_repeat_below(begin + candidate.block_start, candidate.choice.block, at_least)) {
        block.repetition_at_least = at_least;
        return true;
      }
    return false;
  }

  /// Returns the block's cost, or any number from `limit` on if it is not below that.
  FineCost cost_below(Index id, FineCost list_at_least, FineCost limit) {
    Block &block = blocks_[id];
    block.list_at_least = std::max(block.list_at_least, list_at_least);
    if (block.cost < 0 && block.list_at_least + costs_.struc >= limit && !meter_.used_up())
      return solve_repetition(id, limit).cost;
    return block_cost(id);
  }

  void start_run(Index begin, Index id, Frame &f) {
    const RunState &state = f.runs[id];
    const StrictRun &run = state.run;
    const bool come_again = run.last - run.first >= run.period;
    const Index last_place = run.last + 2 * run.period;
    f.active.push_back({.blocks = run_blocks_.data() + run.first_block,
                        .starts = come_again ? f.starts.data() + state.starts : nullptr,
                        .at = run.number(begin + run.first),
                        .period = run.period,
                        .last_place = last_place,
                        .run = id,
                        .is_watched = come_again && !run.beats_multiples});
    f.active_until = std::min(f.active_until, last_place);
  }

  void query_runs(Index begin, Index place, Frame &f) {
    if (place > f.active_until) {
      std::erase_if(f.active, [&](const ActiveRun &run) { return place > run.last_place; });
      f.active_until = none;
      for (const ActiveRun &run : f.active)
        f.active_until = std::min(f.active_until, run.last_place);
    }
    for (Index id = f.run_first[place]; id != none; id = f.run_next[id])
      start_run(begin, id, f);
    const FineCost node = costs_.child + costs_.strict, *const covers = f.covers.data();
    for (ActiveRun &run : f.active) {
      From from = best_start(run, place, f);
      from.cost += node;
      BlockSeen &block = run.blocks[run.at];
      if (from.cost + block.cost < covers[place])
        offer(place, {from, {from.start, run.period, costs_.strict_kind}, place - 2 * run.period, &block, run.run}, f);
      run.advance();
    }
  }

  /// Returns the start of the cheapest vec that ends at the place, which is the next one of the run.
  static From best_start(const ActiveRun &run, Index place, Frame &f) {
    const Index last_start = place - 2 * run.period;
    const From last = {f.covers[last_start], last_start};
    if (!run.starts)
      return last;
    RunStart &start = run.starts[run.at];
    start.from.improve(last.cost, last.start);
    if (run.is_watched)
      f.watched.push_back(&start);
    return start.from;
  }

  void query_chains(Index place, Frame &f) {
    for (Index id = f.chain_first[place]; id != none; id = f.chains[id].next) {
      ChainState &state = f.chains[id];
      if (state.at < 2)
        continue;
      const Index period = state.chain.period;
      const Repeating::Cheapest found = repeating_[state.repeating].cheapest(costs_.repeat);
      if (found.from.cost + costs_.child + state.block.cost >= f.covers[place])
        continue;
      offer(place,
            {{found.from.cost + costs_.child, found.from.start},
             {found.from.start, period, found.kind},
             place - 2 * period,
             &state.block},
            f);
    }
  }

  void begin_chains(Index begin, Index place, Frame &f) {
    for (Index id = f.chain_first[place], next = none; id != none; id = next) {
      ChainState &state = f.chains[id];
      next = state.next;
      if (state.at == state.chain.blocks) {
        free_repeating_.push_back(state.repeating);
        continue;
      }
      if (state.at == 0)
        state.repeating = new_repeating();
      else
        repeating_[state.repeating].advance(sequence_.distance(begin + place - state.chain.period, begin + place),
                                            costs_.repeat);
      repeating_[state.repeating].begin(f.covers[place], place, costs_.repeat);
      ++state.at;
      state.next = std::exchange(f.chain_first[place + state.chain.period], id);
    }
  }

  Index new_repeating() {
    if (free_repeating_.empty()) {
      repeating_.emplace_back();
      return static_cast<Index>(repeating_.size() - 1);
    }
    const Index id = free_repeating_.back();
    free_repeating_.pop_back();
    repeating_[id].reset();
    return id;
  }

  // Trees.

  TypeTree build(Index begin, Index length) {
    if (length == 1)
      return parts_[sequence_.part(begin)].tree;
    const Index id = blocks_.find_or_add(begin, length);
    if (begin == 0 && length == sequence_.size())
      root_ = id;
    if (blocks_[id].tree)
      return *blocks_[id].tree;
    const FineCost cost = block_cost(id);
    TypeTree tree = blocks_[id].repetition_known && blocks_[id].repetition.cost <= cost
                        ? build_repetition(begin, length, blocks_[id].repetition.kind, blocks_[id].repetition.block, 0)
                        : build_struc(begin, length, 0);
    blocks_[id].tree = tree;
    return tree;
  }

  /// Returns a frame with the segment's covers.
  const Frame &frame_of(Index begin, Index length) {
    for (const Frame &f : {std::cref(frame(0)), std::cref(frame(1))})
      if (f.begin == begin && f.length == length)
        return f;
    cover(begin, length, frame(0));
    return frame(0);
  }

  /// Returns the children of the cheapest list from first to last: the choices, with their ends.
  std::vector<std::pair<Choice, Index>> cheapest_list(Index begin, Index length) {
    const Frame &f = frame_of(begin, length);
    std::vector<std::pair<Choice, Index>> out;
    for (Index end = length; end > 0; end = f.choices[end].start)
      out.emplace_back(f.choices[end], end);
    std::reverse(out.begin(), out.end());
    return out;
  }

  TypeTree build_struc(Index begin, Index length, std::int64_t shift) {
    std::vector<std::int64_t> displacements;
    std::vector<TypeTree> children;
    for (const auto &[choice, end] : cheapest_list(begin, length)) {
      const Index start = begin + choice.start;
      displacements.push_back(shift + sequence_.distance(begin, start));
      children.push_back(choice.kind == Kind::leaf
                             ? build(start, 1)
                             : build_repetition(start, end - choice.start, choice.kind, choice.block, 0));
    }
    return TypeTree::struc(std::move(displacements), std::move(children));
  }

  TypeTree build_repetition(Index begin, Index length, Kind kind, Index block, std::int64_t shift) {
    const TypeTree child = build(begin, block);
    const Index end = begin + length;
    if (kind == Kind::vec)
      return TypeTree::vec(length / block, sequence_.distance(begin, begin + block), child);
    std::vector<std::int64_t> displacements, sizes;
    const std::int64_t stride = kind == Kind::idxbuc ? sequence_.gaps(begin, length, block).commonest : 0;
    for (Index at = begin; at < end; at += block) {
      if (kind == Kind::idxbuc && at != begin && sequence_.distance(at - block, at) == stride) {
        ++sizes.back();
        continue;
      }
      displacements.push_back(shift + sequence_.distance(begin, at));
      sizes.push_back(1);
    }
    if (kind == Kind::idx)
      return TypeTree::idx(std::move(displacements), child);
    return TypeTree::idxbuc(stride, std::move(displacements), std::move(sizes), child);
  }

  // The first element need not be at displacement 0. An irregular node contains the shift: the root, a new node above
  // it, or a node below vecs.

  struct Shifted {
    Repetition root;
    bool above = false; // whether a node of one child stands above the cheapest tree
  };

  Shifted solve_shifted(Index length) {
    const FineCost aligned = segment_cost(0, length);
    Shifted out;
    const auto offer = [&](const Repetition &root, bool above) {
      if (root.cost < out.root.cost)
        out = {root, above};
    };
    offer({costs_.repeat.idx + costs_.repeat.ix + aligned, Kind::idx}, true);
    offer({costs_.repeat.idxbuc + costs_.repeat.bucket + aligned, Kind::idxbuc}, true);
    offer({costs_.struc + costs_.child + aligned, Kind::struc}, true);
    if (length > 1) {
      if (const Frame &f = frame_of(0, length); f.choices[length].start != 0)
        offer({costs_.struc + f.covers[length], Kind::struc}, false);
      for (const Index block : divisors(length))
        if (sequence_.repeats(0, length, block))
          offer_repetition(length, block, out, offer);
    }
    return out;
  }

  template <typename Offer> void offer_repetition(Index length, Index block, const Shifted &best, Offer offer) {
    const Gaps between = sequence_.gaps(0, length, block);
    const Index blocks = length / block;
    const FineCost child = segment_cost(0, block);
    offer({costs_.idx(blocks) + child, Kind::idx, block}, false);
    offer({costs_.idxbuc(blocks - between.most) + child, Kind::idxbuc, block}, false);
    if (between.all_equal && costs_.repeat.vec + child < best.root.cost)
      offer({costs_.repeat.vec + solve_shifted(block).root.cost, Kind::vec, block}, false);
  }

  TypeTree build_shifted(Index length, std::int64_t shift) {
    if (length == sequence_.size() && sequence_.size() > 1)
      root_ = blocks_.find_or_add(0, sequence_.size());
    const auto [root, above] = solve_shifted(length);
    if (above) {
      const TypeTree aligned = build(0, length);
      return root.kind == Kind::idx      ? TypeTree::idx({shift}, aligned)
             : root.kind == Kind::idxbuc ? TypeTree::idxbuc(0, {shift}, {1}, aligned)
                                         : TypeTree::struc({shift}, {aligned});
    }
    if (root.kind == Kind::struc)
      return build_struc(0, length, shift);
    if (root.kind == Kind::vec)
      return TypeTree::vec(length / root.block, sequence_.distance(0, root.block), build_shifted(root.block, shift));
    return build_repetition(0, length, root.kind, root.block, shift);
  }

  const std::vector<Part> &parts_;
  Meter meter_;
  const TokenSequence sequence_;
  const FineCosts costs_;
  const Repetitions repetitions_;
  BlockTable blocks_;
  std::vector<BlockSeen> run_blocks_;                      // the blocks of runs; see StrictRun::first_block
  bool multiples_are_no_better_ = true;                    // whether the passes have shown nothing else
  Index root_ = none;                                      // the block that is the whole sequence
  std::size_t work_ = 0;                                   // the steps since the last check of the budget
  std::unordered_map<Index, std::vector<Index>> divisors_; // the divisors of each number

  std::vector<Index> kept_lengths_; // the lengths of blocks whose covers are kept, ascending
  std::size_t kept_places_ = 0;     // the number of places in all of these

  std::deque<Frame> frames_; // a frame for each depth; references stay valid
  std::size_t depth_ = 0;
  std::deque<Repeating> repeating_; // the states of the active chains
  std::vector<Index> free_repeating_;
};

} // namespace

LeastCostTree least_cost_tree(const std::vector<PlacedPart> &sequence, const std::vector<Part> &parts,
                              const CostModel &model, const ReconstructionBudget &budget) {
  if (sequence.empty())
    return {TypeTree::empty(), true};
  if (sequence.size() >= std::size_t{1} << 31)
    throw std::length_error("type tree: there are 2^31 parts or more");
  const auto [first, last] = std::ranges::minmax(sequence, {}, &PlacedPart::displacement);
  if (std::int64_t span = 0; __builtin_sub_overflow(last.displacement, first.displacement, &span))
    throw std::length_error("type tree: the distance of two displacements leaves the 64-bit range");
  return Solver(sequence, parts, model, budget)();
}

} // namespace automap::layout
