// Files whose checksums are right, although the rest may be anything.
#pragma once

#include "file/memory_file.h"

#include <algorithm>
#include <cstring>
#include <vector>

namespace autolink::test {

/// Makes the checksums right, as far as the parts of the file are where its header says.
inline void seal(FileBytes &bytes) {
  if (bytes.size() < file::header_bytes)
    return;
  std::byte *const at = bytes.data();
  std::memcpy(at, file::magic.data(), file::magic.size());
  file::store_little(at + 8, file::version, 4);
  const std::uint64_t rest = bytes.size() - file::header_bytes;
  const std::uint64_t types = std::min(file::load_little(at + 32), rest);
  const std::uint64_t index = std::min(file::load_little(at + 40), rest - types) / 8 * 8;
  const std::uint64_t n = std::min(file::load_little(at + 24), index / 8);
  const std::uint64_t block = std::max<std::uint64_t>(file::load_little(at + 12, 4), 1);
  const std::uint64_t extent = std::max(file::load_little(at + 16), block) / block * block;
  const std::uint64_t data = file::header_bytes + types;
  std::byte *const index_at = at + bytes.size() - index;
  std::uint64_t left = rest - types - index, next = 8 * n;
  std::vector<std::uint64_t> lengths;
  for (std::uint64_t i = 0; i < n; ++i) { // the last one has the rest
    const std::uint64_t length = i + 1 == n ? left : std::min(file::load_little(index_at + 8 * i), left);
    file::store_little(index_at + 8 * i, length);
    lengths.push_back(length);
    left -= length;
  }
  const std::vector<std::vector<std::uint64_t>> all_extents = file::extents_of(lengths, extent);
  for (std::size_t i = 0; i < n; ++i) {
    const std::vector<std::uint64_t> &extents = all_extents[i];
    for (std::uint64_t begin = 0; begin < lengths[i] && next < index; begin += block, next += 8)
      file::store_little(index_at + next,
                         file::checksum(at + data + extents[static_cast<std::size_t>(begin / extent)] + begin % extent,
                                        static_cast<std::size_t>(std::min(block, lengths[i] - begin))));
  }
  file::store_little(at + 12, block, 4);
  file::store_little(at + 16, extent);
  file::store_little(at + 24, n);
  file::store_little(at + 32, types);
  file::store_little(at + 40, index);
  file::store_little(at + 48, bytes.size());
  file::store_little(at + 56, file::checksum(at + file::header_bytes, types));
  file::store_little(at + 64, file::checksum(index_at, index));
  file::store_little(at + 72, file::checksum(at, 72));
}

} // namespace autolink::test
