// Measures the peak memory of a piece of code, by counting in operator new and delete of the program that links
// peak_memory.cpp. Memory from direct calls of malloc() or mmap() is not counted.
#pragma once

#include <cstddef>

namespace automap::test {

/// Restarts the measurement of the peak.
void start_peak_memory();

/// Returns the maximum number of bytes in use since start_peak_memory(), beyond those in use then, as the allocator
/// rounds them.
std::size_t peak_memory();

} // namespace automap::test
