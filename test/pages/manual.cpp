// Checks the HTML manual: links lead somewhere, and each function of the public headers is described.
//
//   manual_tests FOLDER HEADER...
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <sstream>

namespace {

std::filesystem::path folder;
std::vector<std::string> headers;

std::string content_of(const std::filesystem::path &path) {
  std::ostringstream out;
  out << std::ifstream(path).rdbuf();
  return out.str();
}

std::set<std::string> values_of(const std::string &text, const std::regex &pattern) {
  std::set<std::string> values;
  for (std::sregex_iterator at(text.begin(), text.end(), pattern), end; at != end; ++at)
    values.insert((*at)[1]);
  return values;
}

/// Returns what stands between quotes after these attributes of HTML.
std::set<std::string> attributes_of(const std::string &text, std::initializer_list<std::string> names) {
  std::set<std::string> values;
  for (const std::string &name : names)
    for (std::size_t at = text.find(name); at != std::string::npos; at = text.find(name, at)) {
      at += name.size();
      values.insert(text.substr(at, text.find('"', at) - at));
    }
  return values;
}

TEST(Manual, LinksLeadSomewhere) {
  std::map<std::string, std::set<std::string>> anchors, links;
  for (const auto &entry : std::filesystem::directory_iterator(folder))
    if (entry.path().extension() == ".html") {
      const std::string text = content_of(entry.path());
      anchors[entry.path().filename()] = attributes_of(text, {" id=\"", " name=\""});
      links[entry.path().filename()] = attributes_of(text, {" href=\"", " src=\""});
    }
  EXPECT_TRUE(anchors.contains("index.html"));
  for (const auto &[page, targets] : links)
    for (const std::string &target : targets) {
      if (target.starts_with("http") || target.starts_with("javascript:"))
        continue;
      const std::size_t hash = std::min(target.find('#'), target.size());
      const std::string file = hash ? target.substr(0, hash) : page;
      EXPECT_TRUE(std::filesystem::exists(folder / file)) << page << " leads to no file: " << target;
      EXPECT_TRUE(hash + 1 >= target.size() || !anchors.contains(file) ||
                  anchors[file].contains(target.substr(hash + 1)))
          << page << " leads to no place: " << target;
    }
}

TEST(Manual, DescribesEachFunction) {
  static const std::regex declared("\n(?!typedef)[a-zA-Z_]+ [a-zA-Z_ *]*\\b(A[LM]_[A-Za-z_]+)\\("),
      title("</span>(\\w+)\\(\\)");
  std::set<std::string> described;
  for (const auto &entry : std::filesystem::directory_iterator(folder))
    if (entry.path().extension() == ".html")
      described.merge(values_of(content_of(entry.path()), title));
  int functions = 0;
  for (const std::string &header : headers)
    for (const std::string &name : values_of(content_of(header), declared)) {
      ++functions;
      EXPECT_TRUE(described.contains(name)) << header << ": " << name;
    }
  EXPECT_GT(functions, 60);
  for (const char *name : {"send", "recv", "bcast", "unpack", "file_write", "destroy", "wait"}) // of C++
    EXPECT_TRUE(described.contains(name)) << name;
}

} // namespace

int main(int argc, char **argv) {
  testing::InitGoogleTest(&argc, argv);
  if (argc < 3)
    return 2;
  folder = argv[1];
  headers.assign(argv + 2, argv + argc);
  return RUN_ALL_TESTS();
}
