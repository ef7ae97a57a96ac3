// Prints al_objects.hpp. See al_objects.h.
#include "al_objects.h"

#include "autolink/al_stream.h"
#include "code/banner.h"
#include "model/names.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"

namespace automap {
namespace {

/// Returns the type as it is written where names of AutoLink would be found first: "struct ::cell".
std::string global(const std::string &spelling) {
  const std::size_t begin = spelling.starts_with("struct ")                                    ? 7
                            : spelling.starts_with("class ") || spelling.starts_with("union ") ? 6
                                                                                               : 0;
  return spelling.substr(0, begin) + "::" + spelling.substr(begin);
}

void print_class(const ObjectClass &of, llvm::raw_ostream &out) {
  const auto types = [&](const char *name, const std::vector<std::string> &classes) {
    std::vector<std::string> names;
    for (const std::string &one : classes)
      names.push_back(global(one));
    out << "  using " << name << " = types<" << llvm::join(names, ", ") << ">;\n";
  };
  const std::string guard = names::specialisation_guard(of.spelling) + "_OBJECT"; // another header may have it
  out << "\n// " << of.kind << ' ' << of.name << ", " << llvm::sys::path::filename(of.location.file) << ':'
      << of.location.line << "\n#ifndef " << guard << "\n#define " << guard
      << "\ntemplate <> struct autolink::object_type<" << of.spelling << "> {\n"
      << "  static constexpr const char *name = \"" << of.name << "\";\n"
      << "  static constexpr bool is_whole = " << (of.is_whole ? "true" : "false") << ";\n"
      << "  static constexpr bool is_filled = " << (of.is_filled ? "true" : "false") << ";\n";
  if (!of.arrays.empty())
    out << "  static constexpr bool has_arrays = true;\n";
  if (!of.bases.empty())
    types("bases", of.bases);
  if (!of.virtual_bases.empty())
    types("virtual_bases", of.virtual_bases);
  if (of.derived)
    types("derived", *of.derived);
  if (!of.bytes.empty()) {
    std::vector<std::string> numbers;
    for (const auto &[offset, size] : of.bytes)
      numbers.push_back(std::to_string(offset) + ", " + std::to_string(size));
    out << "  using bits = byte_ranges<" << llvm::join(numbers, ", ") << ">;\n"
        << "  static constexpr std::size_t size = " << of.size_bytes << "; // these places depend on it\n";
  }
  if (!of.make.empty())
    out << "  static " << global(of.spelling) << " make() { return " << of.make << "; }\n";
  if (!of.arrived.empty())
    out << "  static void arrived(" << global(of.spelling) << " &object) { " << of.arrived << "; }\n";
  const auto member = [&](const std::string &name) { out << ", &" << of.name << "::" << name; };
  out << "};\ntemplate struct autolink::expose<" << of.spelling;
  for (const std::string &name : of.members)
    member(name);
  out << ">;\n";
  if (!of.arrays.empty()) {
    out << "template struct autolink::expose_arrays<" << of.spelling;
    for (const auto &[array, length] : of.arrays) {
      member(array);
      member(length);
    }
    out << ">;\n";
  }
  out << "#endif\n";
}

} // namespace

void emit_objects_header(const Survey &survey, const CodeOptions &options, llvm::raw_ostream &out) {
  begin_header(survey, options, "what AutoLink knows of C++ objects of", out);
  {
    const HiddenMacros hidden(survey, out);
    out << "#include <autolink/al_content.hpp>\n";
    for (const std::string &header : survey.object_headers)
      out << "#include <" << header << ">\n";
  }
  out << "\n#if AL_OBJECT_ABI != " << AL_OBJECT_ABI
      << "\n#error \"this header is not for this version of AutoLink: run automap again\"\n#endif\n";
  for (const ObjectClass &of : survey.objects)
    print_class(of, out);
  out << "\n#endif\n";
}

} // namespace automap
