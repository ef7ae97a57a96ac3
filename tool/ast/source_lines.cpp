// The lines that define a record. See source_lines.h.
#include "source_lines.h"

#include "declarations.h"

#include "clang/AST/Decl.h"
#include "clang/Basic/SourceManager.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"

#include <algorithm>

namespace automap {

SourceLines source_lines(const clang::RecordDecl &record, const clang::SourceManager &sources) {
  const auto place = [&](clang::SourceLocation at) { return sources.getDecomposedExpansionLoc(at); };
  const auto [file, name] = place(written_at(record));
  const auto [begin_file, begin] = place(record.getBeginLoc());
  const auto [end_file, end] = place(record.getBraceRange().getEnd());
  bool invalid = file.isInvalid();
  const llvm::StringRef text = invalid ? "" : sources.getBufferData(file, &invalid);
  if (invalid || end_file != file || end < name)
    return {};
  const std::size_t first = begin_file == file ? std::min(begin, name) : name;
  const std::size_t line_begin = text.rfind('\n', first) + 1; // npos + 1 is 0
  const llvm::StringRef lines = text.slice(line_begin, std::min(text.find('\n', end), text.size()));
  SourceLines out;
  out.first = sources.getPresumedLineNumber(sources.getComposedLoc(file, static_cast<unsigned>(first)));
  llvm::SmallVector<llvm::StringRef> split;
  lines.split(split, '\n', SourceLines::most);
  split.resize(std::min<std::size_t>(split.size(), SourceLines::most));
  for (const llvm::StringRef line : split)
    out.text.push_back(line.rtrim('\r').str());
  return out;
}

} // namespace automap
