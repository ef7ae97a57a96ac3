// The format of files, version 1, as autolink/file-format.md describes it. Numbers are stored with the least significant
// byte first.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace autolink::file {

inline constexpr std::array<unsigned char, 8> magic = {0x89, 'A', 'L', 'F', '\r', '\n', 0x1a, '\n'};
inline constexpr std::uint32_t version = 1;
inline constexpr std::size_t header_bytes = 80;
inline constexpr std::uint32_t usual_block_bytes = 1 << 20;
inline constexpr std::uint64_t usual_extent_bytes = 8 << 20;

/// The beginning of a file. The types, the structures and the index follow, without gaps. The structures are cut into
/// extents of `extent_bytes`, the last of which may be shorter: the first extents of all structures stand one after the
/// other, then the second ones, and so on. So ranks can write them before any knows its length.
struct Header {
  std::uint32_t block_bytes = usual_block_bytes;   // a checksum covers so many bytes of a structure
  std::uint64_t extent_bytes = usual_extent_bytes; // a multiple of it
  std::uint64_t n_structures = 0;
  std::uint64_t types_bytes = 0, index_bytes = 0, file_bytes = 0;
  std::uint64_t types_checksum = 0, index_checksum = 0;

  std::uint64_t data_begin() const { return header_bytes + types_bytes; }
  std::uint64_t data_end() const { return file_bytes - index_bytes; }
};

/// Returns the checksum of bytes: xxh3_64 with seed 0.
std::uint64_t checksum(const void *bytes, std::size_t size);

/// Returns the number of blocks of a structure.
constexpr std::uint64_t n_blocks(std::uint64_t bytes, std::uint64_t block_bytes) {
  return bytes / block_bytes + (bytes % block_bytes != 0);
}

/// Returns the checksums of a structure's blocks.
std::vector<std::uint64_t> block_checksums(std::span<const std::byte> bytes, std::size_t block_bytes);

/// Returns where the extents of each structure begin, in bytes from the beginning of the first structure.
///
///   lengths  in  the bytes of each structure, whose sum is less than 2^63
std::vector<std::vector<std::uint64_t>> extents_of(std::span<const std::uint64_t> lengths, std::uint64_t extent_bytes);

/// Returns what a file has after its structures.
///
///   lengths    in  the bytes of each structure
///   checksums  in  those of all blocks, structure by structure
std::vector<std::byte> make_index(std::span<const std::uint64_t> lengths, std::span<const std::uint64_t> checksums);

/// Returns the header of a file with these types, and an index that make_index() has made.
std::vector<std::byte> make_header(std::span<const std::byte> types, std::span<const std::uint64_t> lengths,
                                   std::span<const std::byte> index, std::uint64_t extent_bytes = usual_extent_bytes);

std::uint64_t load_little(const std::byte *from, unsigned bytes = 8);
void store_little(std::byte *to, std::uint64_t value, unsigned bytes = 8);

} // namespace autolink::file
