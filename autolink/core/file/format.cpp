// Headers and checksums of files. See format.h.
#include "format.h"

#include <algorithm>
#include <cstring>
#include <numeric>

#define XXH_INLINE_ALL // nothing is linked
#include <xxhash.h>

namespace autolink::file {

std::uint64_t checksum(const void *bytes, std::size_t size) { return XXH3_64bits(bytes, size); }

std::vector<std::uint64_t> block_checksums(std::span<const std::byte> bytes, std::size_t block_bytes) {
  std::vector<std::uint64_t> out;
  for (; !bytes.empty(); bytes = bytes.subspan(std::min(block_bytes, bytes.size())))
    out.push_back(checksum(bytes.data(), std::min(block_bytes, bytes.size())));
  return out;
}

std::vector<std::vector<std::uint64_t>> extents_of(std::span<const std::uint64_t> lengths, std::uint64_t extent_bytes) {
  std::vector<std::vector<std::uint64_t>> out(lengths.size());
  std::vector<std::size_t> left(lengths.size()); // the structures that have more extents
  std::iota(left.begin(), left.end(), std::size_t{0});
  std::uint64_t at = 0;
  while (!left.empty()) {
    std::size_t n = 0;
    for (const std::size_t which : left) {
      const std::uint64_t rest = lengths[which] - out[which].size() * extent_bytes;
      if (rest == 0)
        continue;
      out[which].push_back(at);
      at += std::min(rest, extent_bytes);
      if (rest > extent_bytes)
        left[n++] = which;
    }
    left.resize(n);
  }
  return out;
}

std::vector<std::byte> make_index(std::span<const std::uint64_t> lengths, std::span<const std::uint64_t> checksums) {
  std::vector<std::byte> out(8 * (lengths.size() + checksums.size()));
  std::byte *at = out.data();
  for (const auto &numbers : {lengths, checksums})
    for (const std::uint64_t number : numbers) {
      store_little(at, number);
      at += 8;
    }
  return out;
}

std::vector<std::byte> make_header(std::span<const std::byte> types, std::span<const std::uint64_t> lengths,
                                   std::span<const std::byte> index, std::uint64_t extent_bytes) {
  std::vector<std::byte> out(header_bytes);
  std::byte *const header = out.data();
  std::memcpy(header, magic.data(), magic.size());
  store_little(header + 8, version, 4);
  store_little(header + 12, usual_block_bytes, 4);
  store_little(header + 16, extent_bytes);
  store_little(header + 24, lengths.size());
  store_little(header + 32, types.size());
  store_little(header + 40, index.size());
  store_little(header + 48, std::accumulate(lengths.begin(), lengths.end(),
                                            std::uint64_t{header_bytes + types.size() + index.size()}));
  store_little(header + 56, checksum(types.data(), types.size()));
  store_little(header + 64, checksum(index.data(), index.size()));
  store_little(header + 72, checksum(header, 72));
  return out;
}

std::uint64_t load_little(const std::byte *from, unsigned bytes) {
  std::uint64_t out = 0;
  while (bytes-- > 0)
    out = out << 8 | std::to_integer<std::uint64_t>(from[bytes]);
  return out;
}

void store_little(std::byte *to, std::uint64_t value, unsigned bytes) {
  for (unsigned i = 0; i < bytes; ++i, value >>= 8)
    to[i] = static_cast<std::byte>(value);
}

} // namespace autolink::file
