// The structures of fuzz_plans, which its recorder makes alike.
#pragma once

#include "late_kinds_routines.h"
#include "pointer_kinds_routines.h"
#include "repeat/support.h"
#include "weak_kinds_routines.h"

#include <cstdint>
#include <vector>

namespace autolink::test {

struct PlannedRoot {
  AL_Type type;
  void *root;
};

/// The number of a sender's plan, and of the send that its receiver has got.
constexpr std::uint64_t sender_plan = 1, last_version = 1;

inline std::vector<PlannedRoot> planned_roots(Made &made) {
  return {{AutoLink_List, make_list(made, 5, 1)},
          {AutoLink_Graph, make_graph(made, 6, 1)},
          {AutoLink_Tree, make_tree(made, 5, 1)},
          {AutoLink_Kinds, make_kinds(made, 4, 1)},
          {AutoLink_Cell, make_cells(made, 4, 1)},
          {AutoLink_Twig, make_twigs(made, 6, 1)},
#ifdef HAS_LATE_KINDS
          {AutoLink_Parcel, make_parcels(made, 3, 1)},
#endif
          {AutoLink_List, nullptr}};
}

} // namespace autolink::test
