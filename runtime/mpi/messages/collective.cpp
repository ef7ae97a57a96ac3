// Collective calls. See collective.h.
#include "collective.h"

#include "byte_types.h"
#include "choice.h"
#include "mpi/base/failure.h"
#include "mpi/open_mpi.h"
#include "plan_of.h"

#include "layout/checked.h"

#include <algorithm>
#include <climits>
#include <limits>
#include <new>
#include <utility>

namespace automap::mpi {
namespace {

using layout::checked_add;
using layout::checked_multiply;
using layout::Plan;

bool is_int(std::int64_t value) { return value >= -largest_int && value <= largest_int; }

void pack_items(const Plan &plan, const char *data, std::int64_t count, char *packed) {
  if (count <= plan.most_within_64_bits())
    plan.pack_all(data, count, packed);
  else
    plan.pack(data, count, 0, count * plan.size(), packed);
}

void unpack_items(const Plan &plan, const char *packed, char *data, std::int64_t count) {
  if (count <= plan.most_within_64_bits())
    plan.unpack_all(packed, data, count);
  else
    plan.unpack(packed, 0, count * plan.size(), data, count);
}

/// The ranks of a communicator, as collective calls count them.
struct Ranks {
  Ranks(MPI_Comm comm, bool needs_mine) {
    int is_between_groups = 0;
    check_call(MPI_Comm_test_inter(comm, &is_between_groups));
    are_remote = is_between_groups;
    if (needs_mine)
      check_call(MPI_Comm_rank(comm, &mine));
    check_call(are_remote ? MPI_Comm_remote_size(comm, &number) : MPI_Comm_size(comm, &number));
  }

  /// Whether this rank is the root, and whether it is one of the others that exchange data with it.
  bool are_rooted_here(int root) const { return are_remote ? root == MPI_ROOT : root == mine; }
  bool are_rooted_elsewhere(int root) const { return !are_remote || (root != MPI_ROOT && root != MPI_PROC_NULL); }

  bool are_remote = false;
  int mine = 0, number = 0;
};

/// The numbers of neighbours in the topology of a communicator; 0 if it has none, which MPI then reports.
struct Neighbours {
  explicit Neighbours(MPI_Comm comm) {
    int topology = MPI_UNDEFINED, weighted = 0, rank = 0;
    check_call(MPI_Topo_test(comm, &topology));
    switch (topology) {
    case MPI_CART:
      check_call(MPI_Cartdim_get(comm, &sources));
      for (int dimension = 0; dimension < sources; ++dimension) {
        int before = 0, after = 0;
        check_call(MPI_Cart_shift(comm, dimension, 1, &before, &after));
        if (2 * dimension < most_missing) {
          missing |= std::uint64_t(before == MPI_PROC_NULL) << 2 * dimension;
          missing |= std::uint64_t(after == MPI_PROC_NULL) << (2 * dimension + 1);
        }
      }
      destinations = sources *= 2;
      break;
    case MPI_GRAPH:
      check_call(MPI_Comm_rank(comm, &rank));
      check_call(MPI_Graph_neighbors_count(comm, rank, &sources));
      destinations = sources;
      break;
    case MPI_DIST_GRAPH:
      check_call(MPI_Dist_graph_neighbors_count(comm, &sources, &destinations, &weighted));
    }
  }

  int sources = 0, destinations = 0;
  std::uint64_t missing = 0;              // bits of the blocks of those beyond the edge of a grid
  static constexpr int most_missing = 64; // MPI libraries have fewer dimensions
};

/// Whether data to exchange in place are copied first, and not left to MPI. Open MPI 4.1 loses count of its messages if
/// a rank has no data in an MPI_Ialltoallv or MPI_Ialltoallw in place.
bool is_copied_first(Form form) { return is_open_mpi() && form != Form::one; }

/// The most bytes of a block that MPI_Gather does not split by the size of a rank's datatype.
std::int64_t most_unsplit_in_gather() { return is_open_mpi() ? 1024 : std::numeric_limits<std::int64_t>::max(); }

CollectiveSide::Role sends(int blocks) { return {.is_significant = true, .blocks = blocks, .end_packed = blocks}; }
CollectiveSide::Role receives(int blocks) { return {.is_significant = true, .blocks = blocks, .is_unpacked = true}; }

} // namespace

CollectiveSide::CollectiveSide(const NamedBlocks &named, const Role &role, CheckType check)
    : named_(named), role_(role), check_(check), is_large_(role.is_significant && named.is_large),
      buffer_(named.buffer), counts_(named.counts.data()), displacements_(named.displacements.data()),
      types_(named.types) {
  if (!role_.is_significant)
    return;
  try {
    list_blocks();
    if (!is_in_place()) {
      if (is_left_to_mpi())
        place_ = Place::by_datatype;
      else
        take_memory();
    }
    is_large_ = is_large_ || (place_ != Place::by_datatype && needs_large());
  } catch (const std::bad_alloc &) {
    if (role_.must_be_packed)
      throw;
    forget_packing();
  }
}

/// Lets MPI find the data by a datatype of bytes.
void CollectiveSide::forget_packing() {
  place_ = Place::by_datatype;
  packed_.reset();
  kept_ = {};
  is_out_of_memory_ = true;
}

/// Returns a block after those before.
CollectiveSide::Block CollectiveSide::make_block(const Plan &plan, std::int64_t count, std::int64_t offset) {
  const std::int64_t bytes = bytes_of(plan, count);
  checked_multiply(count, plan.loops().bounds().extent);
  require_buffer(plan, named_.buffer, bytes, offset);
  const Block out{&plan, count, offset, size_};
  size_ = checked_add(size_, bytes);
  return out;
}

void CollectiveSide::list_blocks() {
  const auto find = [this](MPI_Datatype type) -> const Plan & {
    if (check_)
      check_(type);
    const Plan *const recent = recent_plan_of(type);
    return recent ? *recent : plan_of(type);
  };
  const auto n = static_cast<std::size_t>(role_.blocks);
  if (named_.form == Form::one) {
    const Plan &plan = find(named_.type);
    *blocks_.make(1) = make_block(plan, n > 0 ? named_.count : 0, 0);
    checked_multiply(checked_multiply(named_.count, role_.blocks), plan.loops().bounds().extent);
    size_ = checked_multiply(size_, role_.blocks);
    return;
  }
  const bool is_typed = named_.form == Form::typed;
  require_arguments(n == 0 || (named_.counts.are_given() && named_.displacements.are_given()));
  require_arguments(n == 0 || !is_typed || named_.types);
  const Plan *const only = is_typed || n == 0 ? nullptr : &find(named_.type);
  Block *const blocks = blocks_.make(n);
  for (int i = 0; i < role_.blocks; ++i) {
    const std::int64_t count = named_.counts[i], displacement = named_.displacements[i];
    require_count(count);
    if (count == 0 || !role_.is_exchanged(i))
      blocks[i] = {nullptr, 0, 0, size_};
    else if (only)
      blocks[i] = make_block(*only, count, checked_multiply(displacement, only->loops().bounds().extent));
    else
      blocks[i] = make_block(find(named_.types[i]), count, displacement);
  }
}

/// Whether each block that MPI takes has no holes.
bool CollectiveSide::is_in_place() const {
  if (role_.must_be_packed)
    return false;
  if (size_ == 0)
    return true;
  if (named_.form == Form::one)
    return plan().is_contiguous(named_.count * role_.blocks);
  return std::ranges::all_of(blocks_,
                             [](const Block &block) { return !block.plan || block.plan->is_contiguous(block.count); });
}

/// Whether MPI is faster with the program's datatypes.
bool CollectiveSide::is_left_to_mpi() const {
  if (role_.must_be_packed)
    return false;
  for (std::size_t i = 0; i < blocks_.size(); ++i)
    if (const Block &block = blocks_[i]; block.bytes() > 0) {
      const MPI_Datatype type = named_.form == Form::typed ? named_.types[i] : named_.type;
      if (block.bytes() > role_.most_by_datatype || !is_faster_by_mpi(type, *block.plan, block.count, block.bytes()))
        return false;
    }
  return true;
}

void CollectiveSide::take_memory() {
  place_ = Place::packed;
  packed_.emplace(static_cast<std::size_t>(size_));
  for (const Block &block : blocks_)
    if (block.plan && (kept_.empty() || kept_.back().get() != block.plan))
      kept_.push_back(block.plan->shared_from_this());
}

/// Returns the displacement for MPI, in bytes.
std::int64_t CollectiveSide::displacement_of(const Block &block) const {
  if (place_ == Place::packed || block.bytes() == 0)
    return block.packed_at;
  return checked_add(block.offset, named_.form == Form::typed ? block.plan->true_lower_bound() : 0);
}

bool CollectiveSide::needs_large() const {
  return std::ranges::any_of(blocks_, [&](const Block &block) {
    return !is_int(block.bytes()) ||
           (named_.form != Form::one && !role_.has_large_displacements && !is_int(displacement_of(block)));
  });
}

void CollectiveSide::make_arguments(bool is_large) {
  if (!role_.is_significant)
    return;
  if (place_ != Place::by_datatype) {
    try {
      return use_bytes(is_large);
    } catch (const std::bad_alloc &) {
      if (role_.must_be_packed)
        throw;
      forget_packing();
    }
  }
  use_datatypes(is_large);
}

/// Stores count(i) and displacement(i) for each block i, as MPI's call takes them.
void CollectiveSide::set_numbers(bool is_large, auto count, auto displacement) {
  const auto n = static_cast<std::size_t>(role_.blocks);
  const auto store = [n](BufferArray<std::int64_t> &array, bool in_large, auto value) -> const void * {
    std::int64_t *const large = array.make(n);
    int *const ints = reinterpret_cast<int *>(large);
    for (std::size_t i = 0; i < n; ++i)
      if (in_large)
        large[i] = value(i);
      else
        ints[i] = static_cast<int>(value(i));
    return large;
  };
  counts_ = store(count_array_, is_large, count);
  displacements_ = store(displacement_array_, is_large || role_.has_large_displacements, displacement);
}

void CollectiveSide::use_bytes(bool is_large) {
  std::int64_t moved = 0; // bytes by which the buffer is moved, and displacements are less
  if (place_ == Place::packed)
    buffer_ = packed_->data();
  else if (size_ > 0 && named_.form != Form::typed)
    moved = std::ranges::find_if(blocks_, [](const Block &block) { return block.plan; })->plan->true_lower_bound();
#if MPI_VERSION < 4
  if (is_large_) {
    buffer_ = layout::moved(static_cast<char *>(buffer_), moved);
    if (!use_long_types()) {
      forget_packing();
      use_datatypes(is_large);
    }
    return;
  }
#endif
  std::int64_t first = 0;
  if (named_.form == Form::varying && role_.blocks == 1) // MPICH 4.0 ignores one rank's displacement in MPI_Allgatherv
    first = displacement_of(blocks_[0]);
  buffer_ = layout::moved(static_cast<char *>(buffer_), moved + first);
  if (named_.form == Form::one) {
    count_ = blocks_[0].bytes();
    return;
  }
  set_numbers(
      is_large, [&](std::size_t i) { return blocks_[i].bytes(); },
      [&](std::size_t i) { return displacement_of(blocks_[i]) - first; });
  if (named_.form == Form::typed) {
    MPI_Datatype *const types = type_array_.make(blocks_.size());
    std::fill_n(types, std::max<std::size_t>(blocks_.size(), 1), MPI_BYTE);
    types_ = types;
  }
}

#if MPI_VERSION < 4
MPI_Datatype CollectiveSide::add_type(std::int64_t bytes, std::int64_t displacement, std::int64_t extent) {
  return *owned_types_.emplace_back(make_bytes(bytes, displacement, extent));
}

/// Makes arguments that fit into ints: datatypes of many bytes. Blocks of one length get the same one on all ranks.
/// Returns whether that is possible.
bool CollectiveSide::use_long_types() {
  if (named_.form == Form::one) {
    count_ = 1;
    type_ = add_type(blocks_[0].bytes(), 0, blocks_[0].bytes());
    return true;
  }
  if (named_.form == Form::typed) {
    MPI_Datatype *const types = type_array_.make(blocks_.size());
    for (std::size_t i = 0; i < blocks_.size(); ++i) {
      const std::int64_t bytes = blocks_[i].bytes();
      types[i] = bytes > 0 ? add_type(bytes, displacement_of(blocks_[i]), bytes) : MPI_BYTE;
    }
    types_ = types;
    set_numbers(false, [&](std::size_t i) { return blocks_[i].bytes() > 0 ? 1 : 0; }, [](std::size_t) { return 0; });
    return true;
  }
  // Items of as many bytes as the program's.
  const Plan &plan = *std::ranges::find_if(blocks_, [](const Block &block) { return block.plan; })->plan;
  const auto item_of = [&](std::size_t i) -> std::int64_t {
    return place_ == Place::packed ? blocks_[i].packed_at / plan.size()
           : blocks_[i].plan       ? named_.displacements[static_cast<int>(i)]
                                   : 0;
  };
  for (std::size_t i = 0; i < blocks_.size(); ++i)
    if (item_of(i) < INT_MIN || item_of(i) > INT_MAX)
      return false;
  type_ = add_type(plan.size(), 0, place_ == Place::packed ? plan.size() : plan.loops().bounds().extent);
  set_numbers(false, [&](std::size_t i) { return blocks_[i].count; }, item_of);
  return true;
}
#endif

/// Gives MPI the program's own arguments. If memory has run out, other ranks may expect bytes, which stand in place of
/// other elements then, if there is memory for that.
void CollectiveSide::use_datatypes(bool is_large) {
  const auto type_for = [&](MPI_Datatype type) -> MPI_Datatype {
    if (!is_out_of_memory_)
      return type;
    try {
      owned_types_.reserve(owned_types_.size() + 1);
      return *owned_types_.emplace_back(make_byte_image(type));
    } catch (const std::bad_alloc &) {
      return type;
    }
  };
  buffer_ = named_.buffer;
  count_ = named_.count;
  counts_ = named_.counts.data();
  displacements_ = named_.displacements.data();
  types_ = named_.types;
  if (named_.form != Form::typed)
    type_ = type_for(named_.type);
  if (named_.form != Form::one && is_large && !named_.is_large)
    set_numbers(
        is_large, [&](std::size_t i) { return named_.counts[static_cast<int>(i)]; },
        [&](std::size_t i) { return named_.displacements[static_cast<int>(i)]; });
  if (named_.form != Form::typed || !is_out_of_memory_)
    return;
  try {
    const auto n = static_cast<std::size_t>(role_.blocks);
    MPI_Datatype *const types = type_array_.make(n);
    for (std::size_t i = 0; i < n; ++i)
      types[i] = named_.counts[static_cast<int>(i)] > 0 ? type_for(named_.types[i]) : MPI_BYTE;
    types_ = types;
  } catch (const std::bad_alloc &) {
  }
}

/// Calls copy(plan, data, count, packed) for the blocks [begin, end) that are exchanged, and once for several that are
/// adjacent.
template <typename Copy> void CollectiveSide::for_blocks(int begin, int end, Copy copy) const {
  while (begin < end) {
    int next = begin;
    while (next < end && role_.is_exchanged(next))
      ++next;
    if (next > begin)
      for_adjacent_blocks(begin, next, copy);
    begin = next + 1;
  }
}

template <typename Copy> void CollectiveSide::for_adjacent_blocks(int begin, int end, Copy copy) const {
  char *const buffer = static_cast<char *>(named_.buffer);
  if (named_.form == Form::one) {
    const std::int64_t first = begin * named_.count, count = (end - begin) * named_.count;
    if (size_ > 0)
      copy(plan(), layout::moved(buffer, first * plan().loops().bounds().extent), count,
           packed_->data() + first * plan().size());
    return;
  }
  for (auto i = static_cast<std::size_t>(begin); i < static_cast<std::size_t>(end); ++i)
    if (const Block &block = blocks_[i]; block.bytes() > 0)
      copy(*block.plan, layout::moved(buffer, block.offset), block.count, packed_->data() + block.packed_at);
}

void CollectiveSide::pack() const {
  if (place_ == Place::packed)
    for_blocks(role_.first_packed, role_.end_packed, pack_items);
}

void CollectiveSide::unpack() const {
  if (place_ != Place::packed || !role_.is_unpacked)
    return;
  const auto unpack = [](const Plan &plan, char *data, std::int64_t count, const char *packed) {
    unpack_items(plan, packed, data, count);
  };
  const bool keeps = role_.kept >= 0 && role_.kept < role_.blocks;
  for_blocks(0, keeps ? role_.kept : role_.blocks, unpack);
  if (keeps)
    for_blocks(role_.kept + 1, role_.blocks, unpack);
}

Collective::Roles Collective::roles_of(Kind kind, const NamedBlocks &sent, const NamedBlocks &received, int root,
                                       MPI_Comm comm) {
  require_comm(comm);
  const bool sends_in_place = sent.buffer == MPI_IN_PLACE, receives_in_place = received.buffer == MPI_IN_PLACE;
  Roles out;
  if (kind == Kind::neighbor_allgather || kind == Kind::neighbor_alltoall) {
    const Neighbours neighbours(comm);
    out.sent = sends(kind == Kind::neighbor_allgather ? 1 : neighbours.destinations);
    out.received = receives(neighbours.sources);
    out.received.missing = neighbours.missing; // their blocks stay as they are
    if (kind == Kind::neighbor_alltoall)
      out.sent.missing = neighbours.missing;
    out.sent.has_large_displacements = sent.form == Form::typed;
    out.received.has_large_displacements = received.form == Form::typed;
    return out;
  }
  const Ranks ranks(comm, kind == Kind::gather || kind == Kind::scatter || sends_in_place);
  switch (kind) {
  case Kind::gather:
    if (ranks.are_rooted_elsewhere(root) && !sends_in_place)
      out.sent = sends(1);
    if (ranks.are_rooted_here(root))
      out.received = receives(ranks.number);
    if (sends_in_place)
      out.received.kept = ranks.mine;
    out.sent.most_by_datatype = out.received.most_by_datatype = most_unsplit_in_gather();
    break;
  case Kind::scatter:
    if (ranks.are_rooted_here(root))
      out.sent = sends(ranks.number);
    if (ranks.are_rooted_elsewhere(root) && !receives_in_place)
      out.received = receives(1);
    break;
  case Kind::allgather:
    if (!sends_in_place)
      out.sent = sends(1);
    out.received = receives(ranks.number);
    if (received.form == Form::varying) // MPICH's ring splits messages at multiples of a rank's extent
      out.sent.most_by_datatype = out.received.most_by_datatype = 0;
    if (sends_in_place) {
      out.received.kept = out.received.first_packed = ranks.mine;
      out.received.end_packed = ranks.mine + 1;
    }
    break;
  default: // all to all
    out.received = receives(ranks.number);
    if (!sends_in_place || is_copied_first(received.form)) {
      out.sent = sends(ranks.number);
      out.sent.must_be_packed = sends_in_place;
    } else {
      out.received.end_packed = ranks.number;
    }
  }
  return out;
}

Collective::Collective(Kind kind, const NamedBlocks &sent, const NamedBlocks &received, int root, MPI_Comm comm,
                       CheckType check)
    : Collective(sent, received, roles_of(kind, sent, received, root, comm), check) {}

Collective::Collective(const NamedBlocks &sent, const NamedBlocks &received, const Roles &roles, CheckType check)
    : sent_(roles.sent.must_be_packed ? received : sent, roles.sent, check), received_(received, roles.received, check),
      is_large_(MPI_VERSION >= 4 && (sent_.is_large() || received_.is_large())) {
  sent_.make_arguments(is_large_);
  received_.make_arguments(is_large_);
}

void Collective::pack() const {
  sent_.pack();
  received_.pack(); // data in place
}

} // namespace automap::mpi
