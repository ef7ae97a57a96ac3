// Writes messages for the corpus of fuzz_exchange: record_exchange DIRECTORY
#include "al_objects.hpp"
#include "al_routines.h"
#include "objects/transport.h"

#include "core/exchange/received_object.h"
#include "core/plan/planning.h"
#include "core/send/packer.h"
#include "core/whole/structure.h"

#include <fstream>
#include <string>

using namespace autolink;

namespace {

void write(const std::string &path, char selector, const objects::Packets &messages) {
  std::ofstream file(path, std::ios::binary);
  file.put(selector);
  for (const std::vector<char> &one : messages) {
    file.put(static_cast<char>(one.size() % 256)).put(static_cast<char>(one.size() / 256));
    file.write(one.data(), static_cast<std::streamsize>(one.size()));
  }
}

meeting::mesh make_mesh(int depth) {
  meeting::mesh out;
  out.title[0] = 'm';
  out.is_done = true;
  out.x = {1, 2, 3};
  out.y = {4, 5, 6};
  for (int i = 0; i < depth; ++i) {
    meeting::part part;
    part.id = i;
    part.name = "part";
    part.values = {0.5, 1.5};
    out.parts.push_back(part);
    out.words.push_back("word");
    out.list.reset(new meeting::node{i, std::move(out.list)});
    out.entries["key " + std::to_string(i)] = i;
  }
  out.single[0].values.assign(static_cast<std::size_t>(depth) * 100, 1.0);
  out.spots.resize(2);
  out.rows = out.columns = 2;
  out.grid = {1, 2, 3, 4};
  out.owned.n = 2;
  out.owned.numbers.reset(new int[2]{7, 8});
  out.graph = std::make_shared<meeting::vertex>();
  out.again = std::make_shared<meeting::vertex>();
  out.graph->to = {out.again, nullptr, out.again};
  if (depth > 0)
    out.coarser = std::make_unique<meeting::mesh>(make_mesh(depth - 1));
  return out;
}

/// Returns the messages of the same mesh in C.
objects::Packets messages_of_c(const objects::Packets &object, const PackOptions &options) {
  const NodePlan &plan = plan_of(AutoLink_mesh);
  const auto bytes = [](const std::vector<char> &one) { return reinterpret_cast<const std::byte *>(one.data()); };
  exchange::ReceivedObject received(plan, {});
  received.receive_first(bytes(object[0]), object[0].size());
  for (std::size_t i = 1; i < object.size(); ++i)
    received.receive_packet(bytes(object[i]), object[i].size());
  Arena arena;
  void *const root = received.finish(arena, nullptr);
  objects::Packets out;
  Packer packer;
  for (packer.begin(plan, root, options, 0); !packer.done() || packer.has_message();) {
    if (!packer.has_message()) {
      packer.step();
      continue;
    }
    OutgoingBytes message = packer.take();
    const auto *const from = reinterpret_cast<const char *>(message.data());
    out.emplace_back(from, from + message.size);
    packer.give_back(std::move(message));
  }
  release(plan, root, malloc_allocator());
  return out;
}

} // namespace

int main(int argc, char **argv) {
  if (argc != 2)
    return 1;
  for (int depth = 0; depth < 4; ++depth) {
    const meeting::mesh mesh = make_mesh(depth);
    const std::string path = std::string(argv[1]) + "/" + std::to_string(depth);
    const objects::Packets whole = objects::messages_of(mesh, {32768, 8192}),
                           packets = objects::messages_of(mesh, {0, 1024});
    write(path + "_object", 0, whole);
    write(path + "_object_packets", 2, packets);
    write(path + "_structure", 1, messages_of_c(whole, {.eager_bytes = 32768}));
    write(path + "_structure_packets", 1, messages_of_c(whole, {.eager_bytes = 0, .packet_bytes = 300}));
  }
  return 0;
}
