// Writes messages for the corpus of fuzz_autolink: record_autolink DIRECTORY
#include "pointer_kinds_routines.h"
#include "structures.h"

#include "core/serial.h"

#include <cstdlib>
#include <fstream>

using namespace autolink;
using namespace autolink::test;

namespace {

void record(const std::string &path, char selector, AL_Type type, const void *root,
            const PackOptions &options) {
  std::size_t size = 0;
  void *packed = pack(plan_of(type), root, options, size);
  std::ofstream file(path, std::ios::binary);
  file.put(selector).write(static_cast<const char *>(packed), static_cast<std::streamsize>(size));
  std::free(packed);
}

} // namespace

int main(int argc, char **argv) {
  if (argc != 2)
    return 1;
  const PackOptions forms[] = {{}, {.eager_bytes = 0, .packet_bytes = 300}};
  for (int i = 0; i < 2; ++i)
    for (char arena : {'\0', '\4'}) {
      Made made;
      const std::string name =
          std::string(argv[1]) + "/" + (i ? "packets" : "whole") + (arena ? "_arena_" : "_malloc_");
      const auto selector = [arena](int type) { return static_cast<char>(arena | type); };
      record(name + "kinds", selector(0), AutoLink_Kinds, make_kinds(made, 3, 1), forms[i]);
      record(name + "list", selector(1), AutoLink_List, make_list(made, 20, 1), forms[i]);
      record(name + "graph", selector(2), AutoLink_Graph, make_graph(made, 20, 1), forms[i]);
      record(name + "tree", selector(3), AutoLink_Tree, make_tree(made, 20, 1), forms[i]);
      record(name + "null", selector(1), AutoLink_List, nullptr, forms[i]);
    }
  return 0;
}
