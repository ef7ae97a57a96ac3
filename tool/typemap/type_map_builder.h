// What the two readers of type maps (type_map_file.h) share: words become runs, and what is wrong is reported
// at its place.
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

  // Each returns nothing, or false, after a report at `word`, which is a part of text().

  /// `name`: what the word says, if that is not how it is written.
  std::optional<layout::BasicType> type(llvm::StringRef word, llvm::StringRef name);
  std::optional<std::int64_t> number(llvm::StringRef word, llvm::StringRef what);

  /// Appends a run; `stride` counts if there are several elements.
  bool add(layout::Run run, llvm::StringRef word);

  bool set_lower_bound(llvm::StringRef word) { return set(result_.lower_bound, word, "lower bound"); }
  bool set_extent(llvm::StringRef word) { return set(result_.extent, word, "extent"); }

  /// Always false.
  bool fail(llvm::StringRef word, const llvm::Twine &message);

  /// Nothing, after a report, if there are no elements.
  std::optional<TypeMapFile> finish();

private:
  bool set(std::optional<std::int64_t> &out, llvm::StringRef word, llvm::StringRef what);

  std::unique_ptr<llvm::MemoryBuffer> text_;
  TypeMapFile result_;
  std::int64_t elements_ = 0, bytes_ = 0;
};

} // namespace automap
