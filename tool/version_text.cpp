// What --version prints. See version_text.h.
#include "version_text.h"

#include "version.h"

#include "llvm-c/Core.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

#include <string>
#include <system_error>
#include <vector>

namespace automap {
namespace {

namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

/// Returns the MPI libraries for which AutoMap's libraries are in the folder, which has a folder for each.
std::vector<std::string> find_mpi_libraries(const std::string &folder) {
  std::vector<std::string> found;
  std::error_code error;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error))
    if (fs::exists(entry->path() + "/libautomap_mpi.a"))
      found.push_back(path::filename(entry->path()).str());
  llvm::sort(found);
  return found;
}

} // namespace

void print_version(const std::string &executable, llvm::raw_ostream &out) {
  unsigned major = 0, minor = 0, patch = 0;
  LLVMGetVersion(&major, &minor, &patch); // of the library that is loaded
  llvm::SmallString<128> folder(path::parent_path(executable));
  path::append(folder, AUTOMAP_LIBRARIES_FROM_BIN);
  path::remove_dots(folder, /*remove_dot_dot=*/true);
  const std::vector<std::string> libraries = find_mpi_libraries(folder.str().str());
  out << "automap " << AUTOMAP_VERSION << "\nLLVM " << major << '.' << minor << '.' << patch << '\n';
  if (libraries.empty())
    out << "no libraries for MPI in " << folder << '\n';
  else
    out << "libraries for " << llvm::join(libraries, " and ") << " in " << folder << '\n';
}

} // namespace automap
