// Type maps of given lengths, as applications have them and as no application has them: what the benchmark of
// reconstruct() measures and its tests try. Every layout is deterministic; the random ones are seeded.
#pragma once

#include "layout/type_map.h"

#include <cstddef>
#include <span>
#include <string_view>

namespace automap::test {

struct Layout {
  enum class Kind { realistic, adversarial };

  std::string_view name;
  Kind kind;
  std::string_view source; // the paper, benchmark or reason that it comes from
  layout::TypeMap (*make)(std::size_t n);
};

/// Every layout. `make(n)` gives about n elements, never none; a little fewer or more where n cannot be
/// divided into whole records, rows or blocks.
///
/// The sources: "optimal trees" is "Polynomial-time Construction of Optimal MPI Derived Datatype Trees"
/// (Ganian, Kalany, Szeider, Träff); "dataloops" is "Implementing Fast and Reusable Datatype Processing"
/// (Ross, Miller, Gropp); "ddtbench" is "Micro-Applications for Communication Data Access Patterns and MPI
/// Datatypes" (Schneider, Gerstenberger, Hoefler).
std::span<const Layout> layouts();

/// The layout called `name`. Throws std::out_of_range if there is none.
const Layout &layout_called(std::string_view name);

/// How many different (type, next type, distance to it) a map has: the size of the alphabet in which the
/// solver reads it.
std::size_t distinct_tokens(const layout::TypeMap &map);

/// The map moved so that it begins at displacement 0, as the papers' program takes it.
layout::TypeMap aligned(layout::TypeMap map);

} // namespace automap::test
