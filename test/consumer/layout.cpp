// A program that uses only the layout library, as runtime/layout/README.md shows it: packing, and an action of its own.
#include <layout/dataloop/plan.h>
#include <layout/dataloop/walk.h>

#include <algorithm>
#include <iostream>
#include <vector>

using namespace automap::layout;

struct Longest { // the longest contiguous part
  std::int64_t length = 0;
  std::int64_t end = 0, since = 0; // the range of the last part

  std::int64_t blocks(const Dataloop &, Dataloop::Id, std::int64_t, std::int64_t, std::int64_t) {
    return declined; // asks for the single parts
  }
  std::int64_t bytes(std::int64_t offset, std::int64_t n, BasicType) {
    if (offset != end) // adjacent parts may be given one by one
      since = offset;
    end = offset + n;
    length = std::max(length, end - since);
    return n;
  }
};

int main() {
  const TypeTree column = TypeTree::vec(3, 4 * 8, TypeTree::leaf({BasicTypeId::DOUBLE, 8}));
  const Plan plan(column, {.lower_bound = 0, .extent = 8}); // columns are side by side
  const double matrix[3][4] = {{1, 2, 3, 4}, {5, 6, 7, 8}, {9, 10, 11, 12}};
  double packed[12];
  plan.pack(matrix, 4, 0, 4 * plan.size(), packed); // bytes [begin, end) of four columns
  for (const double value : packed)
    std::cout << value << ' ';
  Longest longest;
  walk(plan.loops(), 4, 0, 0, 4 * plan.size(), longest);
  const Plan row(TypeTree::vec(4, 8, TypeTree::leaf({BasicTypeId::DOUBLE, 8})), {.lower_bound = 0, .extent = 32});
  Longest whole; // rows are adjacent
  walk(row.loops(), 3, 0, 0, 3 * row.size(), whole);
  std::cout << to_string(column) << ' ' << longest.length << ' ' << whole.length << '\n';
}
