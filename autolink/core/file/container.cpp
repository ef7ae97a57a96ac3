// Reading files. See container.h.
#include "container.h"

#include "core/base/failure.h"

#include <algorithm>
#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace autolink::file {
namespace {

void require_right(bool condition, const std::string &what) {
  if (!condition)
    throw Failure(AL_ERR_DAMAGED, "AutoLink: " + what);
}

[[noreturn]] void fail_system(const char *what, int error) {
  throw Failure(AL_ERR_FILE, std::string("AutoLink: it cannot be ") + what + ": " + std::strerror(error));
}

class PlainFile : public Storage {
public:
  explicit PlainFile(const std::string &path) : file_(open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)) {
    if (file_ < 0)
      fail_system("opened", errno);
    struct stat status = {};
    const int error = fstat(file_, &status) != 0 ? errno
                      : S_ISDIR(status.st_mode)  ? EISDIR
                      : S_ISREG(status.st_mode)  ? 0
                                                 : EINVAL;
    if (error != 0) {
      close(file_);
      fail_system("read", error);
    }
    size_ = static_cast<std::uint64_t>(status.st_size);
  }
  ~PlainFile() override { close(file_); }
  PlainFile(const PlainFile &) = delete;
  PlainFile &operator=(const PlainFile &) = delete;

  std::uint64_t size() const override { return size_; }

  void read(std::uint64_t offset, std::byte *to, std::size_t n) const override {
    while (n > 0) {
      const ssize_t got = pread(file_, to, n, static_cast<off_t>(offset));
      if (got < 0 && errno == EINTR)
        continue;
      if (got < 0)
        fail_system("read", errno);
      require_right(got > 0, "it has become shorter while it was read");
      offset += static_cast<std::uint64_t>(got);
      to += got;
      n -= static_cast<std::size_t>(got);
    }
  }

private:
  int file_;
  std::uint64_t size_ = 0;
};

std::string range(std::uint64_t begin, std::uint64_t bytes) {
  return "bytes " + std::to_string(begin) + " to " + std::to_string(begin + bytes - 1);
}

} // namespace

std::unique_ptr<const Storage> open_storage(const std::string &path) { return std::make_unique<PlainFile>(path); }

Container::Container(std::unique_ptr<const Storage> storage) : storage_(std::move(storage)) {
  const std::uint64_t size = storage_->size();
  std::byte header[header_bytes] = {};
  const auto there = static_cast<std::size_t>(std::min<std::uint64_t>(size, header_bytes));
  storage_->read(0, header, there);
  require_right(there >= magic.size() && std::memcmp(header, magic.data(), magic.size()) == 0,
                "it is not a file of AutoLink's");
  require_right(there == header_bytes, "its header is truncated");
  const std::uint64_t found_version = load_little(header + 8, 4);
  const bool is_whole = checksum(header, header_bytes - 8) == load_little(header + header_bytes - 8);
  require_right(is_whole, "its header (bytes 0 to 79) is damaged, or of another version");
  require_right(found_version == version, "it has version " + std::to_string(found_version) +
                                              " of the format, and only version " + std::to_string(version) +
                                              " is known");
  header_.block_bytes = static_cast<std::uint32_t>(load_little(header + 12, 4));
  header_.extent_bytes = load_little(header + 16);
  header_.n_structures = load_little(header + 24);
  header_.types_bytes = load_little(header + 32);
  header_.index_bytes = load_little(header + 40);
  header_.file_bytes = load_little(header + 48);
  header_.types_checksum = load_little(header + 56);
  header_.index_checksum = load_little(header + 64);
  require_right(size >= header_.file_bytes, "it is truncated: it has " + std::to_string(size) +
                                                " bytes and should have " + std::to_string(header_.file_bytes));
  require_right(size == header_.file_bytes, "something follows its end at byte " + std::to_string(header_.file_bytes));
  const std::uint64_t rest = size - header_bytes;
  require_right(header_.types_bytes <= rest && header_.index_bytes <= rest - header_.types_bytes &&
                    header_.index_bytes % 8 == 0 && header_.n_structures <= header_.index_bytes / 8 &&
                    header_.block_bytes > 0 && header_.extent_bytes > 0 &&
                    header_.extent_bytes % header_.block_bytes == 0,
                "its header contradicts itself");
  const auto read_part = [&](std::vector<std::byte> &to, std::uint64_t begin, std::uint64_t bytes, std::uint64_t sum,
                             const char *what) {
    to.resize(static_cast<std::size_t>(bytes));
    storage_->read(begin, to.data(), to.size());
    require_right(checksum(to.data(), to.size()) == sum,
                  std::string(what) + " (" + range(begin, bytes) + ") is damaged");
  };
  read_part(types_bytes_, header_bytes, header_.types_bytes, header_.types_checksum, "its table of types");
  read_part(index_, header_.data_end(), header_.index_bytes, header_.index_checksum, "its index");
  types_ = read_types(types_bytes_);

  std::uint64_t left = header_.data_end() - header_.data_begin(), blocks = 0;
  for (std::uint64_t i = 0; i < header_.n_structures; ++i) {
    const std::uint64_t length = load_little(index_.data() + 8 * i);
    require_right(length > 0 && length <= left, "its index is impossible");
    lengths_.push_back(length);
    first_blocks_.push_back(blocks);
    left -= length;
    blocks += n_blocks(length, header_.block_bytes);
  }
  require_right(left == 0 && blocks == header_.index_bytes / 8 - header_.n_structures, "its index is impossible");
  extents_ = extents_of(lengths_, header_.extent_bytes);
}

StructureStream::StructureStream(const Container &container, std::uint64_t which)
    : container_(container), which_(which), left_(container.length(which)) {
  buffer_.resize(static_cast<std::size_t>(std::min<std::uint64_t>(left_, container.header_.block_bytes)));
}

void StructureStream::next_block() {
  const Header &header = container_.header_;
  const std::uint64_t at = block_ * header.block_bytes; // in the structure
  const std::uint64_t bytes = std::min<std::uint64_t>(buffer_.size(), container_.length(which_) - at);
  const std::uint64_t begin = header.data_begin() +
                              container_.extents_[which_][static_cast<std::size_t>(at / header.extent_bytes)] +
                              at % header.extent_bytes;
  at_ = 0;
  end_ = static_cast<std::size_t>(bytes);
  container_.storage_->read(begin, buffer_.data(), end_);
  const std::uint64_t number = header.n_structures + container_.first_blocks_[which_] + block_;
  require_right(checksum(buffer_.data(), end_) == load_little(container_.index_.data() + 8 * number),
                "block " + std::to_string(block_) + " (" + range(begin, bytes) + " of the file) is damaged");
  ++block_;
}

void StructureStream::read(std::byte *to, std::size_t n) {
  left_ -= n;
  while (n > 0) {
    if (at_ == end_)
      next_block();
    const std::size_t here = std::min(n, end_ - at_);
    std::memcpy(to, buffer_.data() + at_, here);
    at_ += here;
    to += here;
    n -= here;
  }
}

std::vector<std::byte> stored_bytes(const Container &container, std::uint64_t which) {
  StructureStream from(container, which);
  std::vector<std::byte> out(static_cast<std::size_t>(from.left()));
  from.read(out.data(), out.size());
  return out;
}

} // namespace autolink::file
