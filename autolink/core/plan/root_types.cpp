// The types of several roots. See root_types.h.
#include "root_types.h"

#include "core/base/failure.h"

#include <map>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

namespace autolink {
namespace {

/// How many roots of one type follow each other.
using Row = std::pair<AL_Type, std::uint64_t>;

struct RootsType {
  std::vector<AL_Pointer> pointers; // one for each row
  AL_TypeInfo info = {};
};

RootsType make_type(const std::vector<Row> &rows) {
  RootsType out;
  std::uint64_t n = 0, hash = 0xcbf29ce484222325; // FNV-1a of the words that tell what the roots are
  for (const auto &[type, count] : rows) {
    out.pointers.push_back(
        {"root", AL_LINK, 0, n * sizeof(void *), count, sizeof(void *), type, 0, nullptr, nullptr, nullptr});
    n += count;
    for (const std::uint64_t word : {type->signature_hash, type->signature_count, count})
      hash = (hash ^ word) * 0x100000001b3;
  }
  out.info.abi = AL_TYPE_ABI;
  out.info.name = "roots";
  out.info.size = n * sizeof(void *);
  out.info.align = alignof(void *);
  out.info.signature_hash = hash;
  out.info.n_pointers = out.pointers.size();
  out.info.pointers = out.pointers.data();
  return out;
}

} // namespace

AL_Type type_of_roots(std::span<const AL_Type> types) {
  require(!types.empty(), AL_ERR_ARGUMENT, "AutoLink: the number of roots is less than one");
  std::vector<Row> rows;
  for (const AL_Type type : types) {
    require(type, AL_ERR_ARGUMENT, "AutoLink: a type is NULL");
    if (rows.empty() || rows.back().first != type)
      rows.emplace_back(type, 0);
    ++rows.back().second;
  }
  static std::mutex mutex;
  static auto &kept = *new std::map<std::vector<Row>, RootsType>; // never destroyed, as plans are not
  const std::lock_guard lock(mutex);
  auto found = kept.find(rows);
  if (found == kept.end())
    found = kept.emplace(rows, make_type(rows)).first;
  return &found->second.info;
}

} // namespace autolink
