// Decoding of datatypes. See decode.h.
//
// Datatypes may be nested to any depth, so the decoder keeps its own stack. It decodes each handle once. Contents keep
// the handles that MPI returns until the end, so that MPI does not reuse one meanwhile.
#include "decode.h"

#include "array_layouts.h"
#include "basic_type_handles.h"
#include "contents.h"
#include "mpi/base/failure.h"
#include "mpi/open_mpi.h"

#include "layout/checked.h"
#include "layout/fold.h"

#include <algorithm>
#include <deque>
#include <functional>
#include <initializer_list>
#include <iterator>
#include <optional>
#include <set>
#include <unordered_map>

namespace automap::mpi {
namespace {

using layout::BasicType;
using layout::BasicTypeId;
using layout::Bounds;
using layout::checked_add;
using layout::checked_multiply;
using layout::Placed;
using layout::TypeTree;

/// A decoded part. Its tree may be at a displacement other than 0, so that moving a part costs no node.
struct Part {
  Placed placed = {0, TypeTree::empty()};
  std::int64_t extent = 0;
  int struc_chain = 0; // strucs from the root down, each with most elements of its parent
};

/// The length of the longest chain of strucs that is kept; a longer one becomes one struc.
constexpr int longest_struc_chain = 32;

bool holds_most(const TypeTree &part, const TypeTree &whole) {
  return part.element_count() > whole.element_count() / 2;
}

/// Appends the children of `tree`, a struc at `displacement`, and dissolves its chain of strucs.
void splice(const TypeTree &tree, std::int64_t displacement, std::vector<std::int64_t> &displacements,
            std::vector<TypeTree> &children) {
  for (std::size_t i = 0; i < tree.children().size(); ++i) {
    const TypeTree &child = tree.children()[i];
    const std::int64_t at = checked_add(displacement, tree.displacements()[i]);
    if (child.kind() == TypeTree::Kind::struc && holds_most(child, tree)) {
      splice(child, at, displacements, children);
    } else {
      displacements.push_back(at);
      children.push_back(child);
    }
  }
}

/// Returns blocks of one part at displacements in bytes.
Placed make_indexed(const std::vector<std::int64_t> &blocklengths, const std::vector<std::int64_t> &displacements,
                    const Part &part) {
  std::vector<std::int64_t> lengths, places;
  for (std::size_t i = 0; i < blocklengths.size(); ++i)
    if (blocklengths[i] > 0) {
      lengths.push_back(blocklengths[i]);
      places.push_back(displacements[i]);
    }
  if (lengths.empty() || part.placed.tree.element_count() == 0)
    return {0, TypeTree::empty()};
  if (std::ranges::adjacent_find(lengths, std::not_equal_to()) == lengths.end()) {
    const Placed block = copies(lengths.front(), part.extent, part.placed);
    if (places.size() == 1)
      return moved(places.front(), block);
    return {block.displacement, TypeTree::idx(std::move(places), block.tree)};
  }
  // If the next copy of a vec continues its stride, blocks of it are longer blocks of its child.
  const TypeTree &tree = part.placed.tree;
  if (tree.kind() == TypeTree::Kind::vec && part.extent % tree.count() == 0 &&
      part.extent / tree.count() == tree.stride_bytes()) {
    for (std::int64_t &length : lengths)
      length = checked_multiply(length, tree.count());
    return {part.placed.displacement,
            TypeTree::idxbuc(tree.stride_bytes(), std::move(places), std::move(lengths), tree.child())};
  }
  return {part.placed.displacement, TypeTree::idxbuc(part.extent, std::move(places), std::move(lengths), tree)};
}

class Decoder {
public:
  Decoded decode(MPI_Datatype root) {
    const TypeTree tree = tree_of(root);
    std::erase_if(precise_types_,
                  [&](const auto &entry) { return entry.second == MPI_DATATYPE_NULL || named_.contains(entry.first); });
    // Open MPI returns two handles for a part that is used twice; fold() shares it.
    return {layout::fold(tree), bounds_of(root), std::move(precise_types_), has_pairs_};
  }

  TypeTree tree_of(MPI_Datatype root) {
    visit(root);
    while (!waiting_.empty()) {
      Contents &contents = *waiting_.back().contents;
      const MPI_Datatype type = waiting_.back().type;
      std::size_t &next = waiting_.back().next;
      while (next < contents.types().size() && known_.contains(contents.types()[next]))
        ++next;
      if (next < contents.types().size()) {
        visit(contents.types()[next]);
      } else {
        waiting_.pop_back();
        known_.emplace(type, combine(type, contents));
      }
    }
    const Placed &placed = known_.at(root).placed;
    return placed.displacement == 0 ? placed.tree : TypeTree::idx({placed.displacement}, placed.tree);
  }

private:
  /// Decodes a type without parts at once; others wait until their parts are decoded.
  void visit(MPI_Datatype type) {
    require_type(type);
    if (const auto basic = basic_type_of(type)) {
      named_.insert(basic->id);
      add_named(type, TypeTree::leaf(*basic));
    } else if (combiner_of(type) == MPI_COMBINER_NAMED) {
      add_named(type, tree_of_named(type));
    } else {
      waiting_.push_back({type, &contents_.emplace_back(type), 0});
    }
  }

  void add_named(MPI_Datatype type, TypeTree tree) {
    Part part;
    part.placed.tree = std::move(tree);
    part.extent = bounds_of(type).extent;
    known_.emplace(type, std::move(part));
  }

  TypeTree tree_of_named(MPI_Datatype type) {
    if (const auto pair = pair_type_of(type)) {
      has_pairs_ = true;
      for (const TypeTree &child : pair->children())
        named_.insert(child.basic_type().id);
      return *pair;
    }
    MPI_Count size = 0;
    check_call(MPI_Type_size_x(type, &size));
    if (size == 0) // MPI_LB and MPI_UB of MPI-2; MPI reports the extents of types with them
      return TypeTree::empty();
    throw UsageFailure(MPI_ERR_TYPE, "AutoMap: the datatype is newer than MPI 4.0");
  }

  Part combine(MPI_Datatype type, Contents &contents) {
    const auto part = [&](std::size_t i) -> const Part & { return known_.at(contents.types().at(i)); };
    Part result;
    result.extent = bounds_of(type).extent;
    switch (contents.combiner()) {
    case MPI_COMBINER_DUP:
    case MPI_COMBINER_RESIZED:
      result.placed = part(0).placed;
      break;
    case MPI_COMBINER_CONTIGUOUS:
      result.placed = copies(contents.next_count(), part(0).extent, part(0).placed);
      break;
    case MPI_COMBINER_VECTOR:
    case MPI_COMBINER_HVECTOR: {
      const std::int64_t count = contents.next_count(), blocklength = contents.next_count();
      const std::int64_t stride = contents.combiner() == MPI_COMBINER_VECTOR
                                      ? checked_multiply(contents.next_count(), part(0).extent)
                                      : contents.next_address();
      result.placed = copies(count, stride, copies(blocklength, part(0).extent, part(0).placed));
      break;
    }
    case MPI_COMBINER_INDEXED:
    case MPI_COMBINER_HINDEXED:
    case MPI_COMBINER_INDEXED_BLOCK:
    case MPI_COMBINER_HINDEXED_BLOCK:
      result.placed = combine_indexed(contents, part(0));
      break;
    case MPI_COMBINER_STRUCT:
      combine_struct(contents, result);
      return result;
    case MPI_COMBINER_SUBARRAY: {
      const std::int64_t dimensions = contents.next_integer();
      const auto sizes = contents.next_counts(dimensions), subsizes = contents.next_counts(dimensions),
                 starts = contents.next_counts(dimensions);
      result.placed =
          subarray(sizes, subsizes, starts, storage_order(contents.next_integer()), part(0).placed, part(0).extent);
      break;
    }
    case MPI_COMBINER_DARRAY:
      result.placed = combine_darray(contents, part(0));
      break;
    case MPI_COMBINER_F90_REAL:
    case MPI_COMBINER_F90_COMPLEX:
    case MPI_COMBINER_F90_INTEGER:
      result.placed = {0, TypeTree::leaf(precise_type(type, contents.combiner()))};
      break;
    default:
      throw UsageFailure(MPI_ERR_TYPE, "AutoMap: the datatype is newer than MPI 4.0");
    }
    if (!contents.types().empty() && result.placed.tree.same_node(part(0).placed.tree))
      result.struc_chain = part(0).struc_chain;
    return result;
  }

  static Placed combine_indexed(Contents &contents, const Part &part) {
    const int combiner = contents.combiner();
    const std::int64_t count = contents.next_count();
    const bool in_blocks = combiner == MPI_COMBINER_INDEXED_BLOCK || combiner == MPI_COMBINER_HINDEXED_BLOCK;
    const auto blocklengths =
        in_blocks ? std::vector(static_cast<std::size_t>(count), contents.next_count()) : contents.next_counts(count);
    if (combiner == MPI_COMBINER_HINDEXED || combiner == MPI_COMBINER_HINDEXED_BLOCK)
      return make_indexed(blocklengths, contents.next_addresses(count), part);
    auto displacements = contents.next_counts(count);
    for (std::int64_t &displacement : displacements)
      displacement = checked_multiply(displacement, part.extent);
    return make_indexed(blocklengths, displacements, part);
  }

  void combine_struct(Contents &contents, Part &result) {
    const std::int64_t count = contents.next_count();
    const auto blocklengths = contents.next_counts(count), displacements = contents.next_addresses(count);
    std::vector<std::int64_t> places;
    std::vector<TypeTree> children;
    int longest_chain = 0;
    for (std::size_t i = 0; i < blocklengths.size(); ++i) {
      const Part &part = known_.at(contents.types().at(i));
      const Placed child = moved(displacements[i], copies(blocklengths[i], part.extent, part.placed));
      if (child.tree.element_count() == 0)
        continue;
      places.push_back(child.displacement);
      children.push_back(child.tree);
      if (child.tree.kind() == TypeTree::Kind::struc)
        longest_chain = std::max(longest_chain, part.struc_chain);
    }
    result.struc_chain = longest_chain + 1;
    if (children.size() == 1) {
      result.placed = {places.front(), children.front()};
      result.struc_chain = longest_chain;
      return;
    }
    result.placed = {0, TypeTree::struc(std::move(places), std::move(children))};
    if (result.struc_chain > longest_struc_chain) {
      std::vector<std::int64_t> spliced_places;
      std::vector<TypeTree> spliced;
      splice(result.placed.tree, 0, spliced_places, spliced);
      result.placed.tree = TypeTree::struc(std::move(spliced_places), std::move(spliced));
      result.struc_chain = 1;
    }
  }

  static Placed combine_darray(Contents &contents, const Part &part) {
    contents.next_integer(); // the number of processes, which is the product of those in each dimension
    const std::int64_t rank = contents.next_integer(), dimensions = contents.next_integer();
    const auto sizes = contents.next_counts(dimensions);
    const auto distributions = contents.next_integers(dimensions), arguments = contents.next_integers(dimensions),
               processes = contents.next_integers(dimensions);
    std::vector<Distribution> out;
    for (std::size_t d = 0; d < sizes.size(); ++d) {
      const std::int64_t distribution =
          constant(distributions[d], {MPI_DISTRIBUTE_BLOCK, MPI_DISTRIBUTE_CYCLIC, MPI_DISTRIBUTE_NONE});
      std::int64_t block = arguments[d];
      if (distribution == MPI_DISTRIBUTE_NONE)
        block = sizes[d];
      else if (block == MPI_DISTRIBUTE_DFLT_DARG || block < 0) // Open MPI's is -1, see constant()
        block = distribution == MPI_DISTRIBUTE_CYCLIC ? 1 : (sizes[d] - 1) / processes[d] + 1;
      out.push_back({sizes[d], block, processes[d]});
    }
    return distributed_array(rank, out, storage_order(contents.next_integer()), part.placed, part.extent);
  }

  static StorageOrder storage_order(std::int64_t order) {
    return constant(order, {MPI_ORDER_C, MPI_ORDER_FORTRAN}) == MPI_ORDER_C ? StorageOrder::c : StorageOrder::fortran;
  }

  /// Returns the constant that MPI_Type_get_contents means by `number`. With the standard ABI, Open MPI 6.0rc2 returns
  /// the numbers that it uses inside, by which it counts the constants from 0.
  static std::int64_t constant(std::int64_t number, std::initializer_list<int> constants) {
    const bool is_inside = AUTOMAP_STANDARD_MPI_ABI && number >= 0 && number < std::ssize(constants);
    return is_inside ? constants.begin()[number] : number;
  }

  /// Returns the basic type of the same representation as a Fortran type made for a precision.
  BasicType precise_type(MPI_Datatype type, int combiner) {
    MPI_Count size = 0;
    check_call(MPI_Type_size_x(type, &size));
    const auto choose = [&]() -> std::optional<BasicTypeId> {
      const bool real = combiner == MPI_COMBINER_F90_REAL, complex = combiner == MPI_COMBINER_F90_COMPLEX;
      switch (size) {
      case 1:
        return real || complex ? std::nullopt : std::optional(BasicTypeId::INTEGER1);
      case 2:
        return complex ? std::nullopt : std::optional(real ? BasicTypeId::REAL2 : BasicTypeId::INTEGER2);
      case 4:
        return real ? BasicTypeId::REAL4 : complex ? BasicTypeId::COMPLEX4 : BasicTypeId::INTEGER4;
      case 8:
        return real ? BasicTypeId::REAL8 : complex ? BasicTypeId::COMPLEX8 : BasicTypeId::INTEGER8;
      case 16:
        return real ? BasicTypeId::REAL16 : complex ? BasicTypeId::COMPLEX16 : BasicTypeId::INTEGER16;
      case 32:
        return complex ? std::optional(BasicTypeId::COMPLEX32) : std::nullopt;
      default:
        return std::nullopt;
      }
    };
    const auto id = choose();
    if (!id)
      throw UsageFailure(
          MPI_ERR_TYPE,
          "AutoMap: a type of MPI_Type_create_f90_real, _complex or _integer has a size that no predefined type has");
    const auto [entry, is_new] = precise_types_.try_emplace(*id, type);
    if (!is_new)
      entry->second = MPI_DATATYPE_NULL;
    return {*id, static_cast<std::uint32_t>(size)};
  }

  struct Waiting {
    MPI_Datatype type;
    Contents *contents;
    std::size_t next; // the first part that may be unknown
  };

  std::deque<Contents> contents_;
  std::vector<Waiting> waiting_;
  std::unordered_map<MPI_Datatype, Part> known_;
  std::map<BasicTypeId, MPI_Datatype> precise_types_;
  std::set<BasicTypeId> named_; // basic types that occur as predefined datatypes
  bool has_pairs_ = false;
};

} // namespace

Bounds bounds_of(MPI_Datatype type) {
  MPI_Count lower_bound = 0, extent = 0;
  check_call(MPI_Type_get_extent_x(type, &lower_bound, &extent));
  return {lower_bound, extent};
}

Decoded decode(MPI_Datatype type) { return Decoder().decode(type); }

TypeTree decode_tree(MPI_Datatype type) { return Decoder().tree_of(type); }

} // namespace automap::mpi
