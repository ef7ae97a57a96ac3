// Writes messages for the corpus of fuzz_autolink: record_autolink DIRECTORY
#include "foreign.h"
#include "late_kinds_routines.h"
#include "pointer_kinds_routines.h"
#include "tree_called.h"
#include "weak_kinds_routines.h"

#include "core/plan/planning.h"
#include "core/whole/serial.h"
#include "core/whole/structure.h"

#include <cstdlib>
#include <fstream>

using namespace autolink;
using namespace autolink::test;

namespace {

void write(const std::string &path, char selector, const void *bytes, std::size_t size) {
  std::ofstream file(path, std::ios::binary);
  file.put(selector).write(static_cast<const char *>(bytes), static_cast<std::streamsize>(size));
}

void record(const std::string &path, char selector, AL_Type type, const void *root, const PackOptions &options) {
  std::size_t size = 0;
  void *packed = pack(plan_of(type), root, options, size);
  write(path, selector, packed, size);
  std::free(packed);
}

/// Records the same structure as sent by another machine.
template <typename T>
void record_foreign(const std::string &path, char selector, const Machine &machine, const T *root,
                    const ForeignOptions &options) {
  const auto bytes = packed(machine, foreign(machine, root, options));
  write(path, selector, bytes.data(), bytes.size());
}

/// Records messages of a small structure with wrong labels of the root's class: impossible, omitting a node, leading
/// back, or out of order.
void record_mistakes(const std::string &path, char selector, AL_Type type, const void *root) {
  const NodePlan &plan = plan_of(type);
  const NodeClass &c = plan.classes[0];
  std::size_t size = 0;
  auto *packed = static_cast<std::byte *>(pack(plan, root, {.eager_bytes = wire::max_first_bytes}, size));
  const Counts counts = count(plan, root, Sharing::as_declared);
  const std::uint64_t n = load<wire::Count>(packed + size - counts.bytes - plan.classes.size() * sizeof(wire::Count));
  const auto link = [&](std::uint64_t node, std::size_t i) {
    return packed + size - counts.bytes + node * c.size + c.links[i].offset;
  };
  // Returns the first link with this word.
  const auto link_to = [&](Word word) {
    for (std::uint64_t node = 0;; ++node)
      for (std::size_t i = 0; i < c.links.size(); ++i)
        if (c.links[i].node_class == 0 && load<Word>(link(node, i)) == word)
          return link(node, i);
  };
  const auto write_with = [&](std::byte *place, Word word, const char *name) {
    const auto right = load<Word>(place);
    store(place, word);
    write(path + name, selector, packed, size);
    store(place, right);
  };
  write_with(link(n - 1, 0), n + 1, "_beyond");
  write_with(link_to(n), 0, "_left_out");
  write_with(link_to(n), 1, "_back");
  write_with(link_to(n / 2), n / 2 + 1, "_order");
  std::free(packed);
}

/// Records messages with as many nodes as small structures have. The selector's `receiver` chooses the receiver.
void record_small(const std::string &path, char receiver) {
  constexpr PackOptions whole = {.eager_bytes = wire::max_first_bytes};
  for (const std::size_t n : {128, 129, 300, 2048}) {
    Made made;
    const std::string name = path + std::to_string(n) + "_";
    record(name + "tree", static_cast<char>(receiver | 3), AutoLink_Tree, make_tree(made, n, n), whole);
    if (n == 2048)
      continue; // the others do not fit
    record(name + "list", static_cast<char>(receiver | 1), AutoLink_List, make_list(made, n, n), whole);
    record(name + "graph", static_cast<char>(receiver | 2), AutoLink_Graph, make_graph(made, n, n), whole);
    record(name + "map", static_cast<char>(receiver | 6), AutoLink_City, make_map(made, n / 2, n), whole);
    if (n != 129)
      continue;
    record_mistakes(name + "tree", static_cast<char>(receiver | 3), AutoLink_Tree, make_tree(made, n, n));
    List *const list = make_list(made, n, n);
    close_ring(list);
    record(name + "ring", static_cast<char>(receiver | 1), AutoLink_List, list, whole);
    open_ring(list, n);
    lead_back(list, list->next); // otherwise its links would be left out
    record_mistakes(name + "list", static_cast<char>(receiver | 1), AutoLink_List, list);
    record_mistakes(name + "graph", static_cast<char>(receiver | 2), AutoLink_Graph, make_graph(made, n, n));
    record_mistakes(name + "map", static_cast<char>(receiver | 6), AutoLink_City, make_map(made, n, n));
  }
}

} // namespace

int main(int argc, char **argv) {
  if (argc != 2)
    return 1;
  const std::string small = std::string(argv[1]) + "/small";
  record_small(small + "_malloc_", 0);
  record_small(small + "_arena_", 8);
  record_small(small + "_ahead_", 16);
  record_small(small + "_limited_", 32);
  const PackOptions forms[] = {{}, {.eager_bytes = 0, .packet_bytes = 300}};
  for (int i = 0; i < 2; ++i)
    for (char arena : {'\0', '\10'}) {
      Made made;
      const std::string name =
          std::string(argv[1]) + "/" + (i ? "packets" : "whole") + (arena ? "_arena_" : "_malloc_");
      const auto selector = [arena](int type) { return static_cast<char>(arena | type); };
      record(name + "kinds", selector(0), AutoLink_Kinds, make_kinds(made, 3, 1), forms[i]);
      record(name + "list", selector(1), AutoLink_List, make_list(made, 20, 1), forms[i]);
      record(name + "graph", selector(2), AutoLink_Graph, make_graph(made, 20, 1), forms[i]);
      record(name + "tree", selector(3), AutoLink_Tree, make_tree(made, 20, 1), forms[i]);
      record(name + "map", selector(6), AutoLink_City, make_map(made, 20, 1), forms[i]);
#ifdef HAS_LATE_KINDS
      for (std::uint64_t seed = 1; seed < 4; ++seed)
        record(name + "parcels" + std::to_string(seed), selector(7), AutoLink_Parcel, make_parcels(made, 3, seed),
               forms[i]);
#endif
      for (std::uint64_t seed = 1; seed < 4; ++seed)
        record(name + "cells" + std::to_string(seed), selector(64), AutoLink_Cell, make_cells(made, 3, seed), forms[i]);
      record(name + "twigs", selector(65), AutoLink_Twig, make_twigs(made, 20, 1), forms[i]);
      record(name + "hashed", selector(4), hashed_tree(), make_tree(made, 20, 1), forms[i]);
      record(name + "hashed_there", selector(3), hashed_tree(), make_tree(made, 20, 1), forms[i]);
      record(name + "hashed_here", selector(4), AutoLink_Tree, make_tree(made, 20, 1), forms[i]);
      record(name + "null", selector(1), AutoLink_List, nullptr, forms[i]);
      record(name + "values", selector(5), AutoLink_Values, make_values(made, 3, 1), forms[i]);
      for (std::size_t m = 0; m < n_machines; ++m) {
        const std::string other = name + std::to_string(m) + "_";
        const ForeignOptions form = {.elements_a_packet = i ? std::size_t{7} : 0};
        record_foreign(other + "kinds", selector(0), machines[m], make_kinds(made, 3, 1), form);
        record_foreign(other + "cells", selector(64), machines[m], make_cells(made, 3, 1, false), form);
        record_foreign(other + "twigs", selector(65), machines[m], make_twigs(made, 20, 1), form);
        record_foreign(other + "tree", selector(3), machines[m], make_tree(made, 20, 1), form);
        record_foreign(other + "values", selector(5), machines[m], make_values(made, 3, 1), form);
        record_foreign(other + "list", selector(1), machines[m], make_list(made, 9, 1),
                       {.list = i ? ForeignOptions::as_ring : ForeignOptions::as_list});
      }
    }
  return 0;
}
