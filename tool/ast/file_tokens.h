// The tokens of a file before preprocessing. They show what stands before a comment.
#pragma once

#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Token.h"

#include "llvm/ADT/StringRef.h"

#include <cstddef>
#include <optional>
#include <vector>

namespace automap {

/// The tokens of one file, without comments.
class FileTokens {
public:
  FileTokens(clang::FileID file, const clang::SourceManager &sources, const clang::LangOptions &language);

  /// Returns the index of the last token before `location`; nothing if there is none.
  std::optional<std::size_t> before(clang::SourceLocation location) const;

  const clang::Token &operator[](std::size_t index) const { return tokens_[index]; }

  /// Returns the index of the token before an attribute that may end at `index`: [[…]], __attribute__((…)), or a macro
  /// that stands for one, with or without arguments. Nothing if no attribute ends there.
  std::optional<std::size_t> before_attribute(std::size_t index) const;

private:
  std::optional<std::size_t> opening(std::size_t index) const;

  std::vector<clang::Token> tokens_;
};

/// Whether identifiers of the language may contain `text` after their first letter.
bool is_part_of_identifiers(const clang::LangOptions &language, llvm::StringRef text);

} // namespace automap
