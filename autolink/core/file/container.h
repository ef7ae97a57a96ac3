// A file: its header, types and index, and the verified bytes of its structures.
#pragma once

#include "format.h"
#include "types.h"

#include <memory>
#include <string>

namespace autolink::file {

/// Where the bytes of a file come from.
class Storage {
public:
  virtual ~Storage() = default;
  virtual std::uint64_t size() const = 0;
  /// Reads bytes, all of which there are. Throws Failure (AL_ERR_FILE).
  virtual void read(std::uint64_t offset, std::byte *to, std::size_t n) const = 0;
};

/// Opens a plain file. Throws Failure (AL_ERR_FILE).
std::unique_ptr<const Storage> open_storage(const std::string &path);

class Container {
public:
  /// Reads all but the structures. Throws Failure (AL_ERR_FILE, AL_ERR_DAMAGED).
  explicit Container(std::unique_ptr<const Storage> storage);

  const Header &header() const { return header_; }
  const Types &types() const { return types_; }
  /// Returns the types as they stand in the file.
  std::span<const std::byte> types_bytes() const { return types_bytes_; }
  std::uint64_t n_structures() const { return header_.n_structures; }
  /// Returns the bytes of a structure.
  std::uint64_t length(std::uint64_t which) const { return lengths_[which]; }

private:
  friend class StructureStream;
  std::unique_ptr<const Storage> storage_;
  Header header_;
  std::vector<std::byte> types_bytes_;
  Types types_;
  std::vector<std::uint64_t> lengths_;      // of each structure
  std::vector<std::uint64_t> first_blocks_; // number of the first block of each structure
  std::vector<std::vector<std::uint64_t>> extents_;
  std::vector<std::byte> index_; // checksums of all blocks are at its end
};

/// Reads a structure from its beginning to its end, and verifies each block before any byte of it is used.
class StructureStream {
public:
  StructureStream(const Container &container, std::uint64_t which);

  /// Returns the number of bytes that have not been read.
  std::uint64_t left() const { return left_; }
  /// Reads the next bytes, of which there must be enough. Throws Failure (AL_ERR_FILE, AL_ERR_DAMAGED).
  void read(std::byte *to, std::size_t n);

private:
  void next_block();

  const Container &container_;
  const std::uint64_t which_;
  std::uint64_t left_, block_ = 0; // bytes that have not been read; the next block
  std::vector<std::byte> buffer_;  // the block at hand
  std::size_t at_ = 0, end_ = 0;
};

/// Returns all bytes of a structure. Throws Failure (AL_ERR_FILE, AL_ERR_DAMAGED).
std::vector<std::byte> stored_bytes(const Container &container, std::uint64_t which);

} // namespace autolink::file
