// Files of structures and objects: written by all ranks through MPI-IO, read by any process.
#pragma once

#include "autolink/autolink.h"

#include "core/base/messages.h"
#include "core/file/reading.h"

#include <mpi.h>

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <vector>

/// A file that is open for reading.
struct AL_FileObject {
public:
  explicit AL_FileObject(const std::string &path);

  int count() const { return static_cast<int>(container_.n_structures()); }
  void *read(int which, const autolink::NodePlan &plan, const autolink::UnpackOptions &options, autolink::Arena &arena);
  void read(int which, const AL_Sink &sink, const AL_ContentFields &fields, std::uint64_t limit_bytes);

private:
  template <typename Read> auto read_one(int which, Read read);

  const std::string path_;
  const autolink::file::Container container_;
  autolink::file::StructureReader reader_;
};

namespace autolink {

/// What a rank writes.
struct FileContents {
  std::vector<std::byte> types; // of write_types()
  std::unique_ptr<MessageSource> messages;
};

/// Does what AL_File_write does with what prepare() returns. Throws Failure, CallFailure; on all ranks or none.
void write_file(const char *path, MPI_Comm comm, const std::function<FileContents()> &prepare);

} // namespace autolink
