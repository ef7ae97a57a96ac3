// Files of structures and objects. See files.h.
#include "files.h"

#include "comm_state.h"
#include "engine.h"
#include "errors.h"

#include "core/base/messages.h"
#include "core/file/format.h"
#include "core/whole/serial.h"

#include <algorithm>
#include <cerrno>
#include <climits>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <new>
#include <numeric>
#include <span>
#include <vector>

#include <fcntl.h>
#include <unistd.h>

namespace autolink {
namespace {

constexpr std::size_t bytes_of_call = 64 << 20; // an int counts them

/// Runs body() and throws its failures with the path before the text, once.
template <typename Body> auto with_path(const std::string &path, Body body) {
  try {
    return body();
  } catch (const Failure &failure) {
    const std::string library = "AutoLink: ", with = library + path + ": ", &text = failure.message;
    if (text.starts_with(with))
      throw;
    throw Failure(failure.error, with + text.substr(text.starts_with(library) ? library.size() : 0));
  }
}

file::Container open_container(const std::string &path) {
  return with_path(path, [&] {
    file::Container out(file::open_storage(path));
    require(out.n_structures() <= INT_MAX, AL_ERR_DAMAGED, "AutoLink: it has more structures than ranks can be");
    return out;
  });
}

struct Free {
  void operator()(void *memory) const { std::free(memory); }
};

std::string mpi_text(int code) {
  char text[MPI_MAX_ERROR_STRING] = "";
  int length = 0;
  MPI_Error_string(code, text, &length);
  return text;
}

void check_file_call(int code, const char *what) {
  if (code != MPI_SUCCESS)
    throw Failure(AL_ERR_FILE, std::string("AutoLink: it cannot be ") + what + ": " + mpi_text(code));
}

[[noreturn]] void fail_system(const char *what) {
  throw Failure(AL_ERR_FILE, std::string("AutoLink: it cannot be ") + what + ": " + std::strerror(errno));
}

/// Lets the system begin to move what has been written to the disk, while more is packed. Does nothing if it cannot.
class EarlyWriteback {
public:
  EarlyWriteback() = default;
  ~EarlyWriteback() {
    if (file_ >= 0)
      close(file_);
  }
  EarlyWriteback(const EarlyWriteback &) = delete;
  EarlyWriteback &operator=(const EarlyWriteback &) = delete;

  void open(const std::string &path) { file_ = ::open(path.c_str(), O_WRONLY | O_CLOEXEC); }
  void begin(std::uint64_t offset, std::size_t n) const {
    if (file_ >= 0)
      sync_file_range(file_, static_cast<off_t>(offset), static_cast<off_t>(n), SYNC_FILE_RANGE_WRITE);
  }

private:
  int file_ = -1;
};

/// One call of AL_File_write. In each step, a rank that fails goes on to the agreement at its end, so that all ranks
/// fail.
class FileWriting {
public:
  /// `path` must stay.
  FileWriting(const char *path, MPI_Comm comm) : given_path_(path ? path : ""), comm_(comm) {
    check_call(MPI_Comm_rank(comm, &rank_));
    check_call(MPI_Comm_size(comm, &n_ranks_));
  }

  void run(const std::function<FileContents()> &prepare_contents) {
    int is_inter = 0;
    check_call(MPI_Comm_test_inter(comm_, &is_inter));
    require(!is_inter, AL_ERR_ARGUMENT, "AutoLink: the communicator is an intercommunicator"); // on all ranks
    step([&] { prepare(prepare_contents); });
    require_same();
    step([&] {
      if (rank_ == 0 && unlink(new_path_.c_str()) != 0 && errno != ENOENT)
        fail_system("replaced");
    });
    try {
      step([&] { open(); });
    } catch (...) { // where the file is open, it stays so: closing it would wait for the other ranks
      remove_new();
      throw;
    }
    MPI_File_set_errhandler(file_, MPI_ERRORS_RETURN);
    early_.open(new_path_);
    try {
      write_structures();
      write_front_and_index();
      step([&] { check_file_call(MPI_File_sync(file_), "synchronized"); });
      step([&] { check_file_call(MPI_File_close(&file_), "closed"); });
      step([&] { rename(); });
    } catch (...) {
      if (file_ != MPI_FILE_NULL)
        MPI_File_close(&file_);
      remove_new();
      throw;
    }
  }

private:
  static constexpr std::uint64_t has_failed = ~std::uint64_t{0}; // in place of the size of an extent

  void open() {
    check_file_call(MPI_File_open(comm_, mpi_path_.c_str(), MPI_MODE_CREATE | MPI_MODE_WRONLY, MPI_INFO_NULL, &file_),
                    "opened");
  }

  void remove_new() const {
    if (rank_ == 0)
      unlink(new_path_.c_str());
  }

  /// Runs body() unless there is a failure, and keeps its failure, for which no memory need be left: the other ranks
  /// wait for this one.
  template <typename Body> void try_to(KeptFailure &failure, Body body) const {
    if (failure.get())
      return;
    try {
      try {
        with_path(path_, body);
      } catch (const CallFailure &caught) {
        throw Failure(AL_ERR_FILE, "AutoLink: " + mpi_text(caught.code));
      }
    } catch (...) {
      failure.keep_current_exception();
    }
  }

  /// Tells all ranks a number. Waits for them without taking the processor from those that share it.
  void share(std::uint64_t mine, std::vector<std::uint64_t> &all) const {
    MPI_Request request = MPI_REQUEST_NULL;
    check_call(MPI_Iallgather(&mine, 1, MPI_UINT64_T, all.data(), 1, MPI_UINT64_T, comm_, &request));
    wait_for(request);
  }

  /// Runs one step. If it fails on a rank, it fails on all, with the text of the first rank that has failed.
  template <typename Body> void step(Body body) {
    KeptFailure failure;
    try_to(failure, body);
    const int mine = failure.get() ? rank_ : n_ranks_;
    int first = n_ranks_;
    check_call(MPI_Allreduce(&mine, &first, 1, MPI_INT, MPI_MIN, comm_));
    if (first == n_ranks_)
      return;
    struct {
      int error;
      char text[1024];
    } told = {};
    if (rank_ == first) {
      told.error = failure.get()->error;
      std::snprintf(told.text, sizeof told.text, "%s", failure.get()->message.c_str());
    }
    check_call(MPI_Bcast(&told, sizeof told, MPI_BYTE, first, comm_));
    const std::string_view text = told.text;
    throw Failure(told.error, n_ranks_ == 1 ? std::string(text)
                                            : "AutoLink: rank " + std::to_string(first) +
                                                  std::string(text.substr(std::min(text.find(':'), text.size()))));
  }

  void prepare(const std::function<FileContents()> &prepare_contents) {
    path_ = given_path_;
    new_path_ = mpi_path_ = path_ + ".new";
#ifdef ROMIO_VERSION // takes what stands before a colon for a kind of file system
    if (mpi_path_.find(':') != std::string::npos)
      mpi_path_ = "ufs:" + mpi_path_;
#endif
    require(!path_.empty(), AL_ERR_ARGUMENT, "AutoLink: the path is missing");
    FileContents contents = prepare_contents();
    types_ = std::move(contents.types);
    messages_.begin(std::move(contents.messages));
    extent_.reset(static_cast<std::byte *>(std::malloc(file::usual_extent_bytes)));
    if (!extent_)
      throw std::bad_alloc();
  }

  /// Fails unless all ranks have given the same path and type.
  void require_same() {
    const std::uint64_t types = file::checksum(types_.data(), types_.size());
    const std::uint64_t path = file::checksum(path_.data(), path_.size());
    const std::uint64_t mine[] = {types, ~types, path, ~path}; // the greatest complement is that of the least
    std::uint64_t greatest[4];
    check_call(MPI_Allreduce(mine, greatest, 4, MPI_UINT64_T, MPI_MAX, comm_));
    require(greatest[2] == ~greatest[3], AL_ERR_ARGUMENT, "AutoLink: the ranks have given different paths");
    if (greatest[0] != ~greatest[1])
      throw Failure(AL_ERR_TYPES, "AutoLink: " + path_ + ": the ranks' structures have different types");
  }

  /// Writes the structures while they are packed: the first extents of all ranks, then the second ones, and so on.
  void write_structures() {
    std::uint64_t at = file::header_bytes + types_.size();
    std::vector<std::uint64_t> sizes; // of the ranks' next extents
    step([&] { sizes.resize(static_cast<std::size_t>(n_ranks_)); });
    KeptFailure failure; // which the next agreement tells all ranks
    while (true) {
      std::uint64_t mine = has_failed;
      try_to(failure, [&] { mine = messages_.take(extent_.get(), file::usual_extent_bytes); });
      share(mine, sizes);
      if (std::find(sizes.begin(), sizes.end(), has_failed) != sizes.end())
        step([&] {
          if (failure.get())
            throw Failure(*failure.get());
        });
      const std::uint64_t all = std::accumulate(sizes.begin(), sizes.end(), std::uint64_t{0});
      if (all == 0)
        break;
      const std::uint64_t offset = std::accumulate(sizes.begin(), sizes.begin() + rank_, at);
      try_to(failure, [&] {
        const std::span<const std::byte> bytes(extent_.get(), static_cast<std::size_t>(mine));
        for (const std::uint64_t one : file::block_checksums(bytes, file::usual_block_bytes))
          checksums_.push_back(one);
        write_bytes(offset, bytes);
        early_.begin(offset, bytes.size());
      });
      length_ += mine;
      at += all;
    }
    extent_.reset();
  }

  void write_front_and_index() {
    std::vector<std::uint64_t> lengths, checksums; // on rank 0
    std::vector<int> counts, begins;
    const auto n = static_cast<std::size_t>(rank_ == 0 ? n_ranks_ : 0);
    step([&] {
      lengths.resize(n);
      counts.resize(n);
      begins.resize(n + 1);
    });
    check_call(MPI_Gather(&length_, 1, MPI_UINT64_T, lengths.data(), 1, MPI_UINT64_T, 0, comm_));
    step([&] {
      for (std::size_t i = 0; i < n; ++i) {
        counts[i] = static_cast<int>(file::n_blocks(lengths[i], file::usual_block_bytes));
        begins[i + 1] = begins[i] + counts[i];
      }
      checksums.resize(static_cast<std::size_t>(begins[n]));
    });
    check_call(MPI_Gatherv(checksums_.data(), static_cast<int>(checksums_.size()), MPI_UINT64_T, checksums.data(),
                           counts.data(), begins.data(), MPI_UINT64_T, 0, comm_));
    step([&] {
      if (rank_ != 0)
        return;
      const std::vector<std::byte> index = file::make_index(lengths, checksums);
      const std::uint64_t types_begin = file::header_bytes;
      write_bytes(std::accumulate(lengths.begin(), lengths.end(), types_begin + types_.size()), index);
      write_bytes(types_begin, types_);
      write_bytes(0, file::make_header(types_, lengths, index));
    });
  }

  void write_bytes(std::uint64_t offset, std::span<const std::byte> bytes) {
    while (!bytes.empty()) {
      const std::size_t n = std::min(bytes_of_call, bytes.size());
      MPI_Status status;
      check_file_call(MPI_File_write_at(file_, static_cast<MPI_Offset>(offset), bytes.data(), static_cast<int>(n),
                                        MPI_BYTE, &status),
                      "written");
      int written = 0;
      MPI_Get_count(&status, MPI_BYTE, &written);
      if (written != static_cast<int>(n))
        throw Failure(AL_ERR_FILE, "AutoLink: it cannot be written: only " + std::to_string(written) + " of " +
                                       std::to_string(n) + " bytes were; the disk may be full");
      offset += n;
      bytes = bytes.subspan(n);
    }
  }

  /// Gives the new file the name of the old one, and makes that last.
  void rename() const {
    if (rank_ != 0)
      return;
    if (std::rename(new_path_.c_str(), path_.c_str()) != 0)
      fail_system("renamed");
    const auto slash = path_.rfind('/');
    const std::string directory = slash == std::string::npos ? "." : path_.substr(0, slash + 1);
    const int opened = ::open(directory.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (opened < 0 && errno == EACCES)
      return; // the program may only write there
    if (opened < 0)
      fail_directory();
    const int failure = fsync(opened) != 0 && errno != EINVAL ? errno : 0; // EINVAL: this file system has no such call
    close(opened);
    if ((errno = failure) != 0)
      fail_directory();
  }

  /// The new file has its name, and is whole; only a failure of the machine could bring the old one back.
  [[noreturn]] static void fail_directory() {
    throw Failure(AL_ERR_FILE,
                  std::string("AutoLink: it is the new file, but its directory cannot be synchronized with "
                              "the disk: ") +
                      std::strerror(errno));
  }

  const char *const given_path_;
  std::string path_, new_path_, mpi_path_; // mpi_path_: the new one, for MPI
  const MPI_Comm comm_;
  int rank_ = 0, n_ranks_ = 1;
  MPI_File file_ = MPI_FILE_NULL;
  EarlyWriteback early_;
  std::vector<std::byte> types_;
  SerialForm messages_;                       // of this rank's structure
  std::unique_ptr<std::byte[], Free> extent_; // room for the next bytes of it
  std::uint64_t length_ = 0;                  // bytes that have been written
  std::vector<std::uint64_t> checksums_;      // of its blocks
};

} // namespace

void write_file(const char *path, MPI_Comm comm, const std::function<FileContents()> &prepare) {
  FileWriting(path, comm).run(prepare);
}

} // namespace autolink

using namespace autolink;

AL_FileObject::AL_FileObject(const std::string &path)
    : path_(path), container_(open_container(path)), reader_(container_) {}

template <typename Read> auto AL_FileObject::read_one(int which, Read read) {
  return with_path(path_, [&] {
    if (which < 0 || which >= count())
      throw Failure(AL_ERR_ARGUMENT,
                    "AutoLink: there is no structure " + std::to_string(which) + ", only " + std::to_string(count()));
    return with_path("structure " + std::to_string(which), [&] { return read(static_cast<std::uint64_t>(which)); });
  });
}

void *AL_FileObject::read(int which, const NodePlan &plan, const UnpackOptions &options, Arena &arena) {
  return read_one(which, [&](std::uint64_t one) { return reader_.read(one, plan, options, arena); });
}

void AL_FileObject::read(int which, const AL_Sink &sink, const AL_ContentFields &fields, std::uint64_t limit_bytes) {
  read_one(which, [&](std::uint64_t one) { reader_.read(one, sink, fields, limit_bytes); });
}
