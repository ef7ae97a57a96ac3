// How much memory a piece of code holds at most: operator new and delete of the program that links
// peak_memory.cpp count. What is taken by malloc() or mmap() directly is not seen.
#pragma once

#include <cstddef>

namespace automap::test {

/// From now on measures the peak anew.
void start_peak_memory();

/// Bytes held at most since start_peak_memory(), beyond what was held then; as the allocator rounds them.
std::size_t peak_memory();

} // namespace automap::test
