// Writes messages for the corpus of fuzz_plans: record_plans DIRECTORY
#include "plan_structures.h"

#include <fstream>
#include <string>

using namespace autolink;
using namespace autolink::test;

namespace {

void write(const std::string &path, std::size_t selector, const Messages &messages) {
  std::ofstream file(path, std::ios::binary);
  file.put(static_cast<char>(selector));
  for (const auto &message : messages)
    file.put(static_cast<char>(message.size() % 256))
        .put(static_cast<char>(message.size() / 256))
        .write(reinterpret_cast<const char *>(message.data()), static_cast<std::streamsize>(message.size()));
}

} // namespace

int main(int argc, char **argv) {
  if (argc != 2)
    return 1;
  Made made;
  const auto roots = planned_roots(made);
  for (std::size_t i = 0; i < roots.size(); ++i)
    for (const StreamOptions &options : {StreamOptions{32768, 65000}, StreamOptions{0, 1024}}) {
      const std::string name =
          std::string(argv[1]) + "/" + std::to_string(i) + (options.eager_bytes > 0 ? "_whole_" : "_packets_");
      const Planned plan = planned(roots[i].type, roots[i].root);
      plan->sent.plan = sender_plan;
      for (const double share : {1.0, 0.5, 0.1}) {
        Messages messages;
        send(plan, true, options, messages);
        write(name + std::to_string(share), i, messages);
        ContentChanges(i, share)(*plan);
      }
    }
  return 0;
}
