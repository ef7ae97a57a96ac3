// The cereal sides of the AutoLink benchmark. cereal does not support raw pointers, so the nodes are separate types
// owned by std::unique_ptr. It is recursive, so long lists overflow the stack. Shared nodes need std::shared_ptr, which
// does not support cycles.
#include "autolink_sides.h"

#ifdef AUTOLINK_BENCH_CEREAL
#include <cereal/archives/binary.hpp>
#include <cereal/types/memory.hpp>

#include <memory>
#include <sstream>
#endif

namespace bench {

#ifdef AUTOLINK_BENCH_CEREAL
namespace {

struct OwnedList {
  double data[4];
  std::unique_ptr<OwnedList> next;
  template <typename Archive> void serialize(Archive &archive) { archive(data, next); }
};

struct OwnedTree {
  double key;
  std::unique_ptr<OwnedTree> left, right;
  template <typename Archive> void serialize(Archive &archive) { archive(key, left, right); }
};

// The structure to send is copied once from the one that the other sides send.
std::unique_ptr<OwnedList> own(const Small *list) {
  std::unique_ptr<OwnedList> root, *last = &root;
  for (; list; list = list->next) {
    *last = std::make_unique<OwnedList>();
    std::copy(list->data, list->data + 4, (*last)->data);
    last = &(*last)->next;
  }
  return root;
}

std::unique_ptr<OwnedTree> own(const Tree *tree) {
  if (!tree)
    return nullptr;
  auto out = std::make_unique<OwnedTree>();
  out->key = tree->key;
  out->left = own(tree->left);
  out->right = own(tree->right);
  return out;
}

template <typename From> const auto &owned(const void *root) {
  static const void *last = nullptr;
  static decltype(own(static_cast<const From *>(root))) made;
  if (root != last) {
    made = own(static_cast<const From *>(root));
    last = root;
  }
  return made;
}

template <typename From> void send(const void *root) {
  std::ostringstream stream;
  {
    cereal::BinaryOutputArchive archive(stream);
    archive(owned<From>(root));
  }
  const std::string text = std::move(stream).str();
  const std::uint64_t n = text.size();
  MPI_Send(&n, 1, MPI_UINT64_T, 1, 1, MPI_COMM_WORLD);
  MPI_Send(text.data(), static_cast<int>(n), MPI_BYTE, 1, 1, MPI_COMM_WORLD);
}

template <typename To> void *receive() {
  std::uint64_t n = 0;
  MPI_Recv(&n, 1, MPI_UINT64_T, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  std::string text(n, '\0');
  MPI_Recv(text.data(), static_cast<int>(n), MPI_BYTE, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  std::istringstream stream(std::move(text));
  cereal::BinaryInputArchive archive(stream);
  std::unique_ptr<To> root;
  archive(root);
  return root.release();
}

template <typename To> void release(void *root) { delete static_cast<To *>(root); }

double sum(const OwnedTree *tree) { return tree ? tree->key + sum(tree->left.get()) + sum(tree->right.get()) : 0; }

} // namespace
#endif

std::vector<Side> cereal_sides([[maybe_unused]] const std::string &workload) {
#ifdef AUTOLINK_BENCH_CEREAL
  if (workload == "list-10")
    return {{"cereal", send<Small>, receive<OwnedList>, release<OwnedList>, nullptr}};
  if (workload == "tree" || workload == "tree-shuffled")
    return {{"cereal", send<Tree>, receive<OwnedTree>, release<OwnedTree>,
             [](const void *root) { return sum(static_cast<const OwnedTree *>(root)); }}};
#endif
  return {};
}

} // namespace bench
