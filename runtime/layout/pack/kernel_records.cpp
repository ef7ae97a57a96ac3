// The kernels for equal records, on any processor. A record is copied by a list of moves of 16, 8, 4, 2 and 1 bytes,
// which is computed once. If its pieces are long, each is copied by itself.
//
// Exact moves touch only the bytes of the record. A few of them, whose offsets fit into registers, are done for one
// record after the other; then the next few. If packing may read beyond a piece, and write bytes that later moves
// overwrite, then each 16 bytes of a piece, also its last ones, are one move of 16 bytes. This is done if it takes
// fewer moves. A few words are packed one by one, and written four at once.
#include "copies.h"
#include "kernel.h"

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <numeric>
#include <optional>
#include <vector>

namespace automap::layout {
namespace {

struct Move {
  std::int64_t from, to;
  std::size_t bytes;
};

/// Returns the moves that unpack a record, sorted by their place in memory.
std::vector<Move> exact_moves(std::span<const ByteRange> pieces) {
  std::vector<Move> out;
  std::int64_t packed = 0;
  for (const ByteRange &piece : pieces) {
    std::int64_t bytes = 16, done = 0;
    while (piece.length < bytes)
      bytes /= 2;
    const auto add = [&](std::int64_t at) {
      out.push_back({packed + at, piece.offset + at, static_cast<std::size_t>(bytes)});
    };
    for (; done + bytes <= piece.length; done += bytes)
      add(done);
    if (const std::int64_t rest = piece.length - done; rest > 0) {
      while (rest <= bytes / 2)
        bytes /= 2;
      add(piece.length - bytes);
    }
    packed += piece.length;
  }
  std::ranges::sort(out, {}, &Move::to);
  return out;
}

/// Performs moves of `bytes...` bytes for each of `count` records. The places of the moves count from those of the
/// first move, which therefore needs no registers.
template <std::size_t... bytes>
void copy_records(const Move *moves, const char *in, std::int64_t in_step, char *out, std::int64_t out_step,
                  std::int64_t count) {
  constexpr std::size_t n = sizeof...(bytes);
  std::int64_t from[n], to[n];
  for (std::size_t i = 0; i < n; ++i)
    from[i] = moves[i].from, to[i] = moves[i].to;
  in = moved(in, from[0]);
  out = moved(out, to[0]);
  for (; count > 0; --count, in = moved(in, in_step), out = moved(out, out_step)) {
    std::size_t i = 0;
    ((CopyExactly<bytes>{}(i > 0 ? moved(out, to[i]) : out, i > 0 ? moved(in, from[i]) : in), ++i), ...);
  }
}

/// Does the same for records at offsets in memory.
template <bool packs, std::size_t... bytes>
void copy_records_at(const Move *moves, const char *in, char *out, const std::int64_t *at, std::int64_t packed_step,
                     std::int64_t count) {
  constexpr std::size_t n = sizeof...(bytes);
  std::int64_t from[n], to[n];
  for (std::size_t i = 0; i < n; ++i)
    from[i] = moves[i].from, to[i] = moves[i].to;
  in = moved(in, from[0]);
  out = moved(out, to[0]);
  for (const std::int64_t *const end = at + count; at != end; ++at) {
    const char *const in_record = packs ? moved(in, *at) : in;
    char *const out_record = packs ? out : moved(out, *at);
    std::size_t i = 0;
    ((CopyExactly<bytes>{}(i > 0 ? moved(out_record, to[i]) : out_record,
                           i > 0 ? moved(in_record, from[i]) : in_record),
      ++i),
     ...);
    if constexpr (packs)
      out += packed_step;
    else
      in += packed_step;
  }
}

using CopyRecords = void (*)(const Move *, const char *, std::int64_t, char *, std::int64_t, std::int64_t);
using CopyRecordsAt = void (*)(const Move *, const char *, char *, const std::int64_t *, std::int64_t, std::int64_t);
struct Functions {
  CopyRecords equally_spaced = nullptr;
  CopyRecordsAt at_offsets = nullptr;
};

constexpr std::size_t moves_in_registers = 5;

/// Returns the functions for `moves`, longest first, of which the first ones have `bytes`.
template <bool packs, std::size_t longest = 16, std::size_t... bytes>
Functions functions_for(std::span<const Move> moves) {
  constexpr std::size_t n = sizeof...(bytes);
  if constexpr (n > 0)
    if (n == moves.size())
      return {copy_records<bytes...>, copy_records_at<packs, bytes...>};
  if constexpr (n < moves_in_registers) {
    if constexpr (longest > 1)
      if (moves[n].bytes < longest)
        return functions_for<packs, longest / 2, bytes...>(moves);
    return functions_for<packs, longest, bytes..., longest>(moves);
  }
  return {};
}

/// Returns the function for so many moves of 16 bytes; null if there are too many.
template <std::size_t... bytes> CopyRecords wide_function_for(std::size_t moves) {
  constexpr std::size_t most = 12;
  if (moves == sizeof...(bytes))
    return copy_records<bytes...>;
  if constexpr (sizeof...(bytes) < most)
    return wide_function_for<bytes..., 16>(moves);
  return nullptr;
}

/// Packs records of n elements of 4 bytes, two records at a time. Most elements are written four at once, because a
/// processor writes less often in a cycle than it reads.
template <std::size_t n>
void gather_records(const Move *moves, const char *in, std::int64_t in_step, char *out, std::int64_t,
                    std::int64_t count) {
  using Elements [[gnu::vector_size(16)]] = std::uint32_t;
  std::int64_t from[n];
  for (std::size_t i = 0; i < n; ++i)
    from[i] = moves[i].from;
  in = moved(in, from[0]);
  const auto gather = [&](std::uint32_t *element) {
    for (std::size_t i = 0; i < n; ++i)
      std::memcpy(&element[i], i > 0 ? moved(in, from[i]) : in, 4);
    in = moved(in, in_step);
  };
  for (; count >= 2; count -= 2, out += 8 * n) {
    std::uint32_t element[2 * n];
    gather(element);
    gather(element + n);
    constexpr std::size_t by_fours = 2 * n / 4 * 4;
    for (std::size_t i = 0; i < by_fours; i += 4) {
      const Elements adjacent = {element[i], element[i + 1], element[i + 2], element[i + 3]};
      std::memcpy(out + 4 * i, &adjacent, 16);
    }
    std::memcpy(out + 4 * by_fours, element + by_fours, 4 * (2 * n - by_fours));
  }
  if (count > 0) {
    std::uint32_t element[n];
    gather(element);
    std::memcpy(out, element, sizeof element);
  }
}

/// Returns the function that gathers so many elements; null if there are too few or too many.
template <std::size_t n = 3> CopyRecords gather_function_for(std::size_t elements) {
  constexpr std::size_t most = 8;
  if (elements == n)
    return gather_records<n>;
  if constexpr (n < most)
    return gather_function_for<n + 1>(elements);
  return nullptr;
}

/// Moves that are done together.
struct Pass {
  Pass(Functions functions, std::vector<Move> all) : copy(functions), moves(std::move(all)) {
    for (Move &move : std::span(moves).subspan(1))
      move.from -= moves[0].from, move.to -= moves[0].to;
  }

  Functions copy;
  std::vector<Move> moves; // relative to the first one, as `copy` expects them

  void operator()(const char *in, std::int64_t in_step, char *out, std::int64_t out_step, std::int64_t count) const {
    copy.equally_spaced(moves.data(), in, in_step, out, out_step, count);
  }
  void operator()(const char *in, char *out, const std::int64_t *at, std::int64_t packed_step,
                  std::int64_t count) const {
    copy.at_offsets(moves.data(), in, out, at, packed_step, count);
  }
};

/// Returns all moves as passes of about equal length.
template <bool packs> std::vector<Pass> passes_of(std::span<const Move> moves) {
  std::vector<Pass> out;
  for (std::size_t left = (moves.size() + moves_in_registers - 1) / moves_in_registers; left > 0; --left) {
    const std::size_t n = (moves.size() + left - 1) / left;
    std::vector<Move> some(moves.begin(), moves.begin() + static_cast<std::ptrdiff_t>(n));
    std::ranges::sort(some, std::ranges::greater(), &Move::bytes);
    const Functions copy = functions_for<packs>(some);
    out.emplace_back(copy, std::move(some));
    moves = moves.subspan(n);
  }
  return out;
}

/// Returns a pass that packs pieces of few elements of 4 bytes, element by element; nothing if `moves` of several
/// elements are better.
std::optional<Pass> gathering(std::span<const ByteRange> pieces, std::size_t moves) {
  constexpr double worth = 1.4; // elements for each move
  std::vector<Move> elements;
  for (const ByteRange &piece : pieces) {
    if (piece.length % 4 != 0)
      return std::nullopt;
    for (std::int64_t done = 0; done < piece.length; done += 4)
      elements.push_back({piece.offset + done, static_cast<std::int64_t>(4 * elements.size()), 4});
  }
  if (static_cast<double>(elements.size()) > worth * static_cast<double>(moves))
    return std::nullopt;
  const CopyRecords copy = gather_function_for<>(elements.size());
  return copy ? std::optional<Pass>(std::in_place, Functions{copy}, std::move(elements)) : std::nullopt;
}

/// A group of records goes through one pass after the other. It has as many records as keep their lines in the nearest
/// cache.
constexpr std::int64_t most_lines = 256, most_records = 64;

/// Returns roughly how many cache lines a record takes, packed and in memory.
std::int64_t lines_of(std::span<const ByteRange> pieces) {
  constexpr std::int64_t line = 64;
  std::int64_t size = 0, touched = 0, lower_bound = pieces.front().offset, upper_bound = lower_bound;
  for (const ByteRange &piece : pieces) {
    size += piece.length;
    touched += 1 + piece.length / line;
    lower_bound = std::min(lower_bound, piece.offset);
    upper_bound = std::max(upper_bound, piece.offset + piece.length);
  }
  return 1 + size / line + std::min(touched, 1 + (upper_bound - lower_bound) / line);
}

/// Returns how many records at this stride take different places of the nearest cache. The place of a line depends on
/// its address within a page.
std::int64_t most_apart(std::int64_t stride) {
  constexpr std::int64_t page = 4096, lines_in_place = 4;
  return std::min(most_records, lines_in_place * page / std::gcd(stride, page));
}

class MovedRecords : public Kernel {
public:
  explicit MovedRecords(const Records &records)
      : stride_(records.stride), offsets_(records.offsets.begin(), records.offsets.end()) {
    std::vector<Move> moves = exact_moves(records.pieces), wide;
    unpack_ = passes_of<false>(moves);
    for (Move &move : moves)
      std::swap(move.from, move.to);
    std::optional<Pass> gather = offsets_.empty() ? gathering(records.pieces, moves.size()) : std::nullopt;
    if (gather)
      pack_.push_back(std::move(*gather));
    else
      pack_ = passes_of<true>(moves);
    std::int64_t upper_bound = records.pieces.front().offset;
    for (const ByteRange &piece : records.pieces) {
      for (std::int64_t done = 0; done < piece.length; done += 16)
        wide.push_back({piece.offset + done, size_ + done, 16});
      size_ += piece.length;
      upper_bound = std::max(upper_bound, piece.offset + piece.length);
    }
    // The number of the last records that read or write beyond the end of the last one.
    std::int64_t read = 0, written = 0;
    for (const Move &move : wide) {
      read = std::max(read, move.from - upper_bound + 16);
      written = std::max(written, move.to + 16 - size_);
    }
    group_ = std::clamp<std::int64_t>(most_lines / lines_of(records.pieces), 1,
                                      offsets_.empty() ? most_apart(stride_) : most_records);
    if (stride_ != 0)
      most_near_ = far / std::abs(stride_);
    careful_ = (written + size_ - 1) / size_;
    if (stride_ > 0)
      careful_ = std::max(careful_, read > 0 ? (read - 1) / stride_ + 1 : 0);
    if (offsets_.empty() && stride_ > 0 && wide.size() < moves.size() && !may_hold_pages_in_gaps(records))
      if (const CopyRecords copy = wide_function_for<16>(wide.size()))
        wide_.emplace(Functions{copy}, std::move(wide));
  }

  void pack(const char *base, std::int64_t first, std::int64_t count, char *out) const override {
    std::int64_t done = 0;
    if (wide_ && count > careful_ + few) {
      done = count - careful_;
      (*wide_)(moved(base, first * stride_), stride_, out, size_, done);
    }
    for_groups(pack_.size(), first + done, count - done,
               [&](std::int64_t record, std::int64_t records, std::int64_t before) {
                 char *const to = out + (done + before) * size_;
                 for (const Pass &pass : pack_)
                   if (offsets_.empty())
                     pass(moved(base, record * stride_), stride_, to, size_, records);
                   else
                     pass(base, to, offsets_.data() + record, size_, records);
               });
  }

  void unpack(const char *in, std::int64_t first, std::int64_t count, char *base) const override {
    for_groups(unpack_.size(), first, count, [&](std::int64_t record, std::int64_t records, std::int64_t before) {
      const char *const from = in + before * size_;
      for (const Pass &pass : unpack_)
        if (offsets_.empty())
          pass(from, size_, moved(base, record * stride_), stride_, records);
        else
          pass(from, base, offsets_.data() + record, size_, records);
    });
  }

private:
  /// Calls visit(first record, records, records before) for groups whose lines stay in the nearest cache.
  template <typename Visit>
  void for_groups(std::size_t passes, std::int64_t first, std::int64_t count, Visit visit) const {
    const std::int64_t group = passes == 1 ? count : count > most_near_ ? std::min(group_, most_far) : group_;
    for (std::int64_t done = 0, n = 0; done < count; done += n) {
      n = std::min(group, count - done);
      visit(first + done, n, done);
    }
  }

  std::vector<Pass> pack_, unpack_; // exact moves
  std::optional<Pass> wide_;        // packs by wide moves; empty if they are not used
  // The number of records below which one more pass costs more than wide moves gain.
  static constexpr std::int64_t few = 8;
  // Lines that come from distant memory are best used up soon.
  static constexpr std::int64_t far = std::int64_t{1} << 20, most_far = 16;
  std::int64_t most_near_ = std::numeric_limits<std::int64_t>::max();
  std::int64_t careful_ = 0, size_ = 0, stride_, group_;
  std::vector<std::int64_t> offsets_;
};

/// Copies one record after the other, and each piece by the copy that moves most at once.
class RecordsOfLongPieces : public Kernel {
public:
  explicit RecordsOfLongPieces(const Records &records)
      : pieces_(records.pieces.begin(), records.pieces.end()), stride_(records.stride),
        offsets_(records.offsets.begin(), records.offsets.end()) {}

  void pack(const char *base, std::int64_t first, std::int64_t count, char *out) const override {
    for_pieces(base, first, count, [out](const char *memory, std::int64_t length) mutable {
      copy_any(out, memory, length);
      out += length;
    });
  }
  void unpack(const char *in, std::int64_t first, std::int64_t count, char *base) const override {
    for_pieces(base, first, count, [in](char *memory, std::int64_t length) mutable {
      copy_any(memory, in, length);
      in += length;
    });
  }

private:
  /// Calls visit(address, length) for all pieces.
  template <typename Byte, typename Visit>
  void for_pieces(Byte *base, std::int64_t first, std::int64_t count, Visit visit) const {
    const ByteRange *const begin = pieces_.data(), *const end = begin + pieces_.size();
    const auto visit_record = [&](Byte *record) {
      for (const ByteRange *piece = begin; piece != end; ++piece)
        visit(moved(record, piece->offset), piece->length);
    };
    if (offsets_.empty())
      for (Byte *record = moved(base, first * stride_); count > 0; --count, record = moved(record, stride_))
        visit_record(record);
    else
      for (std::int64_t i = first; i < first + count; ++i)
        visit_record(moved(base, offsets_[static_cast<std::size_t>(i)]));
  }

  std::vector<ByteRange> pieces_;
  std::int64_t stride_;
  std::vector<std::int64_t> offsets_;
};

} // namespace

std::unique_ptr<Kernel> record_kernel(const Records &records) {
  // The cost of copying a piece by itself: as long as so many moves, plus one move for each so many bytes.
  constexpr std::int64_t moves_for_piece = 7, bytes_at_once = 32;
  std::int64_t size = 0, moves = 0;
  for (const ByteRange &piece : records.pieces) {
    size += piece.length;
    moves += (piece.length + 15) / 16;
  }
  if (moves > moves_for_piece * std::ssize(records.pieces) + size / bytes_at_once)
    return std::make_unique<RecordsOfLongPieces>(records);
  return std::make_unique<MovedRecords>(records);
}

bool may_hold_pages_in_gaps(const Records &records) {
  std::vector<ByteRange> pieces(records.pieces.begin(), records.pieces.end());
  std::ranges::sort(pieces, {}, &ByteRange::offset);
  const std::int64_t lower_bound = pieces.front().offset;
  std::int64_t end = lower_bound;
  for (const ByteRange &piece : pieces) {
    if (piece.offset - end >= least_page)
      return true;
    end = std::max(end, piece.offset + piece.length);
  }
  return std::abs(records.stride) - (end - lower_bound) >= least_page;
}

} // namespace automap::layout
