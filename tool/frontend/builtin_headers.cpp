// Clang's headers as a file system. See builtin_headers.h; embed_headers.cmake makes the table.
#include "builtin_headers.h"

#include "llvm/Support/MemoryBuffer.h"

#include <string>

/// A header in the tool's read-only data. The table ends with a null name.
struct EmbeddedHeader {
  const char *name;
  const char *begin;
  const char *end; // the NUL byte after the text
};

extern "C" const EmbeddedHeader automap_embedded_headers[];

namespace automap {

llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> builtin_headers() {
  auto files = llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>();
  const std::string include = std::string(resource_dir) + "/include/";
  for (const EmbeddedHeader *header = automap_embedded_headers; header->name; ++header) {
    const llvm::StringRef text(header->begin, static_cast<std::size_t>(header->end - header->begin));
    files->addFileNoOwn(include + header->name, 0, llvm::MemoryBufferRef(text, header->name));
  }
  return files;
}

} // namespace automap
