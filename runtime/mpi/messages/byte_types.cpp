// Datatypes of bytes. See byte_types.h.
#include "byte_types.h"

#include "mpi/base/failure.h"
#include "mpi/types/decode.h"
#include "mpi/types/encode.h"

#include "layout/type_tree.h"

#include <unordered_map>
#include <vector>

namespace automap::mpi {
namespace {

using layout::TypeTree;

TypeTree adjacent_bytes(std::int64_t n) {
  const TypeTree byte = TypeTree::leaf({layout::BasicTypeId::BYTE, 1});
  return n == 1 ? byte : TypeTree::vec(n, 1, byte);
}

/// Replaces each element of a tree by its bytes. What the tree shares is shared in the result, too.
class ToBytes {
public:
  TypeTree operator()(const TypeTree &tree) {
    if (const auto found = known_.find(tree.node_address()); found != known_.end())
      return found->second;
    TypeTree out = convert(tree);
    known_.emplace(tree.node_address(), out);
    return out;
  }

private:
  TypeTree convert(const TypeTree &tree) {
    const auto places = tree.displacements();
    const auto sizes = tree.bucket_sizes();
    switch (tree.kind()) {
    case TypeTree::Kind::leaf:
      return adjacent_bytes(tree.basic_type().size_bytes);
    case TypeTree::Kind::vec:
      return TypeTree::vec(tree.count(), tree.stride_bytes(), (*this)(tree.child()));
    case TypeTree::Kind::idx:
      return TypeTree::idx({places.begin(), places.end()}, (*this)(tree.child()));
    case TypeTree::Kind::idxbuc:
      return TypeTree::idxbuc(tree.stride_bytes(), {places.begin(), places.end()}, {sizes.begin(), sizes.end()},
                              (*this)(tree.child()));
    case TypeTree::Kind::struc:
      break;
    }
    std::vector<TypeTree> children;
    for (const TypeTree &child : tree.children())
      children.push_back((*this)(child));
    return TypeTree::struc({places.begin(), places.end()}, std::move(children));
  }

  std::unordered_map<const void *, TypeTree> known_;
};

std::unique_ptr<const OwnedType> make(const TypeTree &tree, layout::Bounds bounds) {
  MPI_Datatype out = encode(tree, bounds);
  auto owned = std::make_unique<const OwnedType>(out);
  check_call(MPI_Type_commit(&out));
  return owned;
}

} // namespace

std::unique_ptr<const OwnedType> make_bytes(std::int64_t n, std::int64_t displacement, std::int64_t extent) {
  return make(TypeTree::idx({displacement}, adjacent_bytes(n)), {0, extent});
}

std::unique_ptr<const OwnedType> make_byte_image(MPI_Datatype type) {
  const Decoded decoded = decode(type);
  return make(ToBytes()(decoded.tree), decoded.bounds);
}

} // namespace automap::mpi
