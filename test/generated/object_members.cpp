// Sends and compares a member of each kind: as the only one of a class, deeper, as a root and beside all others.
#include "al_objects.hpp"
#include "linked.h"

#include <autolink/autolink.hpp>

namespace members {
namespace {

template <typename T> T pass_on(const T &object) {
  auto sent = autolink::isend(object, (rank + 1) % size, 0, MPI_COMM_WORLD);
  T out = autolink::recv<T>(sender(), 0, MPI_COMM_WORLD);
  sent.wait();
  return out;
}

/// Whether two values are the same, or own the same.
template <typename T> bool same(const T &a, const T &b) { return a == b; }
bool same(const sharing &a, const sharing &b) { return a.is_like(b); }
bool same(const hider &a, const hider &b) { return a.is_like(b); }
bool same(const virtual_base &a, const virtual_base &b) { return static_cast<const plain &>(a) == b; }
bool same(const Eigen::ArrayXi &a, const Eigen::ArrayXi &b) { return a.size() == b.size() && (a == b).all(); }
template <typename T> bool same(const std::unique_ptr<T> &a, const std::unique_ptr<T> &b) { return *a == *b; }
template <typename T> bool same(const std::shared_ptr<T> &a, const std::shared_ptr<T> &b) { return *a == *b; }
template <typename T> bool same(const std::weak_ptr<T> &a, const std::weak_ptr<T> &b) {
  return a.expired() && b.expired();
}

#define BARE(...) __VA_ARGS__
#define MAKE(name, init, ...)                                                                                          \
  __VA_ARGS__ make_##name() { return __VA_ARGS__ BARE init; }
MEMBERS_NUMBERS(MAKE)
MEMBERS_CLASSES(MAKE)

template <typename Only, typename Deeper, typename T> void send_in_classes(T (*make)()) {
  Only only;
  only.member = make();
  EXPECT_TRUE(same(pass_on(only).member, only.member));
  Deeper deeper;
  deeper.member = make();
  deeper.in_padding = 'p';
  deeper.more[1].member = make();
  const Deeper got = pass_on(deeper);
  EXPECT_TRUE(same(got.member, deeper.member));
  EXPECT_EQ(got.in_padding, 'p');
  EXPECT_TRUE(same(got.more[1].member, deeper.more[1].member));
}

#define SEND_IN_CLASSES(name, init, ...)                                                                               \
  TEST(ObjectMembers, name) { send_in_classes<only_##name, deeper_##name>(make_##name); }
MEMBERS_NUMBERS(SEND_IN_CLASSES)
MEMBERS_CLASSES(SEND_IN_CLASSES)

#define SEND_BY_ITSELF(name, init, ...)                                                                                \
  TEST(ObjectRoots, name) {                                                                                            \
    const typedef_##name root = make_##name();                                                                         \
    EXPECT_TRUE(same(pass_on(root), root));                                                                            \
  }
MEMBERS_CLASSES(SEND_BY_ITSELF)

TEST(ObjectMembers, AllInOneClass) {
  all sent;
#define FILL(name, init, ...) sent.name##_member = make_##name();
  MEMBERS_NUMBERS(FILL)
  MEMBERS_CLASSES(FILL)
  const all got = pass_on(sent);
#define COMPARE(name, init, ...) EXPECT_TRUE(same(got.name##_member, sent.name##_member)) << #name;
  MEMBERS_NUMBERS(COMPARE)
  MEMBERS_CLASSES(COMPARE)
}

} // namespace
} // namespace members

int main(int argc, char **argv) { return run_linked(argc, argv); }
