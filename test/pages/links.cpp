// Checks that the front page is short, that links lead somewhere, and that some link leads to each page. Links to other
// sites are not followed, because tests need no network.
#include "markdown.h"

#include <gtest/gtest.h>

namespace automap::test {
namespace {

const std::filesystem::path top = PROJECT_SOURCE;

TEST(Pages, OverviewsAreShort) {
  EXPECT_LE(read_page(top / "README.md").lines, 150);
  EXPECT_LE(read_page(top / "test/bench/README.md").lines, 150);
}

TEST(Pages, LinksLeadSomewhere) {
  std::set<std::string> reached{"README.md"};
  for (const std::string &name : all_pages()) {
    const std::filesystem::path path = top / name;
    for (const auto &[line, target] : read_page(path).links) {
      if (target.starts_with("https://"))
        continue;
      const std::size_t hash = std::min(target.find('#'), target.size());
      const std::filesystem::path file = hash ? (path.parent_path() / target.substr(0, hash)).lexically_normal() : path;
      if (!std::filesystem::exists(file))
        ADD_FAILURE_AT(name.c_str(), line) << "leads to no file: " << target;
      else if (hash < target.size() && !read_page(file).anchors.contains(target.substr(hash + 1)))
        ADD_FAILURE_AT(name.c_str(), line) << "leads to no heading: " << target;
      if (file != path)
        reached.insert(file.lexically_relative(top));
    }
  }
  for (const std::string &name : all_pages())
    EXPECT_TRUE(reached.contains(name)) << "no link leads to " << name;
}

} // namespace
} // namespace automap::test
