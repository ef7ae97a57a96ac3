// Reads the parts of Markdown that the tests of the pages need: code blocks, links and anchors.
//
// An HTML comment above a code block, which is invisible in the rendered page, describes the block:
//
//   <!-- file: NAME -->            the file NAME, which later commands of the page use
//   <!-- fills: FILE -->           takes the place of the line with @BLOCK@ in test/pages/FILE, whose first line
//                                  has the command that compiles and runs it: "run: COMMAND"
//   <!-- output of: COMMAND -->    part of the command's output, except for white space
//   <!-- not run: REASON -->       the tests cannot run this block
//
// A block of the language console has commands, after "$ ", and exactly their output. A block of the language sh is a
// script. A block of the language text is not code. Any other block fails. These comments act before a block is run:
//
//   <!-- with: PATH... -->         copies these files of the project
//   <!-- files of: PAGE -->        writes the files that another page has
//   <!-- run: COMMAND -->          runs a command, which must succeed
//
// <!-- covers: GROUP --> is for messages.cpp.
//
// Each page has a directory of its own, in which its blocks are run in order.
#pragma once

#include <filesystem>
#include <set>
#include <string>
#include <vector>

namespace automap::test {

/// A code block, or a comment that makes the tests act.
struct Step {
  int line = 0;         // the line of the comment, or the block's first
  std::string kind;     // see above; "console", "sh" or "text" by the language; "?" if unknown
  std::string argument; // the comment's text after the kind, or the language of an unknown block
  std::string text;     // the block's lines
};

struct Link {
  int line = 0;
  std::string target; // "page.md#anchor"
};

struct Page {
  int lines = 0;
  std::vector<Step> steps;
  std::vector<Link> links;
  std::set<std::string> anchors;
};

Page read_page(const std::filesystem::path &path);

/// Returns the project's pages, as paths below its top, in order.
std::vector<std::string> all_pages();

} // namespace automap::test
