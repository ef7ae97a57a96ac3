// Files of C++ objects, such as checkpoints: one file for all ranks, with an object of each. autolink.hpp includes this
// header; al_file.h says what holds for all files.
//
//   autolink::file_write("state.al", mesh, MPI_COMM_WORLD);            // all ranks, each its own mesh
//
//   const autolink::file_reader file("state.al");                      // later, any number of ranks
//   for (int i = rank; i < file.count(); i += size)
//     meshes.push_back(file.read<Mesh>(i));                            // each by whom the program says
#ifndef AUTOLINK_AL_FILE_HPP
#define AUTOLINK_AL_FILE_HPP

#include "al_file.h"
#include "al_request.hpp"
#include "al_transfer.hpp"

#include <mpi.h>

#include <memory>
#include <new>
#include <string>
#include <utility>

namespace autolink {

/// Writes the objects of all ranks to one file. The old file of this name stays until the new one is whole, as with
/// AL_File_write.
///
///   path    in  the same on all ranks, in a file system that they share
///   object  in  of the same type on all ranks
///   comm    in  an intracommunicator. All its ranks call this
///
/// Throws error as send() does, or AL_ERR_FILE. If one rank fails, all do, and the text names the rank.
template <typename T> void file_write(const std::string &path, const T &object, MPI_Comm comm) {
  std::unique_ptr<detail::sending<T>> all;
  AL_Source source;
  AL_ContentFields fields;
  try {
    all = std::make_unique<detail::sending<T>>(object);
    source = all->source();
    fields = all->fields();
  } catch (...) { // the other ranks wait for this one
    AL_File_write_stream(path.c_str(), nullptr, nullptr, comm);
    throw;
  }
  detail::check(*all, AL_File_write_stream(path.c_str(), &source, &fields, comm));
}
template <typename T>
int file_write(const std::string &path, const T &object, MPI_Comm comm, const std::nothrow_t &) noexcept {
  return detail::code_of([&] { file_write(path, object, comm); });
}

/// A file of objects that is open for reading. It keeps what it has opened, even if a new file takes its name. Needs
/// neither MPI_Init nor AL_Init. Several threads may read from one at the same time.
class file_reader {
public:
  /// Opens no file.
  file_reader() = default;
  /// Opens a file, and verifies its header, types and index. Throws error: AL_ERR_FILE, AL_ERR_DAMAGED.
  explicit file_reader(const std::string &path) { detail::check(AL_File_open_stream(path.c_str(), &file_)); }
  file_reader(file_reader &&other) noexcept : file_(std::exchange(other.file_, AL_FILE_NULL)) {}
  file_reader &operator=(file_reader &&other) noexcept {
    std::swap(file_, other.file_);
    return *this;
  }
  ~file_reader() { AL_File_close(&file_); }

  /// Returns the number of objects: that of the ranks that wrote the file; 0 if none is open.
  int count() const {
    int n = 0;
    if (file_ != AL_FILE_NULL)
      AL_File_count(file_, &n);
    return n;
  }

  /// Returns an object. Any rank may read any of them, any number of times.
  ///
  ///   which  in  the rank that wrote it, 0 to count() - 1
  ///
  /// Throws error: AL_ERR_TYPES for an object of another class, or of one that has changed; AL_ERR_DAMAGED, whose text
  /// says where; AL_ERR_FILE, AL_ERR_LIMIT, AL_ERR_MEMORY.
  template <typename T> T read(int which) const {
    static_assert(std::is_move_constructible_v<T>, "this object cannot be moved: write a smart pointer to it");
    T object = detail::make<T>();
    detail::receiving<T> all(object);
    read_into(all, which);
    return object;
  }

  /// Does the same, and replaces an object when all of the new one is there.
  template <typename T> void read(T &object, int which) const {
    detail::receiving_for<T> all(object);
    read_into<T>(all, which);
    all.finish();
  }
  template <typename T> int read(T &object, int which, const std::nothrow_t &) const noexcept {
    return detail::code_of([&] { read(object, which); });
  }

private:
  template <typename T> void read_into(detail::receiving<T> &all, int which) const {
    const AL_Sink sink = all.sink();
    const AL_ContentFields fields = all.fields();
    detail::check(all, AL_File_read_stream(file_, which, &sink, &fields));
  }

  AL_File file_ = AL_FILE_NULL;
};

} // namespace autolink

#endif
