// What a C++ program has of the structs in meeting.h: containers and smart pointers.
#pragma once

#include <array>
#include <cstdint>
#include <list>
#include <map>
#include <memory>
#include <string>
#include <vector>

/*~ AutoMap_Begin */
namespace meeting {

struct spot {
  float x = 0;
  double y = 0;
};

class part {
public:
  int id = 0;
  std::string name;
  std::vector<double> values;
};

struct node {
  int value = 0;
  std::unique_ptr<node> next;
};

struct vertex {
  int id = 0;
  std::vector<std::shared_ptr<vertex>> to;
};

/// Has the length, as the struct.
struct kept {
  int n = 0;
  std::unique_ptr<int[]> numbers /*~ AutoMap_Len(n) */;
  char letter = 0;
};

class heading {
public:
  char title[8] = {};
  bool is_done = false;
};

class mesh : public heading {
public:
  std::vector<double> x, y;
  std::list<part> parts;
  std::vector<std::string> words;
  spot origin;
  std::array<spot, 2> corners;
  std::vector<spot> spots;
  int rows = 0, columns = 0;
  std::vector<float> grid;
  unsigned flags : 3, more : 9;
  kept owned;
  part single[2];
  std::unique_ptr<mesh> coarser;
  std::unique_ptr<node> list;
  std::shared_ptr<vertex> graph, again;
  std::map<std::string, int> entries;

  mesh() : flags(0), more(0) {}
} /*~ AutoMap_TpUsed */;

struct segment {
  spot begin, end;
};
struct view {
  std::shared_ptr<segment> all;
  std::shared_ptr<spot> place;
} /*~ AutoMap_TpUsed */;

struct other {
  int first = 0;
  float second = 0;
  std::vector<short> numbers;
} /*~ AutoMap_TpUsed */;
/// Differs from `other` of C in its second member, and in what its array has.
struct second_differs {
  int first = 0;
  double second = 0;
  std::vector<short> numbers;
} /*~ AutoMap_TpUsed */;
struct elements_differ {
  int first = 0;
  float second = 0;
  std::vector<int> numbers;
} /*~ AutoMap_TpUsed */;
struct too_few {
  int first = 0;
  float second = 0;
} /*~ AutoMap_TpUsed */;
struct too_many {
  int first = 0;
  float second = 0;
  std::vector<short> numbers;
  int more = 0;
} /*~ AutoMap_TpUsed */;
struct not_of_c {
  int first = 0;
  std::weak_ptr<vertex> second;
} /*~ AutoMap_TpUsed */;
} // namespace meeting
/*~ AutoMap_End */
