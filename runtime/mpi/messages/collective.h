// Collective calls that move data from all ranks, as calls that move bytes.
//
// MPI lets each rank name its data by a datatype of its own, and some MPI libraries choose algorithms, or split
// messages, by the rank's datatype. So every rank gives MPI bytes here, whatever its datatype: each packs its own data
// with holes, and gives MPI its own buffer if that has no holes. A rank need not know the datatypes of the others. It
// may leave packing to MPI where that is faster, with its own datatype, if the library's choices depend only on the
// bytes.
//
// A call goes like this. The functions may be MPI's, or PMPI's in a library that stands before MPI:
//
//   Collective call(Collective::Kind::gather, one(sendbuf, sendcount, sendtype),
//                   varying(recvbuf, recvcounts, displs, recvtype), root, comm);
//   call.pack();
//   check_call(call.make<Form::one, Form::varying>(AUTOMAP_BOTH_SIZES(MPI_Gatherv), root, comm));
//   call.unpack();
//
// With a nonblocking call, make() takes &request after `comm`; the object lives until the request has ended, and then
// unpacks. With a persistent one, each start packs and each end unpacks. A call that has failed is not unpacked.
#pragma once

#include "mpi/base/buffers.h"
#include "mpi/base/named_blocks.h"
#include "owned_type.h"

#include "layout/dataloop/plan.h"

#include <mpi.h>

#include <algorithm>
#include <concepts>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <tuple>
#include <type_traits>
#include <vector>

namespace automap::mpi {

/// The largest number that MPI's ordinary calls are given. Tests make it smaller.
inline std::int64_t largest_int = std::numeric_limits<int>::max();

/// A number that an MPI call takes as an int or as an MPI_Count. It fits into that.
struct NumberArgument {
  template <std::signed_integral Number> operator Number() const { return static_cast<Number>(value); }
  std::int64_t value;
};

/// An array that an MPI call takes as one of its type of numbers.
struct NumbersArgument {
  template <std::signed_integral Number> operator const Number *() const { return static_cast<const Number *>(data); }
  const void *data;
};

/// An array in a Buffer: short ones need no memory of their own.
template <typename T> class BufferArray {
public:
  /// Makes room for `n` elements, at least one, which are not initialized. Throws std::bad_alloc.
  T *make(std::size_t n) {
    size_ = n;
    return reinterpret_cast<T *>(memory_.emplace(std::max<std::size_t>(n, 1) * sizeof(T)).data());
  }
  const T *begin() const { return memory_ ? reinterpret_cast<const T *>(memory_->data()) : nullptr; }
  const T *end() const { return begin() + size_; }
  const T &operator[](std::size_t i) const { return begin()[i]; }
  std::size_t size() const { return size_; }

private:
  std::optional<Buffer> memory_;
  std::size_t size_ = 0;
};

/// A function that throws for a datatype whose data this rank must not exchange.
using CheckType = void (*)(MPI_Datatype);

/// What one rank sends, or receives, as bytes.
class CollectiveSide {
public:
  /// Which blocks there are, and what happens to them. If data are exchanged in place, those that are received are also
  /// packed.
  struct Role {
    bool is_significant = false;
    int blocks = 0;
    bool has_large_displacements = false; // MPI_Aint in all calls
    bool must_be_packed = false;          // even without holes
    // The most bytes of a block that may be left to MPI with the program's datatype.
    std::int64_t most_by_datatype = std::numeric_limits<std::int64_t>::max();
    int first_packed = 0, end_packed = 0;
    bool is_unpacked = false;
    int kept = -1;             // a block that is not unpacked
    std::uint64_t missing = 0; // bits of blocks that are not exchanged

    bool is_exchanged(int block) const { return block >= 64 || (missing >> block & 1) == 0; }
  };

  CollectiveSide(const NamedBlocks &named, const Role &role, CheckType check);
  CollectiveSide(const CollectiveSide &) = delete;
  CollectiveSide &operator=(const CollectiveSide &) = delete;

  /// Whether only MPI's call for large counts can take the numbers.
  bool is_large() const { return is_large_; }

  /// Makes the arguments for MPI, for its call for large counts if that `is_large`.
  void make_arguments(bool is_large);

  void pack() const;
  void unpack() const;

  /// Whether the data have holes and are packed here.
  bool is_packed() const { return place_ == Place::packed; }

  /// Calls visit(plan, count, datatype) for each block of data with holes.
  template <typename Visit> void for_holes(Visit visit) const {
    if (place_ == Place::buffer)
      return;
    for (std::size_t i = 0; i < blocks_.size(); ++i)
      if (const Block &block = blocks_[i]; block.plan && block.count > 0)
        visit(*block.plan, block.count * (named_.form == Form::one ? role_.blocks : 1),
              named_.form == Form::typed ? named_.types[i] : named_.type);
  }

  /// Returns the arguments for MPI.
  template <Form form> auto arguments() const {
    if constexpr (form == Form::one)
      return std::tuple(buffer_, NumberArgument{count_}, type_);
    else if constexpr (form == Form::varying)
      return std::tuple(buffer_, NumbersArgument{counts_}, NumbersArgument{displacements_}, type_);
    else
      return std::tuple(buffer_, NumbersArgument{counts_}, NumbersArgument{displacements_}, types_);
  }

private:
  /// Where MPI finds the data.
  enum class Place { buffer, packed, by_datatype };

  /// A block of items in the buffer and among the packed data. Form::one has one for all.
  struct Block {
    const layout::Plan *plan; // null: no items, or too little memory
    std::int64_t count;
    std::int64_t offset, packed_at; // bytes
    std::int64_t bytes() const { return plan ? count * plan->size() : 0; }
  };

  void list_blocks();
  Block make_block(const layout::Plan &plan, std::int64_t count, std::int64_t offset);
  bool is_in_place() const;
  bool is_left_to_mpi() const;
  bool needs_large() const;
  void take_memory();
  void use_datatypes(bool is_large);
  void use_bytes(bool is_large);
  bool use_long_types();
  MPI_Datatype add_type(std::int64_t bytes, std::int64_t displacement, std::int64_t extent);
  void set_numbers(bool is_large, auto count, auto displacement);
  void forget_packing();
  const layout::Plan &plan() const { return *blocks_[0].plan; }
  std::int64_t displacement_of(const Block &block) const;
  template <typename Copy> void for_blocks(int begin, int end, Copy copy) const;
  template <typename Copy> void for_adjacent_blocks(int begin, int end, Copy copy) const;

  const NamedBlocks named_;
  const Role role_;
  const CheckType check_;
  Place place_ = Place::buffer;
  bool is_large_;
  bool is_out_of_memory_ = false;
  BufferArray<Block> blocks_;
  std::int64_t size_ = 0; // bytes
  std::optional<Buffer> packed_;
  std::vector<std::shared_ptr<const layout::Plan>> kept_; // the plans of packed data

  // The arguments for MPI, and what they consist of.
  void *buffer_;
  std::int64_t count_ = 0;
  MPI_Datatype type_ = MPI_BYTE;
  const void *counts_ = nullptr, *displacements_ = nullptr;
  const MPI_Datatype *types_ = nullptr;
  BufferArray<std::int64_t> count_array_, displacement_array_; // of these, or of ints
  BufferArray<MPI_Datatype> type_array_;
  std::vector<std::unique_ptr<const OwnedType>> owned_types_;
};

/// A collective call of this rank. All functions throw CallFailure, UsageFailure, std::length_error and std::bad_alloc,
/// but the last only if there is too little memory even for a few numbers for each rank: if there is too little for
/// packed data, MPI gets a datatype of bytes where the data are, so that the other ranks need not wait for this one.
class Collective {
public:
  enum class Kind { gather, scatter, allgather, alltoall, neighbor_allgather, neighbor_alltoall };

  /// Prepares the call. Only calls with a root read `root`. The arrays of `sent` and `received` are those of the
  /// program, which MPI may read until the call has ended. `check`, if it is not null, is called for each datatype that is
  /// significant on this rank.
  Collective(Kind kind, const NamedBlocks &sent, const NamedBlocks &received, int root, MPI_Comm comm,
             CheckType check = nullptr);

  /// Packs what this rank sends.
  void pack() const;

  /// Calls one of MPI's functions: `plain`, or `large` for large counts, which is null in MPI 3. The arguments are
  /// those for bytes, and `rest`. Returns its code.
  template <Form sent, Form received, typename Plain, typename Large, typename... Rest>
  int make(Plain plain, Large large, Rest... rest) const {
    const auto arguments =
        std::tuple_cat(sent_.arguments<sent>(), received_.arguments<received>(), std::tuple(rest...));
    if constexpr (!std::is_null_pointer_v<Large>)
      if (is_large_)
        return std::apply(large, arguments);
    return std::apply(plain, arguments);
  }

  /// Moves what this rank has received to its places.
  void unpack() const { received_.unpack(); }

  /// Returns what this rank sends and receives.
  const CollectiveSide &sent() const { return sent_; }
  const CollectiveSide &received() const { return received_; }

private:
  struct Roles {
    CollectiveSide::Role sent, received;
  };
  static Roles roles_of(Kind kind, const NamedBlocks &sent, const NamedBlocks &received, int root, MPI_Comm comm);
  Collective(const NamedBlocks &sent, const NamedBlocks &received, const Roles &roles, CheckType check);

  CollectiveSide sent_, received_;
  bool is_large_;
};

/// The function of MPI, and that for large counts or null.
#if MPI_VERSION >= 4
#define AUTOMAP_BOTH_SIZES(function) function, function##_c
#else
#define AUTOMAP_BOTH_SIZES(function) function, nullptr
#endif

} // namespace automap::mpi
