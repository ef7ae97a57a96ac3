// Whether cuts in the packed stream of a layout go through basic elements: some MPI libraries lose what is cut
// (mpi/fragments.h).
#pragma once

#include "../type_tree.h"

#include <cstdint>

namespace automap::layout {

/// The most layouts `tree` of whose packed stream each basic element lies within one of the words that the stream
/// is divided into, so that no cut between words goes through an element; the highest number if there may be any.
///
///   word_bytes  1 to 8
///
/// Example: of struct { double d; int i; }, with words of 8 bytes, 1; the second d lies at 12 to 20.
std::int64_t most_within_words(const TypeTree &tree, int word_bytes);

} // namespace automap::layout
