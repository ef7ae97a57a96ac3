// Reading a length. See length.h.
#include "length.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"

#include <utility>

namespace automap {
namespace {

using Kind = Length::Step::Kind;
using Part = Length::Part;

struct Operator {
  llvm::StringLiteral text;
  Kind kind;
  int level; // the greater, the more strongly it binds
};
/// An operator comes before those with which it begins.
constexpr Operator operators[] = {
    {"==", Kind::equal, 1},   {"!=", Kind::unequal, 1}, {"<=", Kind::at_most, 2}, {">=", Kind::at_least, 2},
    {"<", Kind::less, 2},     {">", Kind::greater, 2},  {"+", Kind::add, 3},      {"-", Kind::subtract, 3},
    {"*", Kind::multiply, 4}, {"/", Kind::divide, 4},
};

/// choice = operation ['?' choice ':' choice], operation = factor {operator factor}, factor = number | path |
/// (choice), path = name {'.' name | '->' name | '[' choice ']'}.
class LengthParser {
public:
  explicit LengthParser(std::string_view text) : whole_(text.data(), text.size()), rest_(whole_.ltrim()) {}

  std::variant<std::vector<Length>, LengthProblem> parse() {
    std::vector<Length> out;
    do {
      const llvm::StringRef begin = rest_;
      parse_choice(0);
      length_.text = word_of(begin.drop_back(rest_.size()).rtrim());
      out.push_back(std::exchange(length_, {}));
    } while (!failed_ && take(","));
    if (!failed_ && rest_.empty())
      return out;
    problem_.offset = offset(rest_);
    return problem_;
  }

private:
  static constexpr int deepest = 100; // nested parentheses

  void parse_choice(int depth) {
    parse_operation(1, depth);
    if (failed_ || !take("?"))
      return;
    if (depth == deepest) {
      failed_ = true;
      return;
    }
    parse_choice(depth + 1);
    expect(":");
    if (failed_)
      return;
    parse_choice(depth + 1);
    length_.steps.push_back({Kind::choose, 0});
  }

  /// Parses operators of at least this level.
  void parse_operation(int level, int depth) {
    parse_factor(depth);
    while (!failed_) {
      const Operator *const found = next_operator();
      if (!found || found->level < level)
        return;
      advance(found->text.size());
      parse_operation(found->level + 1, depth);
      length_.steps.push_back({found->kind, 0});
    }
  }

  const Operator *next_operator() const {
    for (const Operator &one : operators)
      if (rest_.starts_with(one.text))
        return &one;
    return nullptr;
  }

  void parse_factor(int depth) {
    const llvm::StringRef word = next_word();
    if (!word.empty() && llvm::isDigit(word.front())) {
      parse_number(word);
    } else if (!word.empty()) {
      parse_path(depth);
    } else if (depth < deepest && take("(")) {
      parse_choice(depth + 1);
      expect(")");
    } else {
      failed_ = true;
    }
  }

  void parse_number(llvm::StringRef word) {
    std::int64_t value = 0;
    problem_.too_large = word.getAsInteger(10, value) && llvm::all_of(word, llvm::isDigit);
    if (word.getAsInteger(10, value) || rest_.substr(word.size()).starts_with(".")) {
      failed_ = true;
      return;
    }
    length_.steps.push_back({Kind::number, static_cast<std::uint64_t>(value)});
    advance(word.size());
  }

  void parse_path(int depth) {
    const llvm::StringRef begin = rest_;
    Length::Path path;
    parse_name(Part::Kind::member, path);
    llvm::StringRef end = rest_; // what follows the path and blanks
    while (!failed_) {
      end = rest_;
      if (take("."))
        parse_name(Part::Kind::member, path);
      else if (take("->"))
        parse_name(Part::Kind::target, path);
      else if (next_is("["))
        parse_element(depth, path);
      else
        break;
    }
    path.text = word_of(begin.drop_back(end.size()).rtrim());
    length_.steps.push_back({Kind::field, length_.fields.size()});
    length_.fields.push_back(std::move(path));
  }

  void parse_name(Part::Kind kind, Length::Path &path) {
    const llvm::StringRef name = next_word();
    if (name.empty() || llvm::isDigit(name.front())) {
      failed_ = true;
      return;
    }
    path.parts.push_back({kind, word_of(name), {}});
    advance(name.size());
  }

  void parse_element(int depth, Length::Path &path) {
    const llvm::StringRef begin = rest_;
    advance(1);
    std::vector<Length::Step> around = std::exchange(length_.steps, {});
    if (depth < deepest)
      parse_choice(depth + 1);
    else
      failed_ = true;
    std::swap(around, length_.steps);
    expect("]");
    const llvm::StringRef brackets = begin.drop_back(rest_.size()).rtrim();
    path.parts.push_back({Part::Kind::element, word_of(brackets), std::move(around)});
  }

  llvm::StringRef next_word() const {
    return rest_.take_while(
        [](char c) { return llvm::isAlnum(c) || c == '_' || static_cast<unsigned char>(c) >= 0x80; });
  }

  void expect(llvm::StringRef text) {
    if (!failed_ && !take(text))
      failed_ = true;
  }

  bool take(llvm::StringRef text) {
    const bool out = next_is(text);
    if (out)
      advance(text.size());
    return out;
  }

  bool next_is(llvm::StringRef text) const { return rest_.starts_with(text); }
  void advance(std::size_t count) { rest_ = rest_.drop_front(count).ltrim(); }
  std::size_t offset(llvm::StringRef part) const { return static_cast<std::size_t>(part.data() - whole_.data()); }
  Word word_of(llvm::StringRef part) const { return {{part.data(), part.size()}, offset(part)}; }

  llvm::StringRef whole_, rest_;
  Length length_;
  LengthProblem problem_;
  bool failed_ = false;
};

} // namespace

std::variant<std::vector<Length>, LengthProblem> parse_lengths(std::string_view text) {
  return LengthParser(text).parse();
}

} // namespace automap
