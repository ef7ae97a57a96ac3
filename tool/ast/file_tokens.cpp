// The tokens of a file. See file_tokens.h.
#include "file_tokens.h"

#include "clang/Basic/CharInfo.h"
#include "clang/Lex/Lexer.h"

#include "llvm/Support/ConvertUTF.h"

#include <algorithm>

namespace automap {

FileTokens::FileTokens(clang::FileID file, const clang::SourceManager &sources, const clang::LangOptions &language) {
  clang::Lexer lexer(file, sources.getBufferOrFake(file), sources, language);
  clang::Token token;
  while (!lexer.LexFromRawLexer(token))
    tokens_.push_back(token);
}

std::optional<std::size_t> FileTokens::before(clang::SourceLocation location) const {
  const auto next =
      std::ranges::partition_point(tokens_, [&](const clang::Token &token) { return token.getLocation() < location; });
  if (next == tokens_.begin())
    return std::nullopt;
  return next - tokens_.begin() - 1;
}

std::optional<std::size_t> FileTokens::before_attribute(std::size_t index) const {
  std::size_t first = index;
  if (tokens_[index].is(clang::tok::r_square)) {
    const auto open = opening(index);
    if (!open || !tokens_[*open + 1].is(clang::tok::l_square))
      return std::nullopt; // a single bracket […] belongs to an array
    first = *open;
  } else if (tokens_[index].is(clang::tok::r_paren)) {
    const auto open = opening(index);
    if (!open || *open == 0 || !tokens_[*open - 1].is(clang::tok::raw_identifier))
      return std::nullopt;
    first = *open - 1;
  } else if (!tokens_[index].is(clang::tok::raw_identifier)) {
    return std::nullopt;
  }
  if (first == 0)
    return std::nullopt;
  return first - 1;
}

/// Returns the index of the opening bracket for the closing one at `index`.
std::optional<std::size_t> FileTokens::opening(std::size_t index) const {
  if (!tokens_[index].isOneOf(clang::tok::r_paren, clang::tok::r_square))
    return std::nullopt;
  int depth = 0;
  for (std::size_t i = index + 1; i-- > 0;) {
    if (tokens_[i].isOneOf(clang::tok::r_paren, clang::tok::r_square))
      ++depth;
    else if (tokens_[i].isOneOf(clang::tok::l_paren, clang::tok::l_square) && --depth == 0)
      return i;
  }
  return std::nullopt;
}

bool is_part_of_identifiers(const clang::LangOptions &language, llvm::StringRef text) {
  while (!text.empty()) {
    // Clang's lexer tells of a letter whether an identifier may begin with it. It carries on after others.
    const std::string letter = "_" + text.take_front(llvm::getNumBytesForUTF8(text.front())).str();
    const char *begin = letter.data() + (clang::isASCII(text.front()) ? 0 : 1), *end = letter.data() + letter.size();
    clang::Lexer lexer({}, language, begin, begin, end);
    clang::Token token;
    lexer.LexFromRawLexer(token);
    if (token.isNot(clang::tok::raw_identifier) || token.getLength() != end - begin)
      return false;
    text = text.drop_front(letter.size() - 1);
  }
  return true;
}

} // namespace automap
