// Fragments of messages. See fragments.h.
#include "fragments.h"

#include "failure.h"

#include <mpi.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <system_error>
#include <utility>

namespace automap::mpi {
namespace {

/// Returns what follows `label` in its line, without leading spaces and colons; empty if there is none.
std::string_view after(std::string_view label, std::string_view text) {
  const std::size_t at = text.find(label);
  if (at == text.npos)
    return {};
  text.remove_prefix(at + label.size());
  text.remove_prefix(std::min(text.find_first_not_of(" \t:"), text.size()));
  return text.substr(0, text.find('\n'));
}

/// Whether this is 4.2 or later. Pre-releases of 4.2.0 do not count: they may lack the fix.
bool is_fixed(std::string_view version) {
  std::pair<int, int> number = {0, 0};
  const char *const end = version.data() + version.size();
  const auto major = std::from_chars(version.data(), end, number.first);
  if (major.ptr != end && *major.ptr == '.')
    std::from_chars(major.ptr + 1, end, number.second);
  return number >= std::pair(4, 2) && !version.starts_with("4.2.0a") && !version.starts_with("4.2.0b");
}

bool may_lose_split_elements(std::string_view library_version) {
  const std::string_view device = after("Device", library_version);
  if (device.empty() ? library_version.find("MPICH") == library_version.npos : device.find("ucx") == device.npos)
    return false;
  const std::string_view base = after("ANL base", library_version); // Cray's
  return !is_fixed(base.empty() ? after("MPICH Version", library_version) : base);
}

} // namespace

Fragments fragments_of(std::string_view library_version, bool has_rdma_device) {
  if (!may_lose_split_elements(library_version))
    return {};
  return has_rdma_device ? Fragments{Fragments::shortest, 1} : Fragments{8128, 8};
}

const Fragments &fragments() {
  static const Fragments here = [] {
    char version[MPI_MAX_LIBRARY_VERSION_STRING];
    int length = 0;
    check_call(MPI_Get_library_version(version, &length));
    std::error_code none;
    const bool has_rdma_device =
        std::filesystem::directory_iterator("/sys/class/infiniband", none) != std::filesystem::directory_iterator();
    return fragments_of({version, static_cast<std::size_t>(length)}, has_rdma_device);
  }();
  return here;
}

} // namespace automap::mpi
