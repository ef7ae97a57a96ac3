// The kernel for equal records, on any processor: a list of moves of 16, 8, 4, 2 and 1 bytes, made once.
//
// Exact moves touch no other byte than the record's. Where packing may read beyond a piece and write ahead,
// because what comes next is written later, each 16 bytes of a piece, also its last ones, are one move of 16
// bytes.
#include "copies.h"
#include "kernel.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <vector>

namespace automap::layout {
namespace {

struct Move {
  std::int64_t memory, packed;
};

/// Moves by the power of two that they copy.
using ExactMoves = std::array<std::vector<Move>, 5>;

ExactMoves exact_moves(std::span<const ByteRange> pieces) {
  ExactMoves out;
  std::int64_t packed = 0;
  for (const ByteRange &piece : pieces) {
    std::size_t power = 4;
    while (piece.length < (std::int64_t{1} << power))
      --power;
    const std::int64_t bytes = std::int64_t{1} << power;
    std::int64_t done = 0;
    for (; done + bytes <= piece.length; done += bytes)
      out[power].push_back({piece.offset + done, packed + done});
    if (const std::int64_t rest = piece.length - done; rest > 0) {
      while (power > 0 && rest <= (std::int64_t{1} << (power - 1)))
        --power;
      const std::int64_t last = piece.length - (std::int64_t{1} << power);
      out[power].push_back({piece.offset + last, packed + last});
    }
    packed += piece.length;
  }
  return out;
}

/// `M` moves of equal length for each of `count` records.
template <std::int64_t Move::*from, std::int64_t Move::*to, typename Copy, std::size_t M>
void copy_some(Copy copy, const Move *moves, const char *in, std::int64_t in_step, char *out,
               std::int64_t out_step, std::int64_t count) {
  std::array<Move, M> all;
  std::copy_n(moves, M, all.begin());
  for (; count > 0; --count, in = moved(in, in_step), out = moved(out, out_step))
    for (const Move &move : all)
      copy(moved(out, move.*to), moved(in, move.*from));
}

/// Moves of equal length for each record; those that are too many for one pass after the others.
constexpr std::size_t most_moves = 12;
template <std::int64_t Move::*from, std::int64_t Move::*to, typename Copy, std::size_t... M>
void copy_all(Copy copy, const std::vector<Move> &moves, const char *in, std::int64_t in_step, char *out,
              std::int64_t out_step, std::int64_t count, std::index_sequence<M...>) {
  using Function =
      void (*)(Copy, const Move *, const char *, std::int64_t, char *, std::int64_t, std::int64_t);
  static constexpr Function by_moves[] = {copy_some<from, to, Copy, M + 1>...};
  for (std::size_t done = 0, n = 0; done < moves.size(); done += n) {
    n = std::min(moves.size() - done, sizeof...(M));
    by_moves[n - 1](copy, moves.data() + done, in, in_step, out, out_step, count);
  }
}

/// One length of moves after the other, each for all records.
template <std::int64_t Move::*from, std::int64_t Move::*to>
void copy_exactly(const ExactMoves &moves, const char *in, std::int64_t in_step, char *out,
                  std::int64_t out_step, std::int64_t count) {
  const auto copy_each = [&](auto copy, const std::vector<Move> &some) {
    copy_all<from, to>(copy, some, in, in_step, out, out_step, count, std::make_index_sequence<most_moves>{});
  };
  copy_each(CopyExactly<16>{}, moves[4]);
  copy_each(CopyExactly<8>{}, moves[3]);
  copy_each(CopyExactly<4>{}, moves[2]);
  copy_each(CopyExactly<2>{}, moves[1]);
  copy_each(CopyExactly<1>{}, moves[0]);
}

class MovedRecords : public Kernel {
public:
  explicit MovedRecords(const Records &records)
      : exact_(exact_moves(records.pieces)), stride_(records.stride),
        offsets_(records.offsets.begin(), records.offsets.end()) {
    std::int64_t upper_bound = records.pieces.front().offset;
    for (const ByteRange &piece : records.pieces) {
      for (std::int64_t done = 0; done < piece.length; done += 16)
        wide_.push_back({piece.offset + done, size_ + done});
      size_ += piece.length;
      upper_bound = std::max(upper_bound, piece.offset + piece.length);
    }
    // How many of the last records read or write beyond the last one's end.
    std::int64_t read = 0, written = 0;
    for (const Move &move : wide_) {
      read = std::max(read, move.memory - upper_bound + 16);
      written = std::max(written, move.packed + 16 - size_);
    }
    group_ = std::clamp<std::int64_t>(8192 / std::max({size_, std::abs(stride_), upper_bound}), 1, 64);
    careful_ = (written + size_ - 1) / size_;
    if (stride_ > 0)
      careful_ = std::max(careful_, read > 0 ? (read - 1) / stride_ + 1 : 0);
    if (!offsets_.empty() || stride_ <= 0 || wide_.size() > most_moves)
      wide_.clear();
  }

  void pack(const char *base, std::int64_t first, std::int64_t count, char *out) const override {
    std::int64_t done = 0;
    if (!wide_.empty() && count > careful_) {
      done = count - careful_;
      copy_all<&Move::memory, &Move::packed>(CopyExactly<16>{}, wide_, moved(base, first * stride_), stride_,
                                             out, size_, done, std::make_index_sequence<most_moves>{});
    }
    for_groups(first + done, count - done, [&](std::int64_t at, std::int64_t records, std::int64_t before) {
      copy_exactly<&Move::memory, &Move::packed>(exact_, moved(base, at), stride_,
                                                 out + (done + before) * size_, size_, records);
    });
  }

  void unpack(const char *in, std::int64_t first, std::int64_t count, char *base) const override {
    for_groups(first, count, [&](std::int64_t at, std::int64_t records, std::int64_t before) {
      copy_exactly<&Move::packed, &Move::memory>(exact_, in + before * size_, size_, moved(base, at), stride_,
                                                 records);
    });
  }

private:
  /// Calls visit(offset, records, records before) for equally spaced records that stay in the nearest cache.
  template <typename Visit> void for_groups(std::int64_t first, std::int64_t count, Visit visit) const {
    for (std::int64_t done = 0, n = 0; done < count; done += n) {
      n = offsets_.empty() ? std::min(group_, count - done) : 1;
      visit(offsets_.empty() ? (first + done) * stride_ : offsets_[static_cast<std::size_t>(first + done)], n,
            done);
    }
  }

  ExactMoves exact_;
  std::vector<Move> wide_; // empty: not to be used
  std::int64_t careful_ = 0, size_ = 0, stride_, group_;
  std::vector<std::int64_t> offsets_;
};

} // namespace

std::unique_ptr<Kernel> record_kernel(const Records &records) {
  return std::make_unique<MovedRecords>(records);
}

} // namespace automap::layout
