// What the tests of the output of --autolink share.
#pragma once

#include "automap_run.h"

#include <string>

namespace automap::test {

/// The compilers' options for generated code.
inline const std::string warnings = " -Wall -Wextra -Wpedantic -Wconversion -Werror ";

/// Marked structs with pointers of every kind.
inline const std::string graph = BEGIN R"(typedef struct leaf { int v; } leaf;
struct node {
  int kind, n;
  struct node *next;
  double *values /*~ AutoMap_Len(n) */;
  char *name /*~ AutoMap_String */;
  double *at /*~ AutoMap_Inside */;
  int *value /*~ AutoMap_Inside(leaf.v) */;
  void *any /*~ AutoMap_Any(kind: 1 = leaf, 2 = struct node) */;
  void *scratch /*~ AutoMap_Ignore */;
} /*~ AutoMap_Tree */)" USED;

} // namespace automap::test
