// Files in memory.
#pragma once

#include "core/file/container.h"
#include "core/file/reading.h"
#include "core/plan/planning.h"
#include "core/whole/serial.h"
#include "core/whole/structure.h"

#include <cstdlib>
#include <cstring>
#include <memory>
#include <vector>

namespace autolink::test {

using FileBytes = std::vector<std::byte>;

class MemoryStorage : public file::Storage {
public:
  explicit MemoryStorage(FileBytes bytes) : bytes_(std::move(bytes)) {}
  std::uint64_t size() const override { return bytes_.size(); }
  void read(std::uint64_t offset, std::byte *to, std::size_t n) const override {
    if (offset > bytes_.size() || n > bytes_.size() - offset)
      std::abort(); // the container has asked for bytes that there are not
    if (n > 0)
      std::memcpy(to, bytes_.data() + offset, n);
  }

private:
  FileBytes bytes_;
};

/// Returns a file with these types and structures.
inline FileBytes make_file(const std::vector<std::byte> &types, const std::vector<std::vector<std::byte>> &structures,
                           std::uint64_t extent_bytes = file::usual_extent_bytes) {
  std::vector<std::uint64_t> lengths, checksums;
  std::size_t longest = 0;
  for (const std::vector<std::byte> &one : structures) {
    lengths.push_back(one.size());
    longest = std::max(longest, one.size());
    for (const std::uint64_t sum : file::block_checksums(one, file::usual_block_bytes))
      checksums.push_back(sum);
  }
  const std::vector<std::byte> index = file::make_index(lengths, checksums);
  FileBytes out = file::make_header(types, lengths, index, extent_bytes);
  out.insert(out.end(), types.begin(), types.end());
  for (std::size_t at = 0; at < longest; at += extent_bytes)
    for (const std::vector<std::byte> &one : structures)
      if (at < one.size())
        out.insert(out.end(), one.data() + at, one.data() + std::min<std::uint64_t>(at + extent_bytes, one.size()));
  out.insert(out.end(), index.begin(), index.end());
  return out;
}

/// Returns a file of these structures.
inline FileBytes file_of(AL_Type type, const std::vector<const void *> &roots, const PackOptions &options = {},
                         std::uint64_t extent_bytes = file::usual_extent_bytes) {
  const NodePlan &plan = plan_of(type);
  std::vector<std::vector<std::byte>> structures;
  for (const void *root : roots) {
    std::size_t size = 0;
    auto *const packed = static_cast<std::byte *>(pack(plan, root, options, size));
    structures.emplace_back(packed, packed + size);
    std::free(packed);
  }
  return make_file(file::write_types(file::types_of(plan)), structures, extent_bytes);
}

/// Returns a file of contents, each of which is messages.
template <typename Messages>
FileBytes file_of(const file::ContentType &type, const std::vector<Messages> &objects,
                  std::uint64_t extent_bytes = file::usual_extent_bytes) {
  std::vector<std::vector<std::byte>> structures;
  for (const Messages &messages : objects) {
    std::vector<std::byte> &out = structures.emplace_back();
    for (const auto &message : messages) {
      std::byte length[8];
      store<std::uint64_t>(length, message.size());
      const auto *bytes = reinterpret_cast<const std::byte *>(message.data());
      out.insert(out.end(), length, length + sizeof length);
      out.insert(out.end(), bytes, bytes + message.size());
    }
  }
  return make_file(file::write_types(file::types_of(type)), structures, extent_bytes);
}

inline file::Container open_memory(FileBytes bytes) {
  return file::Container(std::make_unique<MemoryStorage>(std::move(bytes)));
}

/// Returns the file as a program would have written it whose types have other signatures, and are the same otherwise. So
/// its structures are converted field by field.
inline FileBytes with_other_signatures(const FileBytes &bytes) {
  const file::Container container = open_memory(bytes);
  file::Types types = container.types();
  for (file::Class &c : types.classes)
    c.signature_hash ^= 1;
  std::vector<std::vector<std::byte>> structures;
  for (std::uint64_t i = 0; i < container.n_structures(); ++i)
    structures.push_back(file::stored_bytes(container, i));
  return make_file(file::write_types(types), structures);
}

} // namespace autolink::test
