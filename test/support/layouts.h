// Type maps of chosen lengths, both typical of applications and artificial. The benchmark of reconstruct() measures
// them and its tests try them. Every layout is deterministic; the random ones have fixed seeds.
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

/// Returns every layout. `make(n)` gives about n elements, never none: slightly fewer or more if n is not a whole
/// number of records, rows or blocks.
///
/// The sources: "optimal trees" is "Polynomial-time Construction of Optimal MPI Derived Datatype Trees" (Ganian,
/// Kalany, Szeider, Träff); "dataloops" is "Implementing Fast and Reusable Datatype Processing" (Ross, Miller, Gropp);
/// "ddtbench" is "Micro-Applications for Communication Data Access Patterns and MPI Datatypes" (Schneider,
/// Gerstenberger, Hoefler).
std::span<const Layout> layouts();

/// Returns the layout called `name`. Throws std::out_of_range if there is none.
const Layout &layout_called(std::string_view name);

/// Counts the different triples (type, next type, distance to it) of a map: the size of the alphabet in which the
/// solver reads it.
std::size_t distinct_tokens(const layout::TypeMap &map);

/// Returns the map moved so that it begins at displacement 0, as the papers' program requires.
layout::TypeMap aligned(layout::TypeMap map);

} // namespace automap::test
