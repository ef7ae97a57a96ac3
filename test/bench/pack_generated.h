// Generated packing functions for the structs of pack_structs.h.
#pragma once

#include <cstddef>

namespace automap::bench {

struct Generated {
  void (*pack)(const void *structs, std::size_t count, void *dense);
  void (*unpack)(const void *dense, std::size_t count, void *structs);
};

Generated generated_for_packed();
Generated generated_for_padded();
Generated generated_for_mixed();
Generated generated_for_sample();

} // namespace automap::bench
