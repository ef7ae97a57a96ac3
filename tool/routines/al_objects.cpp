// Prints al_objects.hpp. See al_objects.h.
#include "al_objects.h"

#include "autolink/al_stream.h"
#include "code/banner.h"
#include "code/layout_checks.h"
#include "model/names.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/xxhash.h"

namespace automap {
namespace {

/// Returns the type as it is written where names of AutoLink would be found first: "struct ::cell".
std::string global(const std::string &spelling) {
  const std::size_t begin = spelling.starts_with("struct ")                                    ? 7
                            : spelling.starts_with("class ") || spelling.starts_with("union ") ? 6
                                                                                               : 0;
  return spelling.substr(0, begin) + "::" + spelling.substr(begin);
}

/// Prints a list of classes, if there are any or `is_always`.
void print_types(const char *name, const std::vector<std::string> &classes, llvm::raw_ostream &out,
                 bool is_always = false) {
  if (classes.empty() && !is_always)
    return;
  std::vector<std::string> names;
  for (const std::string &one : classes)
    names.push_back(global(one));
  out << "  using " << name << " = types<" << llvm::join(names, ", ") << ">;\n";
}

/// Returns the names of what travels, in the order in which AutoLink describes it, with a space after each.
std::string names_of_parts(const ObjectClass &of) {
  std::string out;
  for (const std::string &name : of.members)
    out += name + ' ';
  for (const auto &[array, length] : of.arrays)
    out += array + ' ';
  for (const ObjectBytes &one : of.bytes)
    out += one.name + ' ';
  return out;
}

/// Prints what AutoLink knows of a class, without the classes that pointers to it may lead to, of which each header may
/// know others.
void print_knowledge(const ObjectClass &of, const std::string &library_condition, llvm::raw_ostream &out) {
  out << "  static constexpr const char *name = \"" << of.name << "\";\n"
      << "  static constexpr bool is_whole = " << (of.is_whole ? "true" : "false") << ";\n"
      << "  static constexpr bool is_filled = " << (of.is_filled ? "true" : "false") << ";\n";
  if (!of.arrays.empty())
    out << "  static constexpr bool has_arrays = true;\n";
  print_types("bases", of.bases, out);
  print_types("virtual_bases", of.virtual_bases, out);
  if (!of.bytes.empty()) {
    std::vector<std::string> numbers;
    for (const ObjectBytes &one : of.bytes)
      numbers.push_back(std::to_string(one.offset) + ", " + std::to_string(one.size));
    out << "  using bits = byte_ranges<" << llvm::join(numbers, ", ") << ">;\n"
        << "  static constexpr std::size_t size = " << of.size_bytes << "; // these places depend on it\n";
  } else if (!of.is_filled && !library_condition.empty()) {
    out << "#if " << library_condition << "\n  static constexpr std::size_t size = " << of.size_bytes
        << "; // if it is another one: run automap again\n#endif\n";
  }
  if (!of.weak.empty()) {
    std::vector<std::string> numbers;
    for (const std::size_t number : of.weak)
      numbers.push_back(std::to_string(number));
    out << "  using weak = std::index_sequence<" << llvm::join(numbers, ", ") << ">;\n";
  }
  if (const std::string names = names_of_parts(of); !names.empty())
    out << "  static constexpr const char *names = \"" << names << "\";\n";
  if (!of.make.empty())
    out << "  static " << global(of.spelling) << " make() { return " << of.make << "; }\n";
  if (!of.arrived.empty())
    out << "  static void arrived(" << global(of.spelling) << " &object) { " << of.arrived << "; }\n";
  if (of.n_counted > 0)
    out << "  static void count(const " << global(of.spelling) << " &object) { " << binding_of(of.n_counted, "object")
        << " } // if a member was added: run automap again\n";
}

/// Gives a class that is not public a name. An explicit instantiation may write its own.
void print_name(const ObjectClass &of, llvm::raw_ostream &out) {
  if (of.hidden.empty())
    return;
  const std::string guard = names::specialisation_guard(of.spelling) + "_TYPE", key = "struct " + of.spelling + "_key";
  out << "\n#ifndef " << guard << "\n#define " << guard << "\ntemplate struct autolink::expose_type<" << key << ", "
      << of.hidden << ">;\nusing " << of.spelling << " = autolink::exposed_type<" << key << ">;\n#endif\n";
}

void print_class(const ObjectClass &of, const std::string &library_condition, llvm::raw_ostream &out) {
  std::string knowledge;
  llvm::raw_string_ostream knowledge_out(knowledge);
  print_knowledge(of, library_condition, knowledge_out);
  std::string number = llvm::utohexstr(llvm::xxh3_64bits(knowledge) & 0xffffffff, true);
  const std::string guard = names::specialisation_guard(of.spelling) + "_OBJECT"; // another header may have it
  out << "\n// " << of.kind << ' ' << of.name << ", " << llvm::sys::path::filename(of.location.file) << ':'
      << of.location.line << "\n#ifndef " << guard << "\n#define " << guard << " 0x" << number
      << "\ntemplate <> struct autolink::object_type<" << of.spelling << "> {\n"
      << knowledge;
  if (of.derived)
    print_types("derived", *of.derived, out, true);
  const auto member = [&](const std::string &name) { out << ", &" << of.name << "::" << name; };
  out << "};\ntemplate struct autolink::expose<" << of.spelling;
  for (const std::string &name : of.members)
    member(name);
  out << ">; // if a member is missing: run automap again\n";
  if (!of.arrays.empty()) {
    out << "template struct autolink::expose_arrays<" << of.spelling;
    for (const auto &[array, length] : of.arrays) {
      member(array);
      member(length);
    }
    out << ">;\n";
  }
  out << "#elif " << guard << " != 0x" << number << "\n#error \"another header that automap has generated describes "
      << of.kind << ' ' << of.name
      << " differently: a program can have one description of a C++ class, also with --suffix\"\n#endif\n";
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
    print_name(of, out);
  for (const ObjectClass &of : survey.objects)
    if (!of.is_library)
      print_class(of, survey.library_condition, out);
  out << "\n#endif\n";
}

} // namespace automap
