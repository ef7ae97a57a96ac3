// What automap proposes in its diagnostics, done literally: the input is changed as the hint says, and automap runs
// again.
#pragma once

#include "automap_run.h"

#include <algorithm>
#include <filesystem>
#include <regex>
#include <string>
#include <vector>

namespace automap::test {

/// A change that a hint proposes.
struct Hint {
  std::string message; // the error or warning that it is to mend, without its place
  std::string option;  // to be added to the command line
  std::string entry;   // to be added to the --select file, for this type
  std::string type;
  // If none of these is given, a change of a file.
  std::string file;
  std::size_t line = 0, column = 0, length = 0; // counted from 1; how many characters are replaced
  std::string text;
};

/// Returns command lines that follow an option that a hint proposes: several if the hint leaves a choice, none if there
/// is nothing to choose from.
inline std::vector<std::string> with_option(const Scratch &scratch, const std::string &arguments,
                                            const std::string &option) {
  if (contains(arguments, option)) // it is not proposed, but to blame
    return {};
  if (option.starts_with("-- "))
    return {arguments + (contains(arguments, " -- ") ? option.substr(2) : " " + option)};
  if (option.starts_with("-o ") && !contains(arguments, "-o "))
    return {std::regex_replace(option, std::regex("FILE"), "hinted") + " " + arguments};
  if (option.starts_with("-o "))
    return {
        std::regex_replace(arguments, std::regex("-o \\S+"), std::regex_replace(option, std::regex("FILE"), "hinted"))};
  const auto blank = option.find('<');
  if (blank == std::string::npos)
    return option == "--select" ? std::vector<std::string>() : std::vector{option + " " + arguments};
  std::vector<std::string> out;
  if (contains(option, "<header>"))
    out.push_back(option.substr(0, blank) + "stdlib.h " + arguments);
  for (const auto &entry : std::filesystem::recursive_directory_iterator(scratch.path()))
    if (entry.is_directory() == contains(option, "<dir>"))
      out.push_back(option.substr(0, blank) + "'" + std::filesystem::relative(entry.path(), scratch.path()).string() +
                    "' " + arguments);
  return out;
}

/// Returns the changes that the diagnostics in `err` propose: fix-its, options and keys of --select files in quotes,
/// and comments in quotes in warnings, which stand after the declaration. Comments in notes without a fix-it are
/// examples, and so are keys with 'member' or 'n'.
inline std::vector<Hint> hints_in(const std::string &err) {
  static const std::regex diagnostic("(?:automap: |([^: ]+):(\\d+):(\\d+): )?(error|warning|remark|note): (.*)"),
      snippet(" *\\d* \\| (.*)"), option("'(-[a-zA-Z] ?[^' ]+|--[a-z][^']*|-- -[^']*)'"),
      comment("'(/\\*~ [^']*? \\*/)'(?! after the pointers)"),
      key("'((?:any|bytes|ignore|inside|length|reduce|string|tree|use|views): [^']*)'"),
      under("under 'name: ([^']*)'|for '([^']*)' in a --select file"),
      example("\\bmember\\b|: n\\}|: \"n, m\"|value = type"),
      mapped("cannot (?:map|link) '(?:struct |union |class )?([^',]*)");
  std::vector<Hint> out;
  std::vector<std::string> lines;
  std::istringstream in(err);
  for (std::string line; std::getline(in, line);)
    lines.push_back(line);
  Hint hint;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    std::smatch match;
    if (!std::regex_match(lines[i], match, diagnostic))
      continue;
    const std::string text = match[5];
    const bool is_note = match[4] == "note";
    // These notes name the field of a contained or linked struct that cannot be mapped.
    if (!is_note || text.starts_with("in '") || text.starts_with("it is linked because"))
      hint.message = text;
    std::smatch named;
    if (std::regex_search(text, named, mapped))
      hint.type = named[1];
    hint.file = match[1];
    hint.line = match[2].matched ? std::stoul(match[2]) : 0;
    hint.column = match[3].matched ? std::stoul(match[3]) : 0;
    hint.length = 0;
    std::string shown[3]; // the line, the caret and the fix-it
    for (std::string &part : shown) {
      std::smatch found;
      if (i + 1 == lines.size() || !std::regex_match(lines[i + 1], found, snippet))
        break;
      part = found[1];
      ++i;
    }
    if (const auto at = shown[2].find_first_not_of(' '); at != std::string::npos) {
      Hint fix = hint;
      fix.text = shown[2].substr(at);
      const auto end = std::min(shown[1].find_first_not_of("~^", at), shown[1].size());
      if (end > at) {
        fix.column = at + 1;
        fix.length = end - at;
      } else {
        fix.text = " " + fix.text;
      }
      if (fix.text.find_first_not_of(" ;)}") != std::string::npos) // Clang's proposals against mistakes of syntax
        out.push_back(fix);
    }
    const auto each = [&](const std::regex &what, const auto &change) {
      for (std::sregex_iterator found(text.begin(), text.end(), what), end; found != end; ++found) {
        change(out.emplace_back(hint), (*found)[1].str());
      }
    };
    each(option, [](Hint &other, const std::string &found) { other.option = found; });
    each(key, [&](Hint &other, const std::string &found) {
      other.entry = found;
      if (std::regex_search(text, named, under))
        other.type = named[1].matched ? named[1] : named[2];
      if (std::regex_search(found, example) && !contains(text, "the one integer field"))
        out.pop_back();
    });
    if (!is_note && match[4] != "error" && !shown[0].empty() && shown[2].empty())
      each(comment, [&](Hint &other, const std::string &found) {
        const std::size_t after = shown[0].find_first_of(",;", hint.column - 1);
        other.column = (after == std::string::npos ? shown[0].size() : after) + 1;
        other.text = " " + found;
      });
  }
  return out;
}

/// Expects of each hint in `err` that the result of following it is accepted, or gets another message. `err` is what
/// automap printed for `arguments` in `scratch`.
inline void expect_hints_help(const Scratch &scratch, const std::string &arguments, const std::string &err) {
  for (const Hint &hint : hints_in(err)) {
    std::string file = hint.file, original;
    std::vector<std::string> tried = {arguments};
    if (!hint.option.empty()) {
      tried = with_option(scratch, arguments, hint.option);
    } else if (!hint.entry.empty()) {
      file = "hinted.yaml";
      if (!contains(arguments, "--select"))
        tried = {"--select hinted.yaml " + arguments};
      scratch.write(file, "types:\n  - name: \"" + hint.type + "\"\n    " + hint.entry + "\n");
    } else {
      original = scratch.read(file);
      std::size_t at = 0;
      for (std::size_t line = 1; line < hint.line; ++line)
        at = original.find('\n', at) + 1;
      scratch.write(file, std::string(original).replace(at + hint.column - 1, hint.length, hint.text));
    }
    std::string then;
    const auto helps = [&](const std::string &line) {
      then = run_automap(scratch, line).err;
      return !contains(then, ": " + hint.message + "\n");
    };
    EXPECT_TRUE(tried.empty() || std::ranges::any_of(tried, helps))
        << "the hint " << hint.option << hint.entry << hint.text << " does not help:\n"
        << scratch.read(file) << err << "\nand then:\n"
        << then;
    if (!original.empty())
      scratch.write(file, original);
  }
}

/// The same for the hints that users of a --select file get, which has no entry yet but that of the struct `name`. No
/// message may tell them to write a comment, except about a comment that is there.
inline void expect_key_hints_help(const Scratch &scratch, std::string arguments, const std::string &name = "s") {
  arguments += " --select hinted.yaml";
  scratch.write("hinted.yaml", "types: [" + name + "]\n");
  const std::string err = run_automap(scratch, arguments).err;
  if (contains(err, "no complete record is called '" + name + "'"))
    return;
  std::istringstream lines(err);
  for (std::string line; std::getline(lines, line);) {
    const bool shows_source = std::regex_search(line, std::regex("^ *\\d* \\| |for example: "));
    EXPECT_TRUE(shows_source || !contains(line, "'/*~ ")) << line;
  }
  expect_hints_help(scratch, arguments, err);
}

} // namespace automap::test
