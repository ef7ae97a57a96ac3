// Plans as values. See node_plan.h.
#include "node_plan.h"

namespace autolink {

std::string class_name(NodeKind kind, const std::string &type) {
  switch (kind) {
  case NodeKind::array:
    return "array of " + type;
  case NodeKind::string:
    return "string";
  default:
    return type;
  }
}

bool fits(std::uint64_t room, std::uint64_t count, std::uint64_t stride, std::uint64_t size) {
  if (count == 0)
    return true;
  return size <= room && (stride == 0 || count - 1 <= (room - size) / stride);
}

} // namespace autolink
