// Builds a type map from words, for both readers, and reports errors at their places.
#pragma once

#include "type_map_file.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/MemoryBuffer.h"

#include <memory>

namespace automap {

class TypeMapBuilder {
public:
  explicit TypeMapBuilder(std::unique_ptr<llvm::MemoryBuffer> text) : text_(std::move(text)) {}

  llvm::StringRef text() const { return text_->getBuffer(); }

  // These functions report errors at `word`, which is a part of text(), and then return nothing or false.

  /// Returns the basic type `name`. `word` is where it is written, perhaps with escapes.
  std::optional<layout::BasicType> parse_type(llvm::StringRef word, llvm::StringRef name);
  std::optional<std::int64_t> parse_number(llvm::StringRef word, llvm::StringRef what);

  /// Sets `out`, which a file may give once.
  bool set(std::optional<std::int64_t> &out, llvm::StringRef word, llvm::StringRef what);

  /// Appends a run. Its stride matters if it has several elements.
  bool add(layout::Run run, llvm::StringRef word);

  bool set_lower_bound(llvm::StringRef word) { return set(result_.lower_bound, word, "lower bound"); }
  bool set_extent(llvm::StringRef word) { return set(result_.extent, word, "extent"); }

  /// Reports an error at the word. Returns false.
  bool fail(llvm::StringRef word, const llvm::Twine &message);

  /// Returns the type map. Reports one without elements, and returns nothing.
  std::optional<TypeMapFile> finish();

private:
  std::unique_ptr<llvm::MemoryBuffer> text_;
  TypeMapFile result_;
  std::int64_t elements_ = 0, bytes_ = 0;
};

} // namespace automap
