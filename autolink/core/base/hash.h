// The hash of descriptions that two sides compare.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace autolink {

/// Returns the FNV-1a hash.
inline std::uint64_t hash_of(std::span<const std::byte> bytes) {
  std::uint64_t out = 0xcbf29ce484222325;
  for (const std::byte byte : bytes)
    out = (out ^ std::to_integer<std::uint64_t>(byte)) * 0x100000001b3;
  return out;
}

} // namespace autolink
