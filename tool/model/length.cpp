// Reading a length. See length.h.
#include "length.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"

namespace automap {
namespace {

using Kind = Length::Step::Kind;

/// sum = product {(+|-) product}, product = factor {(*|/) factor}, factor = number | path | (sum).
class LengthParser {
public:
  explicit LengthParser(std::string_view text) : whole_(text.data(), text.size()), rest_(whole_.ltrim()) {}

  std::variant<Length, LengthProblem> parse() {
    parse_sum(0);
    if (!failed_ && rest_.empty())
      return std::move(length_);
    problem_.offset = offset(rest_);
    return problem_;
  }

private:
  static constexpr int deepest = 100; // nested parentheses

  void parse_sum(int depth) {
    parse_product(depth);
    while (!failed_ && (next_is('+') || next_is('-'))) {
      const Kind kind = next_is('+') ? Kind::add : Kind::subtract;
      advance(1);
      parse_product(depth);
      length_.steps.push_back({kind, 0});
    }
  }

  void parse_product(int depth) {
    parse_factor(depth);
    while (!failed_ && (next_is('*') || next_is('/'))) {
      const Kind kind = next_is('*') ? Kind::multiply : Kind::divide;
      advance(1);
      parse_factor(depth);
      length_.steps.push_back({kind, 0});
    }
  }

  void parse_factor(int depth) {
    const llvm::StringRef word = rest_.take_while(
        [](char c) { return llvm::isAlnum(c) || c == '_' || c == '.' || static_cast<unsigned char>(c) >= 0x80; });
    if (!word.empty() && llvm::isDigit(word.front())) {
      parse_number(word);
    } else if (!word.empty()) {
      length_.steps.push_back({Kind::field, length_.fields.size()});
      length_.fields.push_back({{word.data(), word.size()}, offset(word)});
      advance(word.size());
    } else if (next_is('(') && depth < deepest) {
      advance(1);
      parse_sum(depth + 1);
      if (!failed_ && next_is(')'))
        advance(1);
      else
        failed_ = true;
    } else {
      failed_ = true;
    }
  }

  void parse_number(llvm::StringRef word) {
    std::int64_t value = 0;
    if (word.getAsInteger(10, value)) {
      failed_ = true;
      problem_.too_large = llvm::all_of(word, llvm::isDigit);
      return;
    }
    length_.steps.push_back({Kind::number, static_cast<std::uint64_t>(value)});
    advance(word.size());
  }

  bool next_is(char c) const { return rest_.starts_with(llvm::StringRef(&c, 1)); }
  void advance(std::size_t count) { rest_ = rest_.drop_front(count).ltrim(); }
  std::size_t offset(llvm::StringRef part) const { return static_cast<std::size_t>(part.data() - whole_.data()); }

  llvm::StringRef whole_, rest_;
  Length length_;
  LengthProblem problem_;
  bool failed_ = false;
};

} // namespace

std::variant<Length, LengthProblem> parse_length(std::string_view text) { return LengthParser(text).parse(); }

} // namespace automap
