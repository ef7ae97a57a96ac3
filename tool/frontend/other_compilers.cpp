// Asking other compilers. See other_compilers.h.
#include "other_compilers.h"

#include "model/report.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/Regex.h"
#include "llvm/Support/StringSaver.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>

namespace automap {
namespace {

namespace fs = llvm::sys::fs;

/// Returns what the program prints; empty if it fails, unless `in_any_case`.
std::string read_output(llvm::StringRef program, std::vector<llvm::StringRef> arguments, bool in_any_case = false) {
  llvm::SmallString<128> output;
  if (fs::createTemporaryFile("automap-cc", "txt", output))
    return "";
  const std::optional<llvm::StringRef> redirects[] = {llvm::StringRef(), llvm::StringRef(output), llvm::StringRef()};
  std::string text;
  arguments.insert(arguments.begin(), program);
  const int status = llvm::sys::ExecuteAndWait(program, arguments, std::nullopt, redirects, /*SecondsToWait=*/10);
  if (status == 0 || in_any_case)
    if (auto buffer = llvm::MemoryBuffer::getFile(output))
      text = (*buffer)->getBuffer().str();
  fs::remove(output);
  return text;
}

MpiWrapper find_mpi_wrapper() {
  const char *const set = std::getenv("MPICC");
  const std::vector<std::string> usual = {"mpicc", "mpicc.mpich", "mpicc.openmpi"};
  MpiWrapper first; // mpi.h may be where all compilers look
  for (const std::string &name : set ? std::vector<std::string>{set} : usual) {
    const auto program = llvm::sys::findProgramByName(name);
    if (!program)
      continue;
    // The wrappers of both MPICH and Open MPI have the option.
    MpiWrapper wrapper = parse_wrapper_output(read_output(*program, {"-show"}));
    if (std::ranges::any_of(wrapper.include_dirs, [](const std::string &dir) { return fs::exists(dir + "/mpi.h"); }))
      return wrapper;
    if (first.compiler.empty())
      first = std::move(wrapper);
  }
  if (set && first.compiler.empty())
    report_warning() << "MPICC='" << set
                     << "' is not a compiler wrapper that knows where mpi.h is; set it to one such as mpicc.mpich\n";
  return first;
}

} // namespace

const MpiWrapper &mpi_wrapper() {
  static const MpiWrapper wrapper = find_mpi_wrapper();
  return wrapper;
}

MpiWrapper parse_wrapper_output(std::string_view output) {
  llvm::BumpPtrAllocator storage;
  llvm::StringSaver saver(storage);
  llvm::SmallVector<const char *> words;
  llvm::cl::TokenizeGNUCommandLine({output.data(), output.size()}, saver, words);
  MpiWrapper wrapper;
  for (std::size_t i = 0; i < words.size(); ++i) {
    llvm::StringRef word = words[i];
    if (i == 0)
      wrapper.compiler = word.str();
    if (!word.consume_front("-I") && !word.consume_front("-isystem"))
      continue;
    if (word.empty() && i + 1 < words.size())
      word = words[++i];
    if (!word.empty())
      wrapper.include_dirs.push_back(word.str());
  }
  return wrapper;
}

std::optional<std::string> gcc_version(const std::string &compiler) {
  const auto program = llvm::sys::findProgramByName(compiler);
  if (!program)
    return std::nullopt;
  // Clang does not have the option.
  const std::string printed = read_output(*program, {"-dumpfullversion"});
  const llvm::StringRef version = llvm::StringRef(printed).trim();
  return llvm::Regex("^[0-9]+\\.[0-9]+\\.[0-9]+$").match(version) ? version.str() : "";
}

std::vector<long> operator_values(const std::string &gcc, bool is_cxx, const std::vector<std::string> &operations) {
  std::vector<long> values(operations.size());
  const auto program = llvm::sys::findProgramByName(gcc);
  int descriptor = 0;
  llvm::SmallString<128> file;
  if (!program || fs::createTemporaryFile("automap-ask", "h", descriptor, file))
    return values;
  constexpr long no_value = 2000000000;
  {
    // gcc has the operators only in directives. After '#line 201907', __LINE__ is this number. If gcc does not accept
    // the operation, the directive before it counts.
    llvm::raw_fd_ostream out(descriptor, /*shouldClose=*/true);
    for (const std::string &operation : operations)
      out << "#line " << no_value << "\n#line " << operation << "\n__LINE__\n";
  }
  const std::string printed = read_output(*program, {"-E", "-P", "-undef", "-x", is_cxx ? "c++" : "c", file}, true);
  fs::remove(file);
  llvm::SmallVector<llvm::StringRef> numbers;
  llvm::SplitString(printed, numbers);
  for (std::size_t i = 0; i < std::min(numbers.size(), values.size()); ++i)
    if (numbers[i].getAsInteger(10, values[i]) || values[i] >= no_value)
      values[i] = 0;
  return values;
}

std::string find_omp_header() {
  const auto gcc = llvm::sys::findProgramByName("gcc");
  const std::string printed = gcc ? read_output(*gcc, {"-print-file-name=include/omp.h"}) : "";
  const llvm::StringRef header = llvm::StringRef(printed).trim();
  return llvm::sys::path::is_absolute(header) ? header.str() : "";
}

} // namespace automap
