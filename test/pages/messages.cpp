// Checks that the page about messages and the sources agree: each message that the page quotes is in the sources, and
// each message of the sources has a row, or belongs to a group that the page states.
//
// A message is a string literal of three words or more. The page quotes it in the first column of a table with the
// heading "message"; … stands for what the program fills in. A comment states a group:
//
//   <!-- covers: PATH [NAME...] -->   the messages in this file or folder, of these classes of errors, in these
//                                     functions, or in the arguments of these calls
//
// If the row of a message names classes of errors, AL_ERR_…, the sources must have given it one of them.
#include "markdown.h"

#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"

#include "llvm/ADT/StringExtras.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <regex>
#include <sstream>

namespace automap::test {
namespace {

const std::filesystem::path top = PROJECT_SOURCE;
constexpr const char *page = "cmake/manual/errors.md";

/// Texts that are no messages: what the command prints as its result, and help.
constexpr const char *no_messages[] = {
    "runtime/include _Pragma",
    "runtime/mpi/base/tuning_defaults.cpp",
    "runtime/mpi/base/tuning.cpp write_tuning",
    "runtime/mpi/types/api_signatures.cpp text_of",
    "tool/code",
    "tool/completion.cpp",
    "tool/diff/compare.cpp",
    "tool/diff/report.cpp",
    "tool/insight",
    "tool/inspect/types_text.cpp",
    "tool/languages/hdf5.cpp",
    "tool/languages/numpy.cpp",
    "tool/page",
    "tool/routines",
    "tool/show",
    "tool/version_text.cpp",
};

struct Text {
  std::string path;
  int line;
  std::vector<std::string> names; // of the functions and calls around it, and of its class of errors
  std::string text;
};

/// Returns the characters of a literal's token.
std::string value_of(llvm::StringRef token) {
  token = token.substr(token.find('"') + 1);
  token = token.substr(0, token.rfind('"'));
  std::string out;
  for (std::size_t i = 0; i < token.size(); ++i)
    if (token[i] != '\\')
      out += token[i];
    else if (++i < token.size())
      out += token[i] == 'n' || token[i] == 't' ? ' ' : token[i];
  return out;
}

/// Adds the string literals of a source. Those that follow each other are one.
void add_texts(const std::string &path, std::vector<Text> &texts) {
  std::ostringstream in;
  in << std::ifstream(top / path).rdbuf();
  std::string content = in.str();
  const bool is_script = llvm::StringRef(path).ends_with(".in");
  if (is_script) // this begins no comment there
    for (std::size_t at = 0; (at = content.find("/*", at)) != std::string::npos;)
      content[at] = ' ';
  clang::SourceManagerForFile file(path, content);
  const clang::SourceManager &sources = file.get();
  clang::LangOptions language;
  language.CPlusPlus = language.CPlusPlus11 = true; // raw strings
  clang::Lexer lexer(sources.getMainFileID(), sources.getBufferOrFake(sources.getMainFileID()), sources, language);

  std::vector<std::string> open;      // a name for each '(' and '{' that is open
  std::string last, closed, al_class; // the name before this token; that of the last ')'; AL_ERR_… in this statement
  bool is_directive = false, was_string = false;
  for (clang::Token token; !lexer.LexFromRawLexer(token);) {
    const std::string spelling = clang::Lexer::getSpelling(token, sources, language);
    if (token.isAtStartOfLine())
      is_directive = token.is(clang::tok::hash);
    if (is_directive) {
      is_directive = spelling != "define";
      continue;
    }
    const bool is_string = clang::tok::isStringLiteral(token.getKind());
    if (is_string && was_string) {
      texts.back().text += (is_script ? " " : "") + value_of(spelling);
    } else if (is_string) {
      texts.push_back(
          {path, static_cast<int>(sources.getSpellingLineNumber(token.getLocation())), open, value_of(spelling)});
      texts.back().names.push_back(al_class);
    } else if (token.is(clang::tok::l_paren)) {
      open.push_back(last);
    } else if (token.is(clang::tok::l_brace)) {
      open.push_back(closed);
    } else if (token.isOneOf(clang::tok::r_paren, clang::tok::r_brace) && !open.empty()) {
      closed = open.back();
      open.pop_back();
    }
    if (token.isOneOf(clang::tok::semi, clang::tok::l_brace, clang::tok::r_brace))
      al_class = closed = "";
    else if (llvm::StringRef(spelling).starts_with("AL_ERR_"))
      al_class = spelling;
    was_string = is_string;
    last = token.is(clang::tok::raw_identifier) ? spelling : "";
  }
}

/// Returns the parts of a text between what is filled in, without quotes and punctuation around them.
std::vector<std::string> parts_of(std::string text) {
  static const std::regex filled_in(
      "…'?|\\$\\{[^}]*\\}|\\$[A-Za-z0-9_]+|%[-0-9.]*(?:ll|z)?[a-z]|%$|[\"`]|@[A-Z_]+@|'(?![A-Za-z])|"
      "(?:^|[ (])'|^AutoMap: |^AutoLink: "),
      spaces(" +");
  text = std::regex_replace(std::regex_replace(text, filled_in, "\n"), spaces, " ");
  std::vector<std::string> parts;
  std::istringstream in(text);
  for (std::string part; std::getline(in, part);) {
    const llvm::StringRef trimmed = llvm::StringRef(part).trim(" :;,.()");
    if (!trimmed.empty())
      parts.push_back(trimmed.str());
  }
  return parts;
}

int words_of(const std::string &text) {
  static const std::regex word("[A-Za-z]{2,}(?= |$|[:;,.)?])|\\ba(?= )");
  return static_cast<int>(std::distance(std::sregex_iterator(text.begin(), text.end(), word), {}));
}

/// Whether a file may have messages. The launchers' scripts have literals as C++ has them.
bool is_source(llvm::StringRef name) {
  return name.ends_with(".cpp") || name.ends_with(".h") || name.ends_with(".hpp") ||
         (name.ends_with(".in") && !name.ends_with(".1.in"));
}

std::vector<Text> all_texts() {
  std::vector<Text> texts;
  for (const char *folder : {"tool", "runtime", "autolink"})
    for (const auto &entry : std::filesystem::recursive_directory_iterator(top / folder))
      if (is_source(entry.path().filename().string()))
        add_texts(entry.path().lexically_relative(top), texts);
  return texts;
}

/// Whether a text is one of a group, "PATH [CALL...]".
bool is_of(const Text &text, const std::string &group) {
  llvm::SmallVector<llvm::StringRef> words;
  llvm::SplitString(group, words);
  return (text.path == words[0] || llvm::StringRef(text.path).starts_with((words[0] + "/").str())) &&
         (words.size() == 1 || llvm::any_of(llvm::drop_begin(words), [&](llvm::StringRef name) {
            return llvm::is_contained(text.names, name);
          }));
}

struct Quoted {
  int line;
  std::string row;
  std::vector<std::string> parts;
};

/// Returns the messages that the page quotes.
std::vector<Quoted> quoted_messages() {
  static const std::regex code("`([^`]+)`");
  std::vector<Quoted> out;
  std::ifstream in(top / page);
  bool is_table = false;
  int number = 0;
  for (std::string line; std::getline(in, line);) {
    ++number;
    is_table = line.starts_with("| message ") || (is_table && line.starts_with("|"));
    if (!is_table)
      continue;
    const std::string cell = line.substr(1, line.find(" | ", 1));
    for (std::sregex_iterator at(cell.begin(), cell.end(), code), end; at != end; ++at)
      out.push_back({number, line, parts_of((*at)[1])});
  }
  return out;
}

TEST(Messages, QuotedOnesAreInTheSources) {
  std::multimap<std::string, std::string> classes; // of the sources' parts
  for (const Text &text : all_texts())
    for (const std::string &part : parts_of(text.text))
      classes.emplace(part, text.names.back());
  const std::vector<Quoted> quoted = quoted_messages();
  EXPECT_GT(quoted.size(), 100U);
  for (const auto &[line, row, parts] : quoted) {
    bool is_found = false;
    for (const std::string &part : parts) {
      const bool is_long = words_of(part) > 1;
      std::set<std::string> found;
      for (const auto &[there, al_class] : classes)
        if (there == part || (is_long && there.find(part) != std::string::npos))
          found.insert(al_class);
      is_found |= !found.empty();
      if (is_long && found.empty())
        ADD_FAILURE_AT(page, line) << "not in the sources: " << part;
      if (row.find("`AL_ERR_") != std::string::npos && !found.empty() && !found.contains("") &&
          std::ranges::none_of(found,
                               [&](const std::string &one) { return row.find("`" + one + "`") != std::string::npos; }))
        ADD_FAILURE_AT(page, line) << "the sources give the class " << llvm::join(found, " or ") << " to: " << part;
    }
    if (!is_found)
      ADD_FAILURE_AT(page, line) << "quotes too little of a message to be found";
  }
}

TEST(Messages, EachHasARowOrAGroup) {
  std::vector<std::string> groups(std::begin(no_messages), std::end(no_messages));
  for (const Step &step : read_page(top / page).steps)
    if (step.kind == "covers")
      groups.push_back(step.argument);
  std::vector<bool> is_used(groups.size());
  const std::vector<Quoted> quoted = quoted_messages();
  for (const Text &text : all_texts())
    for (const std::string &part : parts_of(text.text)) {
      if (words_of(part) < 3)
        continue;
      const auto group = std::ranges::find_if(groups, [&](const std::string &one) { return is_of(text, one); });
      if (group != groups.end())
        is_used[group - groups.begin()] = true;
      else if (std::ranges::none_of(quoted, [&](const Quoted &row) {
                 return std::ranges::any_of(
                     row.parts, [&](const std::string &there) { return there.find(part) != std::string::npos; });
               }))
        ADD_FAILURE_AT(text.path.c_str(), text.line)
            << "no row and no group of " << page
            << " has this message, and no_messages in this test does not say that it is none. In "
            << llvm::join(text.names, " ") << ": " << part;
    }
  for (std::size_t i = 0; i < groups.size(); ++i)
    EXPECT_TRUE(is_used[i]) << "there are no messages of the group " << groups[i];
}

} // namespace
} // namespace automap::test
