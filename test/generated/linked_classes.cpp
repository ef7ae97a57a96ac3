// Sends classes with pointers around the ring.
#include "al_routines.h"
#include "linked.h"

namespace {

using sim::Cell;

TEST(LinkedClasses, Arrive) {
  double values[3] = {rank + 0.25, rank + 0.5, 1e300};
  sim::List<short, 3> tail = {{4, 5, 6}, nullptr}, head = {{1, 2, static_cast<short>(rank)}, &tail};
  Cell leaf;
  leaf.refer(values, 3);
  leaf.tag = sim::shape::list;
  leaf.what = &tail;
  Cell root(&leaf);
  root.refer(values + 1, 0);
  root.others = {&leaf, &root};
  root.list = &head;
  root.tag = sim::shape::cell;
  root.what = &leaf;
  root.keep(&leaf, rank);
  root.own = std::make_unique<int>(7);

  Cell *got = around(&root, AutoLink_sim_Cell);
  ASSERT_TRUE(got && got->left);
  EXPECT_EQ(got->n(), 0);
  EXPECT_EQ(got->others[0], got->left);
  EXPECT_EQ(got->others[1], got);
  EXPECT_EQ(got->kept(), got->left);
  EXPECT_EQ(got->index(), sender());
  EXPECT_EQ(got->tag, sim::shape::cell);
  EXPECT_EQ(got->what, got->left);
  EXPECT_EQ(got->list->items[2], sender());
  EXPECT_EQ(got->list->next->items[0], 4);
  EXPECT_EQ(got->left->what, got->list->next);
  EXPECT_FALSE(got->list->next->next);
  EXPECT_FALSE(got->own);
  ASSERT_EQ(got->left->n(), 3);
  EXPECT_EQ(got->left->values()[1], sender() + 0.5);
  EXPECT_EQ(got->left->values()[2], 1e300);
  AL_Free(got, AutoLink_sim_Cell);
}

} // namespace

int main(int argc, char **argv) { return run_linked(argc, argv); }
