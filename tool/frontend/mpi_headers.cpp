// Finding mpi.h. See mpi_headers.h.
#include "mpi_headers.h"

#include "other_compilers.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"

#include <optional>

namespace automap {
namespace {

namespace fs = llvm::sys::fs;
namespace vfs = llvm::vfs;

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
    for (const std::string &dir : mpi_wrapper().include_dirs) {
      const std::string real = dir + file.substr(prefix.size()).str();
      if (getUnderlyingFS().exists(real))
        return real;
    }
    return std::nullopt;
  }

  std::optional<std::string> omp_header_;
};

} // namespace

llvm::IntrusiveRefCntPtr<vfs::FileSystem> with_mpi_headers(llvm::IntrusiveRefCntPtr<vfs::FileSystem> underlying) {
  return llvm::makeIntrusiveRefCnt<MpiHeaders>(std::move(underlying));
}

} // namespace automap
