// The beginning of generated files. See banner.h.
#include "banner.h"

#include "model/names.h"
#include "version.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"

namespace automap {

std::vector<std::string> names_of(const std::vector<Input> &inputs) {
  std::vector<std::string> names;
  for (const Input &input : inputs)
    names.push_back(input.path == "-" ? "standard input" : llvm::sys::path::filename(input.path).str());
  return names;
}

std::string input_names(const std::vector<Input> &inputs) { return llvm::join(names_of(inputs), ", "); }

void emit_banner(const Survey &survey, std::string_view file, std::string_view what, llvm::raw_ostream &out) {
  out << "/*\n * " << file << ": " << what << ' ' << inputs_mark << input_names(survey.inputs) << ".\n * "
      << generated_mark << AUTOMAP_VERSION << ". Do not edit: change the structs and run automap again.\n */\n";
}

void begin_header(const Survey &survey, const CodeOptions &options, std::string_view what, llvm::raw_ostream &out) {
  const std::string guard = names::include_guard(options.header_name, options.suffix);
  emit_banner(survey, options.header_name, what, out);
  out << "#ifndef " << guard << "\n#define " << guard << "\n\n";
  for (const std::string &header : survey.headers_before)
    out << "#include " << header << '\n';
  for (const Input &input : survey.inputs)
    if (!input.include.empty())
      out << "#include " << input.include << '\n';
    else
      out << "/* The structs of " << input_names({input}) << " must be declared before this file is included. */\n";
}

HiddenMacros::HiddenMacros(const Survey &survey, llvm::raw_ostream &out) : survey_(survey), out_(out) {
  if (!survey_.macros.empty())
    out_ << "/* Macros of the above that are names in what follows. */\n";
  for (const std::string &name : survey_.macros)
    out_ << "#pragma push_macro(\"" << name << "\")\n#undef " << name << '\n';
}

HiddenMacros::~HiddenMacros() {
  if (!survey_.macros.empty())
    out_ << '\n';
  for (const std::string &name : survey_.macros)
    out_ << "#pragma pop_macro(\"" << name << "\")\n";
}

void emit_end_of_macros(const Survey &survey, llvm::raw_ostream &out) {
  for (const std::string &name : survey.macros)
    out << "#undef " << name << '\n';
}

SilencedWarnings::SilencedWarnings(const Survey &survey, const CodeOptions &options, llvm::raw_ostream &out)
    : cxx_(options.cxx), deprecated_(llvm::any_of(
                             survey.records, [](const Record &record) { return record.listed && record.deprecated; })),
      out_(out) {
  if (cxx_ || deprecated_)
    out_ << "#pragma GCC diagnostic push\n";
  if (cxx_) // gcc and clang know the offsets of all fields, whatever the standard promises
    out_ << "#pragma GCC diagnostic ignored \"-Winvalid-offsetof\"\n"
            "#pragma GCC diagnostic ignored \"-Wignored-attributes\"\n";
  if (deprecated_)
    out_ << "#pragma GCC diagnostic ignored \"-Wdeprecated-declarations\"\n";
}

void SilencedWarnings::silence_casts() {
  if (cxx_)
    out_ << "#pragma GCC diagnostic ignored \"-Wold-style-cast\"\n";
}

SilencedWarnings::~SilencedWarnings() {
  if (cxx_ || deprecated_)
    out_ << "\n#pragma GCC diagnostic pop\n";
}

} // namespace automap
