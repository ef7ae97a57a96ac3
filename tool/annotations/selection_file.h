// Reads --select files, which stand for annotations in headers that cannot be edited.
//
//   types:
//     - particle                          # a name or a glob, as for --type
//     - name: ns::cell
//       ignore: [next, cache.pointer]     # AutoMap_Ignore
//       bytes: [payload]                  # AutoMap_Bytes
//       use: {value: f}                   # AutoMap_Use(f) after the field 'value', a union
//       length: {samples: count}          # AutoMap_Len(count) after the pointer 'samples'
//       string: [name]                    # AutoMap_String
//       inside: [cursor]                  # AutoMap_Inside; or {cursor: anything, link: ns::cell.link}
//       weak: [parent]                    # AutoMap_Weak
//       any: {what: "kind: 1 = ns::leaf"} # AutoMap_Any(kind: 1 = ns::leaf); also "->kind: …" and ns::leaf alone
//       reduce: {mass: sum, t: "minloc(id, n)"} # AutoMap_Reduce(mass: sum, t: minloc(id, n))
//       tree: true                        # AutoMap_Tree
//       make: create                      # AutoMap_Make(create)
//       arrived: ns::rebuild              # AutoMap_Arrived(ns::rebuild)
//       views: {ghost: [pos, vel.x]}      # AutoMap_View(ghost: pos, vel.x)
//     - name: number                      # a union
//       use: f                            # AutoMap_Use(f); or bytes: true
//       datatype: false                   # no datatype: describes it only as a part of others
#pragma once

#include "annotations.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/SourceMgr.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace automap {

class SelectionFile {
public:
  /// A text in the file, and its place.
  struct Word {
    std::string text;
    std::size_t offset = 0;
    std::size_t length = 0; // the length of the text as the file writes it
  };
  /// The fields of a view.
  struct View {
    Word name;
    std::vector<Word> fields;
  };
  /// All keys of one type.
  struct Type {
    Word name;
    bool datatype = true;
    bool bytes = false; // the whole record
    bool tree = false;
    std::optional<Word> use;                                                      // a union's member
    std::optional<Word> make, arrived;                                            // functions
    std::vector<Word> ignored, bytes_of;                                          // fields
    std::vector<Word> strings, inside, weak;                                      // fields
    std::vector<std::pair<Word, Word>> uses, lengths, inside_of, any, reductions; // a field and its value
    std::vector<View> views;
  };

  /// Reads a file. Reports what is wrong with it, and returns nothing.
  static std::optional<SelectionFile> read(const std::string &path);

  const std::string &path() const { return path_; }
  const std::vector<Type> &types() const { return types_; }
  llvm::StringRef text() const;

  /// Reports an error at a word, in the form of a Clang diagnostic.
  void report(const Word &word, const std::string &message) const;

private:
  std::string path_;
  llvm::SourceMgr sources_; // the file alone; it remembers where lines begin
  std::vector<Type> types_;
};

/// Adds the keys of `type` to the annotations of `record`, whose name is `name`. The record gets a datatype only if
/// `is_used`. Diagnostics point into the file, which begins at `begin` among Clang's sources.
void apply(const SelectionFile::Type &type, clang::SourceLocation begin, const clang::RecordDecl &record,
           const clang::NamedDecl &name, bool is_used, clang::ASTContext &context, Annotations &out);

} // namespace automap
