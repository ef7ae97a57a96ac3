// Generated names. See names.h.
#include "names.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/xxhash.h"

namespace automap::names {
namespace {

/// Returns `text` as part of a C identifier: "::" and every other run of characters that C does not allow become one
/// '_'. Bytes above 127 stay: they are parts of letters of UTF-8 identifiers.
std::string identifier(std::string_view text) {
  std::string out;
  bool foreign = false; // a character that C does not allow stands before this one
  for (const char c : text) {
    const bool own = llvm::isAlnum(c) || c == '_' || static_cast<unsigned char>(c) >= 0x80;
    if (own && !(foreign && c == '_' && !out.empty() && out.back() == '_'))
      out += c;
    else if (!own && !out.empty() && out.back() != '_')
      out += '_';
    foreign = !own;
  }
  if (text.ends_with('>') && out.ends_with('_'))
    out.pop_back();
  return out;
}

/// Returns digits that distinguish names that identifier() makes equal.
std::string digits_of(llvm::StringRef text) {
  return "_" + llvm::utohexstr(llvm::xxh3_64bits(text) & 0xffffffff, true);
}

/// Returns an identifier that has such digits if the name has arguments of a template.
std::string unique_identifier(std::string_view text) {
  const llvm::StringRef whole(text.data(), text.size());
  return identifier(text) + (whole.contains('<') ? digits_of(whole) : "");
}

std::string with_suffix(std::string name, std::string_view suffix) {
  return suffix.empty() ? name : name + "_" + identifier(suffix);
}

/// Returns a file in the directory of `path`; the suffix follows its stem.
std::string beside(std::string_view path, const std::string &stem, std::string_view suffix,
                   const llvm::Twine &extension) {
  llvm::SmallString<256> out(llvm::sys::path::parent_path(llvm::StringRef(path.data(), path.size())));
  llvm::sys::path::append(out, with_suffix(stem, suffix) + extension);
  return std::string(out);
}

} // namespace

std::string node_type(std::string_view qualified, std::string_view suffix) {
  return with_suffix("AutoLink_" + identifier(qualified), suffix);
}

std::string node_part(std::string_view what, std::string_view qualified, std::string_view path) {
  return "autolink_" + std::string(what) + "_" + unique_identifier(qualified) +
         (path.empty() ? "" : "_" + identifier(path));
}

std::string autolink_source(std::string_view source_path, std::string_view suffix) {
  const llvm::StringRef path(source_path.data(), source_path.size());
  return beside(source_path, "al_routines", suffix, llvm::sys::path::extension(path));
}

std::string autolink_header(std::string_view source_path, std::string_view suffix) {
  return beside(source_path, "al_routines", suffix, ".h");
}

std::string objects_header(std::string_view source_path, std::string_view suffix) {
  return beside(source_path, "al_objects", suffix, ".hpp");
}

std::string logbook(std::string_view source_path, std::string_view suffix) {
  return beside(source_path, "logbook", suffix, ".txt");
}

std::string datatype(std::string_view qualified) { return "AutoMap_" + identifier(qualified); }
std::string reduction(std::string_view qualified) { return datatype(qualified) + "_op"; }
std::string element_count(std::string_view qualified) { return "AUTOMAP_ELEMENTS_OF_" + identifier(qualified); }
std::string signature(std::string_view qualified) { return "AUTOMAP_SIGNATURE_OF_" + identifier(qualified); }
std::string pack(std::string_view qualified) { return "AutoMap_pack_" + identifier(qualified); }
std::string unpack(std::string_view qualified) { return "AutoMap_unpack_" + identifier(qualified); }
std::string build_one(std::string_view qualified) { return "automap_build_" + identifier(qualified); }
std::string reduction_part(std::string_view what, std::string_view qualified) {
  return "automap_" + std::string(what) + "_" + identifier(qualified);
}

std::string macro_safe_type(std::string_view qualified) { return "automap_type_" + unique_identifier(qualified); }

std::string exposed_type(std::string_view qualified) {
  return "autolink_type_" + identifier(qualified) + digits_of(llvm::StringRef(qualified.data(), qualified.size()));
}

std::string field_count(std::string_view qualified, std::string_view suffix) {
  return with_suffix("automap_fields_of_" + unique_identifier(qualified), suffix);
}

std::string helper(std::string_view name, std::string_view suffix) {
  return with_suffix("automap_" + std::string(name), suffix);
}

std::string build_all(std::string_view suffix) { return with_suffix("Build_MPI_Types", suffix); }
std::string free_all(std::string_view suffix) { return with_suffix("Free_MPI_Types", suffix); }

std::string python(std::string_view qualified) {
  // Keywords, and what generated modules use themselves.
  constexpr llvm::StringLiteral taken[] = {
      "False",    "None",   "True",  "and",  "as",     "assert",   "async",     "await",   "break", "class",
      "continue", "def",    "del",   "elif", "else",   "except",   "finally",   "for",     "from",  "global",
      "if",       "import", "in",    "is",   "lambda", "nonlocal", "not",       "or",      "pass",  "raise",
      "return",   "try",    "while", "with", "yield",  "np",       "functools", "_struct", "zip"};
  const std::string name = identifier(qualified);
  return llvm::is_contained(taken, name) ? name + "_" : name;
}

std::string header_for(std::string_view source_path) {
  llvm::SmallString<256> path(llvm::StringRef(source_path.data(), source_path.size()));
  llvm::sys::path::replace_extension(path, "h");
  return std::string(path);
}

std::string include_guard(std::string_view header_path, std::string_view suffix) {
  const llvm::StringRef path(header_path.data(), header_path.size());
  return with_suffix("AUTOMAP_" + llvm::StringRef(identifier(llvm::sys::path::filename(path).str())).upper(), suffix);
}

std::string specialisation_guard(std::string_view spelling) {
  return "AUTOMAP_DATATYPE_" + unique_identifier(spelling);
}

} // namespace automap::names
