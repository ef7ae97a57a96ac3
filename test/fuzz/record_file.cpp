// Writes files for the corpus of fuzz_file: record_file DIRECTORY
#include "file/memory_file.h"

#include "late_kinds_routines.h"
#include "pointer_kinds_routines.h"
#include "structures.h"
#include "weak_kinds_routines.h"

#include <fstream>
#include <string>

using namespace autolink;
using namespace autolink::test;

namespace {

void write(const std::string &path, char selector, const FileBytes &bytes) {
  std::ofstream file(path, std::ios::binary);
  file.put(selector).write(reinterpret_cast<const char *>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
}

void record(const std::string &path, char selector, AL_Type type, const std::vector<const void *> &roots) {
  for (const bool is_whole : {true, false}) {
    const FileBytes bytes =
        file_of(type, roots, {.eager_bytes = is_whole ? std::size_t{8192} : 0, .packet_bytes = 300});
    for (const int arena : {0, 64}) {
      const std::string name = path + (is_whole ? "_whole" : "_packets") + (arena ? "_arena" : "");
      write(name, static_cast<char>(selector | arena), bytes);
      write(name + "_changed", static_cast<char>(selector | arena), with_other_signatures(bytes));
    }
  }
}

} // namespace

int main(int argc, char **argv) {
  if (argc != 2)
    return 1;
  const std::string directory = std::string(argv[1]) + "/";
  Made made;
  record(directory + "kinds", 0, AutoLink_Kinds, {make_kinds(made, 3, 1)});
  record(directory + "list", 1, AutoLink_List, {make_list(made, 5, 1), nullptr, make_list(made, 1, 1)});
  record(directory + "graph", 2, AutoLink_Graph, {make_graph(made, 10, 1)});
  record(directory + "tree", 3, AutoLink_Tree, {make_tree(made, 10, 1)});
  record(directory + "map", 4, AutoLink_City, {make_map(made, 6, 1)});
  record(directory + "cells", 5, AutoLink_Cell, {make_cells(made, 4, 1)});
  record(directory + "twigs", 6, AutoLink_Twig, {make_twigs(made, 4, 1)});
#ifdef HAS_LATE_KINDS
  record(directory + "parcels", 7, AutoLink_Parcel, {make_parcels(made, 2, 1)});
#endif
  record(directory + "other", 3, AutoLink_List, {make_list(made, 5, 1)}); // of a type that is not expected
  return 0;
}
