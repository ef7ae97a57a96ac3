// Writing files. See output_files.h.
#include "output_files.h"

#include "model/quoted.h"
#include "model/report.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

#include <optional>

namespace automap {
namespace {

namespace fs = llvm::sys::fs;

bool report(const std::string &what, const llvm::Twine &why) {
  report_error() << "cannot write " << what << ": " << why << '\n';
  return false;
}

bool report(const OutputFile &file, const llvm::Twine &why) {
  return report(quoted(file.path) +
                    (file.named_output.empty() ? "" : ", which is written together with " + quoted(file.named_output)),
                why);
}

/// Returns why there is no file at `path`: `why`, or its directory if that is missing.
std::string why_not_there(llvm::StringRef path, const std::string &why) {
  const llvm::StringRef directory = llvm::sys::path::parent_path(path);
  fs::file_status status; // not available if a parent directory is not readable
  return !directory.empty() && fs::status(directory, status) == std::errc::no_such_file_or_directory
             ? "there is no directory " + quoted(directory)
             : why;
}

bool same_path(llvm::StringRef a, llvm::StringRef b) {
  llvm::SmallString<256> left(a), right(b);
  fs::make_absolute(left);
  fs::make_absolute(right);
  llvm::sys::path::remove_dots(left, /*remove_dot_dot=*/true);
  llvm::sys::path::remove_dots(right, /*remove_dot_dot=*/true);
  return left == right;
}

/// Warns if the file that is replaced was generated from an input that the new one does not have.
void warn_about_lost_inputs(const OutputFile &file, llvm::StringRef contents) {
  const auto begin = file.inputs_mark.empty() ? llvm::StringRef::npos : contents.find(file.inputs_mark);
  if (begin == llvm::StringRef::npos)
    return;
  const llvm::StringRef line = contents.substr(begin + file.inputs_mark.size()).split(".\n").first;
  llvm::SmallVector<llvm::StringRef> before;
  line.split(before, ", ");
  for (const llvm::StringRef one : before)
    if (!llvm::is_contained(file.inputs, one)) {
      report_warning() << quoted(file.path) << " was generated from '" << line << "' and is overwritten: to keep '"
                       << one << "', give all headers in one call, or name another output with " << file.naming_option
                       << '\n';
      return;
    }
}

bool may_be_replaced(const OutputFile &file, const std::set<std::string> &inputs) {
  fs::file_status status;
  if (fs::status(file.path, status) || !fs::exists(status))
    return true;
  if (fs::is_directory(status))
    return report(file, "it is a directory");
  for (const std::string &input : inputs)
    if (fs::equivalent(file.path, input))
      return report(file, "it is the input '" + input + "'; name another output with -o");
  if (file.mark.empty() || !fs::is_regular_file(status) || status.getSize() == 0)
    return true;
  const auto contents = llvm::MemoryBuffer::getFile(file.path);
  if (!contents || !(*contents)->getBuffer().contains(file.mark))
    return report(file, "it exists and automap did not generate it; remove it, or name another output with -o");
  warn_about_lost_inputs(file, (*contents)->getBuffer());
  return true;
}

/// A file that is written under a temporary name. Devices and pipes are written in place.
class Pending {
public:
  static std::optional<Pending> write(const OutputFile &file) {
    llvm::SmallString<256> target;
    if (fs::real_path(file.path, target)) // follows links; fails if the file does not exist yet
      target = file.path;
    fs::file_status status;
    if (!fs::status(target, status) && fs::exists(status) && !fs::is_regular_file(status)) {
      std::error_code failure;
      llvm::raw_fd_ostream out(target, failure, fs::CD_OpenExisting);
      if (!failure && print(file, out))
        return Pending(file.path, "", std::nullopt);
      if (failure)
        report(file, failure.message());
      return std::nullopt;
    }
    auto temporary = fs::TempFile::create(target + "-%%%%%%", fs::all_read | fs::all_write);
    if (!temporary) {
      report(file, why_not_there(file.path, llvm::toString(temporary.takeError())));
      return std::nullopt;
    }
    llvm::raw_fd_ostream out(temporary->FD, /*shouldClose=*/false);
    Pending pending(file.path, target.str().str(), std::move(*temporary));
    if (print(file, out))
      return pending;
    pending.discard();
    return std::nullopt;
  }

  bool keep() {
    if (!temporary_)
      return true;
    auto failure = temporary_->keep(target_);
    if (!failure)
      return true;
    discard();
    return report(quoted(path_), llvm::toString(std::move(failure)));
  }

  void discard() {
    if (temporary_)
      llvm::consumeError(temporary_->discard());
  }

private:
  Pending(std::string path, std::string target, std::optional<fs::TempFile> temporary)
      : path_(std::move(path)), target_(std::move(target)), temporary_(std::move(temporary)) {}

  static bool print(const OutputFile &file, llvm::raw_fd_ostream &out) {
    file.print(out);
    out.flush();
    if (!out.has_error())
      return true;
    const std::error_code failure = out.error();
    out.clear_error();
    return report(file, failure.message());
  }

  std::string path_;
  std::string target_;
  std::optional<fs::TempFile> temporary_;
};

} // namespace

bool write_files(const std::vector<OutputFile> &files, const std::set<std::string> &inputs) {
  for (std::size_t i = 0; i < files.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      if (same_path(files[i].path, files[j].path) || fs::equivalent(files[i].path, files[j].path))
        return report(files[i], "it is the same file as the output '" + files[j].path + "'");
  for (const OutputFile &file : files)
    if (!may_be_replaced(file, inputs))
      return false;
  std::vector<Pending> pending;
  for (const OutputFile &file : files) {
    auto written = Pending::write(file);
    if (!written) {
      for (Pending &other : pending)
        other.discard();
      return false;
    }
    pending.push_back(std::move(*written));
  }
  bool ok = true;
  for (Pending &file : pending)
    ok = file.keep() && ok;
  return ok;
}

bool write_stdout(const std::function<void(llvm::raw_ostream &)> &print) {
  llvm::raw_fd_ostream &out = llvm::outs();
  hide_progress();
  print(out);
  out.flush();
  if (!out.has_error())
    return true;
  const std::error_code failure = out.error();
  out.clear_error();
  return report(quoted("standard output"), failure.message());
}

} // namespace automap
