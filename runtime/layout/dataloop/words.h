// A test whether cuts in the packed stream of a layout split basic elements. Some MPI libraries lose elements that are
// split (mpi/base/fragments.h).
#pragma once

#include "../type_tree.h"

#include <cstdint>

namespace automap::layout {

/// Returns the greatest number of layouts `tree` in whose packed stream each basic element lies within one word, so
/// that no cut between words splits an element. The stream is divided into words from its begin. Returns the highest
/// number if any number of layouts has this property.
///
///   word_bytes  1 to 8
///
/// Example: the result for struct { double d; int i; } and words of 8 bytes is 1; the second d lies at 12 to 20.
std::int64_t most_within_words(const TypeTree &tree, int word_bytes);

} // namespace automap::layout
