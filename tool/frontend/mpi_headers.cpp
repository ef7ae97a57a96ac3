// Finding mpi.h. See mpi_headers.h.
#include "mpi_headers.h"

#include "model/report.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/StringSaver.h"

#include <algorithm>
#include <optional>

namespace automap {
namespace {

namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;
namespace vfs = llvm::vfs;

/// Returns what `program option` prints.
std::string read_output(llvm::StringRef program, llvm::StringRef option) {
  llvm::SmallString<128> output;
  if (fs::createTemporaryFile("automap-cc", "txt", output))
    return "";
  const std::optional<llvm::StringRef> redirects[] = {llvm::StringRef(), llvm::StringRef(output), llvm::StringRef()};
  std::string text;
  if (llvm::sys::ExecuteAndWait(program, {program, option}, std::nullopt, redirects, /*SecondsToWait=*/10) == 0)
    if (auto buffer = llvm::MemoryBuffer::getFile(output))
      text = (*buffer)->getBuffer().str();
  fs::remove(output);
  return text;
}

/// Returns the include directories of the wrapper in MPICC, or else of the first wrapper in PATH, by its usual name or
/// Debian's names.
std::vector<std::string> find_mpi_include_dirs() {
  const char *const set = std::getenv("MPICC");
  const std::vector<std::string> usual = {"mpicc", "mpicc.mpich", "mpicc.openmpi"};
  for (const std::string &wrapper : set ? std::vector<std::string>{set} : usual) {
    const auto program = llvm::sys::findProgramByName(wrapper);
    if (!program)
      continue;
    // The wrappers of both MPICH and Open MPI have the option.
    const std::vector<std::string> dirs = include_dirs_of(read_output(*program, "-show"));
    if (std::ranges::any_of(dirs, [](const std::string &dir) { return fs::exists(dir + "/mpi.h"); }))
      return dirs;
  }
  if (set)
    report_warning() << "MPICC='" << set
                     << "' is not a compiler wrapper that knows where mpi.h is; set it to one such as mpicc.mpich\n";
  return {};
}

/// Returns the path of gcc's omp.h, because Clang has none; empty if there is no gcc, or gcc has none.
std::string find_omp_header() {
  const auto gcc = llvm::sys::findProgramByName("gcc");
  const std::string printed = gcc ? read_output(*gcc, "-print-file-name=include/omp.h") : "";
  const llvm::StringRef header = llvm::StringRef(printed).trim();
  return path::is_absolute(header) ? header.str() : "";
}

/// A file with the status of its real path, so that Clang shows that path.
llvm::ErrorOr<vfs::Status> with_real_path(llvm::ErrorOr<vfs::Status> status) {
  if (status)
    status->ExposesExternalVFSPath = true;
  return status;
}

class RealFile : public vfs::File {
public:
  explicit RealFile(std::unique_ptr<vfs::File> file) : file_(std::move(file)) {}

  llvm::ErrorOr<vfs::Status> status() override { return with_real_path(file_->status()); }
  llvm::ErrorOr<std::string> getName() override { return file_->getName(); }
  llvm::ErrorOr<std::unique_ptr<llvm::MemoryBuffer>> getBuffer(const llvm::Twine &name, std::int64_t size,
                                                               bool null_terminated, bool is_volatile) override {
    return file_->getBuffer(name, size, null_terminated, is_volatile);
  }
  std::error_code close() override { return file_->close(); }

private:
  std::unique_ptr<vfs::File> file_;
};

class MpiHeaders : public vfs::ProxyFileSystem {
public:
  using ProxyFileSystem::ProxyFileSystem;

  llvm::ErrorOr<vfs::Status> status(const llvm::Twine &name) override {
    llvm::SmallString<256> storage;
    const llvm::StringRef file = name.toStringRef(storage);
    if (!file.starts_with(prefix))
      return ProxyFileSystem::status(file);
    if (file == prefix)
      return vfs::Status(file, fs::UniqueID(~0ULL, 1), llvm::sys::TimePoint<>(), 0, 0, 0, fs::file_type::directory_file,
                         fs::all_read);
    if (const auto real = locate(file))
      return with_real_path(ProxyFileSystem::status(*real));
    return std::make_error_code(std::errc::no_such_file_or_directory);
  }

  llvm::ErrorOr<std::unique_ptr<vfs::File>> openFileForRead(const llvm::Twine &name) override {
    llvm::SmallString<256> storage;
    const llvm::StringRef file = name.toStringRef(storage);
    if (!file.starts_with(prefix))
      return ProxyFileSystem::openFileForRead(file);
    const auto real = locate(file);
    if (!real)
      return std::make_error_code(std::errc::no_such_file_or_directory);
    auto opened = ProxyFileSystem::openFileForRead(*real);
    if (!opened)
      return opened.getError();
    return std::make_unique<RealFile>(std::move(*opened));
  }

private:
  static constexpr llvm::StringRef prefix{mpi_include_dir.data(), mpi_include_dir.size()};

  std::optional<std::string> locate(llvm::StringRef file) {
    if (file.substr(prefix.size()) == "/omp.h") {
      if (!omp_header_)
        omp_header_ = find_omp_header();
      return omp_header_->empty() ? std::nullopt : omp_header_;
    }
    if (!dirs_)
      dirs_ = find_mpi_include_dirs();
    for (const std::string &dir : *dirs_) {
      const std::string real = dir + file.substr(prefix.size()).str();
      if (getUnderlyingFS().exists(real))
        return real;
    }
    return std::nullopt;
  }

  std::optional<std::vector<std::string>> dirs_; // those of the MPI library
  std::optional<std::string> omp_header_;
};

} // namespace

std::vector<std::string> include_dirs_of(std::string_view wrapper_output) {
  llvm::BumpPtrAllocator storage;
  llvm::StringSaver saver(storage);
  llvm::SmallVector<const char *> words;
  llvm::cl::TokenizeGNUCommandLine({wrapper_output.data(), wrapper_output.size()}, saver, words);
  std::vector<std::string> dirs;
  for (std::size_t i = 0; i < words.size(); ++i) {
    llvm::StringRef word = words[i];
    if (!word.consume_front("-I") && !word.consume_front("-isystem"))
      continue;
    if (word.empty() && i + 1 < words.size())
      word = words[++i];
    if (!word.empty())
      dirs.push_back(word.str());
  }
  return dirs;
}

llvm::IntrusiveRefCntPtr<vfs::FileSystem> with_mpi_headers(llvm::IntrusiveRefCntPtr<vfs::FileSystem> underlying) {
  return llvm::makeIntrusiveRefCnt<MpiHeaders>(std::move(underlying));
}

} // namespace automap
