// Takes any bytes as messages of a plan, for the structure that the first byte selects. There must be no crash. The shape
// must stay as it is and, if the messages are refused, the contents, too.
#include "fuzz_checks.h"
#include "plan_structures.h"

#include <algorithm>
#include <new>

using namespace autolink;
using namespace autolink::test;

namespace {

/// Returns all contents, after the head with the number of the send.
std::vector<std::byte> contents_of(const Planned &plan) {
  Messages messages;
  send(plan, false, {wire::max_first_bytes, 1 << 20}, messages);
  std::vector<std::byte> out;
  for (const auto &message : messages)
    out.insert(out.end(), message.begin(), message.end());
  const std::size_t head = stream_head_bytes(plan->type()) + sizeof(ContentHead);
  return {out.begin() + static_cast<std::ptrdiff_t>(std::min(head, out.size())), out.end()};
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
  static Made made;
  static const auto roots = planned_roots(made);
  if (size == 0)
    return 0;
  const auto &[type, root] = roots[data[0] % roots.size()];
  static std::vector<Messages> first_contents(roots.size());
  const Planned plan = planned(type, root);
  Messages &first = first_contents[data[0] % roots.size()];
  if (first.empty())
    send(plan, false, {wire::max_first_bytes, 1 << 20}, first);
  plan->received.plan = sender_plan;
  plan->received.version = last_version;
  Messages messages;
  for (std::size_t at = 1; at + 2 <= size;) {
    const std::size_t n = std::min<std::size_t>(data[at] + 256u * data[at + 1], size - at - 2);
    const auto *begin = reinterpret_cast<const std::byte *>(data + at + 2);
    messages.emplace_back(begin, begin + n);
    at += 2 + n;
  }
  if (messages.empty())
    return 0;
  const auto before = contents_of(plan);
  bool is_refused = false;
  try {
    receive(plan, messages);
  } catch (const Failure &) {
    is_refused = true;
  }
  require_that(!is_refused || contents_of(plan) == before);
  require_that(planned(type, root)->recorded.shape() == plan->recorded.shape());
  receive(plan, first);
  return 0;
}
