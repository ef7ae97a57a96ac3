// The tokens of a file as it is written, for finding what stands before a comment.
#pragma once

#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Token.h"

#include <cstddef>
#include <optional>
#include <vector>

namespace automap {

/// The tokens of one file, comments left out.
class FileTokens {
public:
  FileTokens(clang::FileID file, const clang::SourceManager &sources, const clang::LangOptions &language);

  /// The index of the last token before `location`; nothing if it is the first of the file.
  std::optional<std::size_t> before(clang::SourceLocation location) const;

  const clang::Token &operator[](std::size_t index) const { return tokens_[index]; }

  /// The token before `index` if what ends there may be an attribute: [[…]], __attribute__((…)), or a macro
  /// that stands for one, with or without arguments.
  std::optional<std::size_t> before_attribute(std::size_t index) const;

private:
  std::optional<std::size_t> opening(std::size_t index) const;

  std::vector<clang::Token> tokens_;
};

} // namespace automap
