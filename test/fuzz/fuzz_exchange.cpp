// Takes any bytes as messages of C++ objects for C programs, or of structs of C for C++ programs, as the first byte says.
// There must be no crash and no leak, and what is accepted must be a structure or an object.
#include "al_objects.hpp"
#include "al_routines.h"
#include "fuzz_checks.h"
#include "objects/transport.h"

#include "core/exchange/received_object.h"
#include "core/exchange/received_structure.h"
#include "core/plan/planning.h"
#include "core/whole/structure.h"

#include <algorithm>
#include <cstdint>
#include <new>

using namespace autolink;
using autolink::test::counting, autolink::test::live, autolink::test::require_that;

namespace {

constexpr std::uint64_t limit_bytes = 256 << 10;

const std::byte *bytes_of(const std::vector<char> &message) {
  return reinterpret_cast<const std::byte *>(message.data());
}

template <typename Receiver> void receive(Receiver &receiver, const objects::Packets &messages) {
  receiver.receive_first(bytes_of(messages[0]), messages[0].size());
  for (std::size_t i = 1; i < messages.size(); ++i)
    receiver.receive_packet(bytes_of(messages[i]), messages[i].size());
  if (!receiver.complete())
    throw Failure(AL_ERR_MESSAGE, "the last message is missing");
}

void receive_in_c(const objects::Packets &messages, bool use_arena) {
  const NodePlan &plan = plan_of(AutoLink_mesh);
  const UnpackOptions options = {.use_arena = use_arena, .allocator = counting(), .limit_bytes = limit_bytes};
  exchange::ReceivedObject object(plan, options);
  receive(object, messages);
  Arena arena;
  void *const root = object.finish(arena, nullptr);
  static_cast<void>(count(plan, root, Sharing::as_declared));
  if (!use_arena)
    release(plan, root, options.allocator);
}

void receive_in_cpp(const objects::Packets &messages) {
  meeting::mesh mesh;
  detail::receiving_for<meeting::mesh> all(mesh);
  exchange::ReceivedStructure structure(all.sink(), limit_bytes);
  receive(structure, messages);
  all.finish();
  static_cast<void>(objects::packets_of(mesh, [] { return std::size_t{1000}; }));
  for (meeting::mesh *at = &mesh; at; at = at->coarser.get()) // vertices may own each other
    for (std::vector<std::shared_ptr<meeting::vertex>> left = {at->graph, at->again}; !left.empty();) {
      const std::shared_ptr<meeting::vertex> one = std::move(left.back());
      left.pop_back();
      if (one)
        std::move(one->to.begin(), one->to.end(), std::back_inserter(left));
      if (one)
        one->to.clear();
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
  objects::Packets messages;
  for (std::size_t at = 1; at + 2 <= size;) {
    const std::size_t n = std::min<std::size_t>(data[at] + 256u * data[at + 1], size - at - 2);
    messages.emplace_back(data + at + 2, data + at + 2 + n);
    at += 2 + n;
  }
  if (messages.empty())
    return 0;
  try {
    if (data[0] % 2 == 0)
      receive_in_c(messages, data[0] & 2);
    else
      receive_in_cpp(messages);
  } catch (const Failure &) {
  } catch (const std::bad_alloc &) {
  }
  require_that(live == 0);
  return 0;
}
