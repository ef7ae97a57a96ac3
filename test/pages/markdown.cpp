#include "markdown.h"

#include <algorithm>
#include <cctype>
#include <fstream>
#include <map>
#include <regex>

namespace automap::test {
namespace {

/// Returns the anchor of a heading: lower case, without punctuation, with hyphens for spaces.
std::string anchor_of(const std::string &heading) {
  std::string anchor;
  for (const char c : heading)
    if (c == ' ')
      anchor += '-';
    else if (std::isalnum(static_cast<unsigned char>(c)) || c == '-' || c == '_' || (c & 0x80))
      anchor += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return anchor;
}

/// Returns the line without the text between backquotes.
std::string without_code(const std::string &line) {
  static const std::regex code("`[^`]*`");
  return std::regex_replace(line, code, "");
}

} // namespace

Page read_page(const std::filesystem::path &path) {
  static const std::regex comment("<!-- (file|fills|files of|with|run|output of|not run|covers): (.*) -->");
  static const std::regex heading("#+ (.*)");
  static const std::regex link(R"(\]\(([^)\s]+)\))");

  Page page;
  std::map<std::string, int> headings;
  Step next; // what the comment above the block says
  bool inside = false;
  std::size_t indent = 0;
  std::ifstream in(path);
  for (std::string line; std::getline(in, line);) {
    ++page.lines;
    std::smatch match;
    const std::size_t start = std::min(line.find_first_not_of(' '), line.size());
    if (line.compare(start, 3, "```") == 0) {
      if (inside) {
        page.steps.push_back(next);
        next = {};
      } else {
        const std::string language = line.substr(start + 3);
        if (next.kind.empty()) {
          const bool known = language == "console" || language == "sh" || language == "text";
          next = {page.lines, known ? language : "?", language, ""};
        }
        next.line = page.lines + 1;
        indent = start;
      }
      inside = !inside;
    } else if (inside) {
      next.text += (line.size() < indent ? "" : line.substr(indent)) + "\n";
    } else if (std::regex_match(line, match, comment)) {
      const Step step{page.lines, match[1], match[2], ""};
      if (step.kind == "with" || step.kind == "run" || step.kind == "files of" || step.kind == "covers")
        page.steps.push_back(step);
      else if (next.kind.empty())
        next = step;
      else
        page.steps.push_back({page.lines, "?", "two comments say what one block is", ""});
    } else if (line.find("<!--") != std::string::npos && without_code(line).find("<!--") != std::string::npos) {
      page.steps.push_back({page.lines, "?", line, ""});
    } else {
      if (!next.kind.empty() && start < line.size()) {
        page.steps.push_back({page.lines, "?", "no block follows the comment", ""});
        next = {};
      }
      if (std::regex_match(line, match, heading)) {
        const std::string anchor = anchor_of(match[1]);
        const int before = headings[anchor]++;
        page.anchors.insert(before ? anchor + "-" + std::to_string(before) : anchor);
      }
      const std::string text = without_code(line);
      for (std::sregex_iterator at(text.begin(), text.end(), link), end; at != end; ++at)
        page.links.push_back({page.lines, (*at)[1]});
    }
  }
  if (inside || !next.kind.empty())
    page.steps.push_back({page.lines, "?", "the page ends within a block, or before one", ""});
  return page;
}

std::vector<std::string> all_pages() {
  const std::filesystem::path top = PROJECT_SOURCE;
  std::vector<std::string> pages;
  for (auto at = std::filesystem::recursive_directory_iterator(top);
       at != std::filesystem::recursive_directory_iterator(); ++at) {
    const std::string name = at->path().filename();
    if (at->is_directory() && (name.starts_with(".") || (at.depth() == 0 && (name == "build" || name == "shared"))))
      at.disable_recursion_pending();
    else if (name.ends_with(".md"))
      pages.push_back(at->path().lexically_relative(top));
  }
  std::ranges::sort(pages);
  return pages;
}

} // namespace automap::test
