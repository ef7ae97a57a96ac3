// The least-cost tree over a sequence of parts. See least_cost.h.
//
// A segment is cheapest as a leaf, as a struc of segments that are no struc, or, where it repeats a block, as
// a vec, idx or idxbuc of the block's cheapest tree. So a left-to-right pass over a segment finds the
// cheapest list of struc children for each of its prefixes, given the cheapest trees of the blocks that
// repeat in it. These are found when they are first needed, by a pass over the block, and remembered by what
// the block holds. Whether they are needed is decided by what they would cost at least:
//
//  - two elements need a node;
//  - if cover(i) is the cheapest list for the first i elements, the list of [i, j) costs no less than
//    cover(j) - cover(i); so the block either repeats a smaller one, or costs at least that and a struc.
//
// A run whose period is a multiple of a shorter run's is never better than that one. (Let W be primitive. If
// W repeated m times has a root that repeats a block of q elements, q a divisor of neither W's length nor m
// times it, the theorem of Fine and Wilf makes the tokens in it periodic by a divisor of W's length, in spite
// of the free tokens between blocks; and if q divides W's length, the indices are m times those of W alone.)
#include "least_cost.h"

#include "repeating.h"
#include "repetitions.h"
#include "token_hashes.h"

#include <algorithm>
#include <deque>
#include <optional>
#include <stdexcept>
#include <unordered_map>
#include <utility>

namespace automap::layout {
namespace {

using Kind = TypeTree::Kind;
using Index = std::uint32_t;
constexpr Index none = UINT32_MAX;

/// When the budget is used up.
class Meter {
public:
  explicit Meter(const ReconstructionBudget &budget)
      : end_(std::chrono::steady_clock::now() + budget.time), bytes_(budget.memory_bytes) {}

  bool within(std::size_t bytes) {
    if (bytes > bytes_ || std::chrono::steady_clock::now() > end_)
      used_up_ = true;
    return !used_up_;
  }

  bool used_up() const { return used_up_; }

private:
  std::chrono::steady_clock::time_point end_;
  std::size_t bytes_;
  bool used_up_ = false;
};

/// An element, the next one, and how far they are apart.
struct Token {
  std::size_t part = 0, next_part = 0;
  std::int64_t distance = 0;

  friend bool operator==(const Token &, const Token &) = default;
};

struct HashOfToken {
  std::size_t operator()(const Token &token) const {
    std::uint64_t hash = static_cast<std::uint64_t>(token.distance);
    for (const std::size_t part : {token.part, token.next_part})
      hash = (hash ^ part) * 0x9e37'79b9'7f4a'7c15 ^ (hash >> 29);
    return hash;
  }
};

/// The tree of a segment that repeats a block.
struct Whole {
  FineCost cost = unreachable;
  Kind kind = Kind::vec;
  Index block = 0;
};

class Solver {
public:
  Solver(const std::vector<PlacedPart> &sequence, const std::vector<Part> &parts, const CostModel &model,
         const ReconstructionBudget &budget)
      : sequence_(sequence), parts_(parts), meter_(budget), n_(static_cast<Index>(sequence.size())) {
    set_costs(model);
    make_tokens();
  }

  LeastCostTree operator()() {
    hashes_.emplace(tokens_);
    repetitions_.emplace(tokens_, *hashes_, vec_is_best_ ? Chains::between_runs : Chains::all,
                         [&](std::size_t bytes) { return meter_.within(bytes); });
    const std::int64_t shift = sequence_[0].displacement;
    TypeTree tree = shift == 0 ? build(0, n_) : build_shifted(n_, shift);
    return {std::move(tree), !meter_.used_up()};
  }

private:
  // The sequence.

  void make_tokens() {
    std::unordered_map<Token, Index, HashOfToken> ids;
    tokens_.reserve(n_);
    for (Index t = 0; t + 1 < n_; ++t) {
      const Token token{sequence_[t].part, sequence_[t + 1].part, distance(t, t + 1)};
      tokens_.push_back(ids.try_emplace(token, static_cast<Index>(ids.size())).first->second);
    }
    same_part_.assign(n_, 1);
    same_token_.assign(n_, 0);
    for (Index t = n_ - 1; t-- > 0;) {
      if (sequence_[t].part == sequence_[t + 1].part)
        same_part_[t] = same_part_[t + 1] + 1;
      same_token_[t] = t + 2 < n_ && tokens_[t] == tokens_[t + 1] ? same_token_[t + 1] + 1 : 1;
    }
  }

  std::int64_t distance(Index from, Index to) const {
    return sequence_[to].displacement - sequence_[from].displacement;
  }

  /// Elements of one part at equal distances?
  bool is_arithmetic(Index begin, Index length) const {
    return same_part_[begin] >= length && (length < 3 || same_token_[begin] >= length - 1);
  }

  FineCost leaf_cost(Index at) const { return leaf_[sequence_[at].part]; }

  // Costs.

  void set_costs(const CostModel &model) {
    // A tree of n elements has no more than n leaves and n nodes above them that are worth having. Of trees
    // of equal cost the one with fewer struc children is the better: they count as the smallest unit.
    __extension__ using Wide = __int128;
    Wide most = 1, sum = model.vec;
    for (const Cost constant : {model.idx, model.ix, model.idxbuc, model.bucket, model.struc, model.type})
      sum += constant;
    for (const Part &part : parts_)
      most = std::max<Wide>(most, part.cost);
    const Wide total = (most + 2 * sum) * (Wide{n_} + 1);
    if (total >= unreachable)
      throw std::length_error("type tree: its cost leaves the 64-bit range");
    const FineCost unit = total * (Wide{n_} + 1) < unreachable ? FineCost{n_} + 1 : 1;
    repeat_ = {unit * model.vec, unit * model.idx, unit * model.ix, unit * model.idxbuc,
               unit * (model.ix + model.bucket)};
    struc_ = unit * model.struc;
    child_ = unit * (model.ix + model.type) + (unit > 1 ? 1 : 0);
    cheapest_leaf_ = unreachable;
    for (const Part &part : parts_) {
      leaf_.push_back(unit * part.cost);
      cheapest_leaf_ = std::min(cheapest_leaf_, leaf_.back());
    }
    const FineCost two_by_repetition =
        std::min({repeat_.vec, repeat_.idx + 2 * repeat_.ix, repeat_.idxbuc + repeat_.bucket});
    vec_is_best_ = two_by_repetition == repeat_.vec;
    const FineCost two_by_struc = struc_ + 2 * child_ + cheapest_leaf_;
    at_least_for_two_ = cheapest_leaf_ + std::min(two_by_repetition, two_by_struc);
  }

  // Blocks, by what they hold.

  struct Block {
    Index begin = 0, length = 0; // of the first one seen
    FineCost cost = -1;          // -1: unknown
    Whole whole;
    bool whole_known = false;
    std::optional<TypeTree> tree;
  };

  Index block_at(Index begin, Index length) {
    const std::uint64_t key = hashes_->hash(begin, length - 1) * 31 + length;
    const auto [first, last] = block_index_.equal_range(key);
    for (auto at = first; at != last; ++at) {
      const Block &known = blocks_[at->second];
      if (known.length == length &&
          std::equal(&tokens_[begin], &tokens_[begin] + length - 1, &tokens_[known.begin]))
        return at->second;
    }
    blocks_.push_back({begin, length});
    if (blocks_.size() % 1024 == 0)
      check_budget();
    block_index_.emplace(key, static_cast<Index>(blocks_.size() - 1));
    return static_cast<Index>(blocks_.size() - 1);
  }

  /// The least cost of a block; unreachable if it is not known when the budget is used up.
  FineCost block_cost(Index id) {
    if (blocks_[id].cost >= 0)
      return blocks_[id].cost;
    const auto [begin, length] = std::pair(blocks_[id].begin, blocks_[id].length);
    FineCost cost = whole(id).cost;
    // A struc has two children at least.
    if (struc_ + 2 * child_ + 2 * cheapest_leaf_ < cost && !(meter_.used_up() && id != root_)) {
      ++depth_;
      cost = std::min(cost, struc_ + cover(begin, length, frame(depth_)));
      --depth_;
    }
    if (cost < unreachable)
      blocks_[id].cost = cost;
    return cost;
  }

  FineCost segment_cost(Index begin, Index length) {
    return length == 1 ? leaf_cost(begin) : block_cost(block_at(begin, length));
  }

  /// Do the blocks of `block` elements that make up the segment hold the same?
  bool repeats(Index begin, Index length, Index block) const {
    if (block == 1)
      return same_part_[begin] >= length;
    for (Index at = begin; at + 2 * block <= begin + length; at += block)
      if (!std::equal(&tokens_[at], &tokens_[at] + block - 1, &tokens_[at + block]))
        return false;
    return true;
  }

  /// The node above the blocks that costs least, given that they are all the same.
  Whole repetition(Index begin, Index length, Index block) const {
    std::unordered_map<std::int64_t, Index> times;
    Index most = 0;
    for (Index at = begin; at + 2 * block <= begin + length; at += block)
      most = std::max(most, ++times[distance(at, at + block)]);
    const auto count = static_cast<FineCost>(length / block);
    Whole out{repeat_.idx + count * repeat_.ix, Kind::idx, block};
    if (const FineCost cost = repeat_.idxbuc + (count - most) * repeat_.bucket; cost < out.cost)
      out = {cost, Kind::idxbuc, block};
    if (times.size() == 1 && repeat_.vec <= out.cost)
      out = {repeat_.vec, Kind::vec, block};
    return out;
  }

  /// Calls `visit` for each length of a block that the segment repeats, ascending.
  template <typename Visit> void for_each_repeated(Index begin, Index length, Visit visit) const {
    std::vector<Index> large;
    const auto offer = [&](Index block) {
      if (repeats(begin, length, block))
        visit(block);
    };
    for (Index small = 1; std::uint64_t{small} * small <= length; ++small)
      if (length % small == 0) {
        if (small < length)
          offer(small);
        if (small > 1 && length / small != small)
          large.push_back(length / small);
      }
    for (; !large.empty(); large.pop_back())
      offer(large.back());
  }

  /// The cheapest tree of a block that repeats a smaller one.
  const Whole &whole(Index id) {
    if (blocks_[id].whole_known)
      return blocks_[id].whole;
    const auto [begin, length] = std::pair(blocks_[id].begin, blocks_[id].length);
    Whole best;
    Index strict = 0; // the shortest period that makes it a vec
    if (vec_is_best_ && is_arithmetic(begin, length))
      best = {repeat_.vec + leaf_cost(begin), Kind::vec, 1};
    else
      for_each_repeated(begin, length, [&](Index block) {
        if (vec_is_best_ && strict != 0 && block % strict == 0)
          return;
        Whole candidate = repetition(begin, length, block);
        if (candidate.kind == Kind::vec && strict == 0)
          strict = block;
        if (candidate.cost + (block == 1 ? leaf_cost(begin) : at_least_for_two_) >= best.cost)
          return;
        candidate.cost += segment_cost(begin, block);
        if (candidate.cost < best.cost)
          best = candidate;
      });
    blocks_[id].whole = best;
    blocks_[id].whole_known = true;
    return blocks_[id].whole;
  }

  // The pass over a segment.

  /// The last child of the list that covers a prefix.
  struct Choice {
    Index start = 0, block = 0; // block 0: a leaf
    Kind kind = Kind::leaf;
  };

  struct RunState {
    StrictRun run;
    Index residues = 0;               // how many starts differ
    std::size_t starts = 0;           // into Frame::starts
    Index merge_at = 0, query_at = 0; // residues of the next ones
  };

  /// Where the vecs over a run may begin whose starts are a multiple of the period apart.
  struct RunStart {
    From from;
    Index block = none; // id, once it is needed
  };

  struct ChainState {
    Chain chain;
    Index at = 0;           // the next block
    Index next = none;      // chain with an event at the same place
    Index repeating = none; // into repeating_
    Index block = none;     // id, once it is needed
  };

  struct Frame {
    Index begin = 0, length = 0;  // what it is about
    std::vector<FineCost> covers; // by length of the prefix
    std::vector<Choice> choices;
    std::vector<RunState> runs;
    std::vector<RunStart> starts;
    std::vector<Index> merge_first, query_first; // by place: the first of a list of runs
    std::vector<Index> merge_next, query_next;
    std::vector<Index> merging, querying; // runs
    std::vector<ChainState> chains;
    std::vector<Index> chain_first; // by place
    Repeating singles;
  };

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
    f.runs.clear(), f.starts.clear(), f.chains.clear();
    f.merging.clear(), f.querying.clear();
    f.merge_first.assign(length + 1, none), f.query_first.assign(length + 1, none);
    f.merge_next.clear(), f.query_next.clear();
    f.chain_first.assign(length + 1, none);
    f.singles.reset();
    repetitions_->runs_within(begin, begin + length, [&](StrictRun run) {
      run.first -= begin, run.last -= begin;
      const auto id = static_cast<Index>(f.runs.size());
      const Index residues = std::min(run.period, run.last - run.first + 1);
      f.runs.push_back({run, residues, f.starts.size()});
      f.starts.resize(f.starts.size() + residues);
      f.merge_next.push_back(std::exchange(f.merge_first[run.first], id));
      f.query_next.push_back(std::exchange(f.query_first[run.first + 2 * run.period], id));
    });
    repetitions_->chains_within(begin, begin + length, [&](Chain chain) {
      chain.first -= begin;
      const auto id = static_cast<Index>(f.chains.size());
      f.chains.push_back({chain, 0, std::exchange(f.chain_first[chain.first], id)});
    });
  }

  /// The least cost of a list of struc children for the segment; covers and choices for each of its prefixes.
  FineCost cover(Index begin, Index length, Frame &f) {
    prepare(begin, length, f);
    for (Index place = 0;; ++place) {
      if (place > 0) {
        improve(f, place, {f.covers[place - 1] + child_ + leaf_cost(begin + place - 1), place - 1}, 0,
                Kind::leaf);
        query_singles(begin, place, f);
        query_runs(begin, place, f);
        query_chains(begin, place, f);
      }
      if (place == length)
        break;
      begin_singles(begin, place, f);
      begin_runs(place, f);
      begin_chains(begin, place, f);
      if (place % 4096 == 4095)
        check_budget();
    }
    for (Index id = f.chain_first[length]; id != none; id = f.chains[id].next)
      free_repeating_.push_back(f.chains[id].repeating);
    return f.covers[length];
  }

  void check_budget() { meter_.within(blocks_.size() * (sizeof(Block) + 64) + std::size_t{n_} * 100); }

  static void improve(Frame &f, Index place, From from, Index block, Kind kind) {
    if (from.cost < f.covers[place]) {
      f.covers[place] = from.cost;
      f.choices[place] = {from.start, block, kind};
    }
  }

  void begin_singles(Index begin, Index place, Frame &f) {
    const Index at = begin + place;
    if (place > 0 && sequence_[at].part == sequence_[at - 1].part)
      f.singles.advance(distance(at - 1, at), repeat_);
    else
      f.singles.reset();
    f.singles.begin(f.covers[place], place, repeat_);
  }

  void query_singles(Index begin, Index place, Frame &f) {
    Repeating::Cheapest found = f.singles.cheapest(repeat_);
    found.from.cost += child_ + leaf_cost(begin + place - 1);
    improve(f, place, found.from, 1, found.kind);
  }

  /// What the block at `start` adds to `without`; unreachable if the sum is no less than the cover of
  /// `place`.
  FineCost with_block(FineCost without, Index &id, Index begin, Index start, Index length, Index place,
                      const Frame &f) {
    const FineCost limit = f.covers[place] - without; // what the block may cost
    if (at_least_for_two_ >= limit)
      return unreachable;
    if (id == none)
      id = block_at(begin + start, length);
    if (blocks_[id].cost >= 0)
      return without + blocks_[id].cost;
    const FineCost list = f.covers[start + length] - f.covers[start];
    return without + (list + struc_ >= limit ? whole(id).cost : block_cost(id));
  }

  void begin_runs(Index place, Frame &f) {
    for (Index id = f.merge_first[place]; id != none; id = f.merge_next[id])
      f.merging.push_back(id);
    for (std::size_t i = 0; i < f.merging.size();) {
      RunState &state = f.runs[f.merging[i]];
      if (place > state.run.last) {
        f.merging[i] = f.merging.back();
        f.merging.pop_back();
        continue;
      }
      f.starts[state.starts + state.merge_at].from.improve(f.covers[place], place);
      state.merge_at = state.merge_at + 1 == state.residues ? 0 : state.merge_at + 1;
      ++i;
    }
  }

  void query_runs(Index begin, Index place, Frame &f) {
    for (Index id = f.query_first[place]; id != none; id = f.query_next[id])
      f.querying.push_back(id);
    for (std::size_t i = 0; i < f.querying.size();) {
      RunState &state = f.runs[f.querying[i]];
      const Index period = state.run.period;
      if (place > state.run.last + 2 * period) {
        f.querying[i] = f.querying.back();
        f.querying.pop_back();
        continue;
      }
      RunStart &start = f.starts[state.starts + state.query_at];
      state.query_at = state.query_at + 1 == state.residues ? 0 : state.query_at + 1;
      const FineCost cost = with_block(start.from.cost + child_ + repeat_.vec, start.block, begin,
                                       place - 2 * period, period, place, f);
      improve(f, place, {cost, start.from.start}, period, Kind::vec);
      ++i;
    }
  }

  void query_chains(Index begin, Index place, Frame &f) {
    for (Index id = f.chain_first[place]; id != none; id = f.chains[id].next) {
      ChainState &state = f.chains[id];
      if (state.at < 2)
        continue;
      const Index period = state.chain.period;
      const Repeating::Cheapest found = repeating_[state.repeating].cheapest(repeat_);
      const FineCost cost =
          with_block(found.from.cost + child_, state.block, begin, place - 2 * period, period, place, f);
      improve(f, place, {cost, found.from.start}, period, found.kind);
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
        repeating_[state.repeating].advance(distance(begin + place - state.chain.period, begin + place),
                                            repeat_);
      repeating_[state.repeating].begin(f.covers[place], place, repeat_);
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
      return parts_[sequence_[begin].part].tree;
    const Index id = block_at(begin, length);
    if (begin == 0 && length == n_)
      root_ = id;
    if (blocks_[id].tree)
      return *blocks_[id].tree;
    const FineCost cost = block_cost(id);
    TypeTree tree = blocks_[id].whole_known && blocks_[id].whole.cost <= cost
                        ? build_repetition(begin, length, blocks_[id].whole.kind, blocks_[id].whole.block, 0)
                        : build_struc(begin, length, 0);
    blocks_[id].tree = tree;
    return tree;
  }

  /// A frame with the segment's covers.
  const Frame &covered(Index begin, Index length) {
    for (const Frame &f : {std::cref(frame(0)), std::cref(frame(1))})
      if (f.begin == begin && f.length == length)
        return f;
    cover(begin, length, frame(0));
    return frame(0);
  }

  /// The children of the cheapest list, first to last: the choices, with their ends.
  std::vector<std::pair<Choice, Index>> list(Index begin, Index length) {
    const Frame &f = covered(begin, length);
    std::vector<std::pair<Choice, Index>> out;
    for (Index end = length; end > 0; end = f.choices[end].start)
      out.emplace_back(f.choices[end], end);
    std::reverse(out.begin(), out.end());
    return out;
  }

  TypeTree build_struc(Index begin, Index length, std::int64_t shift) {
    std::vector<std::int64_t> displacements;
    std::vector<TypeTree> children;
    for (const auto &[choice, end] : list(begin, length)) {
      const Index start = begin + choice.start;
      displacements.push_back(shift + distance(begin, start));
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
      return TypeTree::vec(length / block, distance(begin, begin + block), child);
    std::vector<std::int64_t> displacements, sizes;
    const std::int64_t stride = kind == Kind::idxbuc ? commonest_gap(begin, length, block) : 0;
    for (Index at = begin; at < end; at += block) {
      if (kind == Kind::idxbuc && at != begin && distance(at - block, at) == stride) {
        ++sizes.back();
        continue;
      }
      displacements.push_back(shift + distance(begin, at));
      sizes.push_back(1);
    }
    if (kind == Kind::idx)
      return TypeTree::idx(std::move(displacements), child);
    return TypeTree::idxbuc(stride, std::move(displacements), std::move(sizes), child);
  }

  std::int64_t commonest_gap(Index begin, Index length, Index block) const {
    std::unordered_map<std::int64_t, Index> times;
    std::int64_t gap = 0;
    Index most = 0;
    for (Index at = begin; at + 2 * block <= begin + length; at += block)
      if (const Index now = ++times[distance(at, at + block)]; now > most) {
        most = now;
        gap = distance(at, at + block);
      }
    return gap;
  }

  // The first element need not be at 0. An irregular node carries a shift: the root, one that is put above
  // it, or one below vecs.

  struct Shifted {
    Whole root;
    bool above = false; // a node of one child above the cheapest tree
  };

  Shifted shifted(Index length) {
    const FineCost aligned = segment_cost(0, length);
    Shifted out;
    const auto offer = [&](const Whole &root, bool above) {
      if (root.cost < out.root.cost)
        out = {root, above};
    };
    offer({repeat_.idx + repeat_.ix + aligned, Kind::idx}, true);
    offer({repeat_.idxbuc + repeat_.bucket + aligned, Kind::idxbuc}, true);
    offer({struc_ + child_ + aligned, Kind::struc}, true);
    if (length > 1) {
      if (const Frame &f = covered(0, length); f.choices[length].start != 0)
        offer({struc_ + f.covers[length], Kind::struc}, false);
      for_each_repeated(0, length, [&](Index block) { offer_repetition(length, block, out, offer); });
    }
    return out;
  }

  template <typename Offer>
  void offer_repetition(Index length, Index block, const Shifted &best, Offer offer) {
    std::unordered_map<std::int64_t, Index> times;
    Index most = 0;
    for (Index at = 0; at + 2 * block <= length; at += block)
      most = std::max(most, ++times[distance(at, at + block)]);
    const auto count = static_cast<FineCost>(length / block);
    const FineCost child = segment_cost(0, block);
    offer({repeat_.idx + count * repeat_.ix + child, Kind::idx, block}, false);
    offer({repeat_.idxbuc + (count - most) * repeat_.bucket + child, Kind::idxbuc, block}, false);
    if (times.size() == 1 && repeat_.vec + child < best.root.cost)
      offer({repeat_.vec + shifted(block).root.cost, Kind::vec, block}, false);
  }

  TypeTree build_shifted(Index length, std::int64_t shift) {
    if (length == n_ && n_ > 1)
      root_ = block_at(0, n_);
    const auto [root, above] = shifted(length);
    if (above) {
      const TypeTree aligned = build(0, length);
      return root.kind == Kind::idx      ? TypeTree::idx({shift}, aligned)
             : root.kind == Kind::idxbuc ? TypeTree::idxbuc(0, {shift}, {1}, aligned)
                                         : TypeTree::struc({shift}, {aligned});
    }
    if (root.kind == Kind::struc)
      return build_struc(0, length, shift);
    if (root.kind == Kind::vec)
      return TypeTree::vec(length / root.block, distance(0, root.block), build_shifted(root.block, shift));
    return build_repetition(0, length, root.kind, root.block, shift);
  }

  const std::vector<PlacedPart> &sequence_;
  const std::vector<Part> &parts_;
  Meter meter_;
  Index n_;

  RepetitionCosts repeat_;
  FineCost struc_ = 0, child_ = 0, cheapest_leaf_ = 0, at_least_for_two_ = 0;
  std::vector<FineCost> leaf_; // by part
  bool vec_is_best_ = false;   // whatever repeats at equal distances is cheapest as a vec

  std::vector<Index> tokens_;
  std::vector<Index> same_part_, same_token_; // how many from here on are the same
  std::optional<TokenHashes> hashes_;
  std::optional<Repetitions> repetitions_;

  std::deque<Block> blocks_;
  std::unordered_multimap<std::uint64_t, Index> block_index_;
  Index root_ = none;
  std::deque<Frame> frames_;
  std::size_t depth_ = 0;
  std::deque<Repeating> repeating_;
  std::vector<Index> free_repeating_;
};

} // namespace

LeastCostTree least_cost_tree(const std::vector<PlacedPart> &sequence, const std::vector<Part> &parts,
                              const CostModel &model, const ReconstructionBudget &budget) {
  if (sequence.empty())
    return {TypeTree::empty(), true};
  if (sequence.size() >= std::size_t{1} << 31)
    throw std::length_error("type tree: more parts than can be looked at");
  return Solver(sequence, parts, model, budget)();
}

} // namespace automap::layout
