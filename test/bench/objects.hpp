// The classes of the benchmark of C++ objects.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace bench_objects {

/*~ AutoMap_Begin */
struct cell {
  double x[3];
  std::vector<double> values;
  std::string name;
} /*~ AutoMap_TpUsed */;

struct tree {
  double value = 0;
  std::unique_ptr<tree> left, right;
} /*~ AutoMap_TpUsed */;

struct vertex {
  double value = 0;
  std::shared_ptr<vertex> edges[4];
} /*~ AutoMap_TpUsed */;

struct shape {
  virtual ~shape() = default;
  int id = 0;
} /*~ AutoMap_TpUsed */;
struct circle : shape {
  double radius = 0;
};
struct box : shape {
  double a = 0, b = 0;
};
struct path : shape {
  double points[6] = {};
};

struct small {
  int a = 1, b = 2;
  double c = 3, d = 4;
  std::string name = "a small one";
  std::vector<double> values = {1, 2, 3};
  char letters[8] = {};
  bool is_set = true;
  long id = 5;
  std::vector<int> numbers = {4, 5};
} /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */

} // namespace bench_objects
