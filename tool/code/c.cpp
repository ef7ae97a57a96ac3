// Prints C99 or C++17 code that builds the MPI datatypes of a survey.
//
// The source holds, in this order: checks that the compiler still sees the layout that automap saw, and the datatypes
// with the functions that build and free them (datatypes.h).
#include "banner.h"
#include "cxx_templates.h"
#include "datatypes.h"
#include "fields.h"
#include "layout_checks.h"
#include "model/names.h"
#include "packing.h"
#include "show/emit.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"

namespace automap {
namespace {

/// The names that generated functions declare, which hide a user's typedef of the same name.
bool is_hidden(llvm::StringRef spelling) {
  constexpr llvm::StringLiteral locals[] = {"am_step", "am_err", "am_blocklengths", "am_displacements", "am_types"};
  return llvm::any_of(locals, [&](llvm::StringRef local) { return spelling.contains(local); });
}

/// Returns "offsetof(struct cmdline, age)" for the field at `displacement`; empty if code cannot name one.
std::string field_offset(const Record &record, const std::string &spelling, std::int64_t displacement) {
  for (const Field &field : record.fields)
    if (!field.name.empty() && field.nameable && field.is_public && field.content != Field::Content::ignored &&
        static_cast<std::int64_t>(field.offset_bytes) == displacement && field.size_bytes > 0)
      return "offsetof(" + spelling + ", " + field.name + ")";
  return "";
}

std::vector<GeneratedType> generated_types(const Survey &survey, const CodeOptions &options) {
  std::vector<GeneratedType> out;
  for (const Record &record : survey.records)
    for (const Record::Datatype &datatype : record.datatypes) {
      GeneratedType type{datatype.name, datatype.spelling, "", record.optimal.tree};
      // typesafe_mpi.h looks into buffers of std::array, std::pair and their like.
      if (!record.standard && !is_array(record)) // an array that is passed becomes a pointer to its element
        type.c_type = datatype.spelling;
      type.extent = static_cast<std::int64_t>(record.size_bytes);
      const std::string spelling = macro_safe(record, datatype.spelling);
      if (!is_hidden(spelling)) { // otherwise its numbers are written
        type.extent_text = "(MPI_Aint)sizeof(" + spelling + ")";
        type.displacement_text = [&record, spelling](std::int64_t displacement) {
          return field_offset(record, spelling, displacement);
        };
      }
      if (options.fields)
        type.fields = field_table(survey, record, options.suffix);
      type.reductions = record.reductions;
      type.has_packing = can_pack(type);
      out.push_back(std::move(type));
    }
  return out;
}

} // namespace

void emit_header(const Survey &survey, const CodeOptions &options, llvm::raw_ostream &out) {
  begin_header(survey, options, "MPI datatypes for", out);
  {
    const HiddenMacros hidden(survey, out);
    // After the structs' headers, as automap has read those: they may define macros that system headers look at.
    out << "#include <mpi.h>\n";
    const std::vector<GeneratedType> types = generated_types(survey, options);
    emit_packing_includes(types, out);
    emit_declarations(
        types, options.suffix,
        "Each describes one struct, its extent is the struct's sizeof; MPI_DATATYPE_NULL while not built.", out);
    emit_packing(types, options.cxx, out);
    if (options.cxx)
      emit_cxx_templates(survey, out);
  }
  out << "\n#endif\n";
}

void emit_source(const Survey &survey, const CodeOptions &options, llvm::raw_ostream &out) {
  emit_banner(survey, options.source_name, "MPI datatypes for", out);
  if (options.cxx)
    emit_without_cxx_bindings(out);
  SilencedWarnings warnings(survey, options, out);
  out << "#include \"" << options.header_name << "\"\n";
  emit_end_of_macros(survey, out);
  out << '\n';
  const std::vector<GeneratedType> types = generated_types(survey, options);
  emit_runtime_include(types, options.packing, out);
  if (options.fields)
    out << "#include <automap/automap.h>\n";
  out << (options.cxx ? "#include <cstddef>\n#include <type_traits>\n" : "#include <stddef.h>\n");
  if (llvm::any_of(types, [](const GeneratedType &type) { return !type.reductions.empty(); }))
    out << "#include <stdint.h>\n#include <stdio.h>\n#include <string.h>\n";
  warnings.silence_casts();
  out << '\n';
  emit_layout_checks(survey, options, out);
  if (options.fields)
    emit_field_tables(survey, options.suffix, out);
  emit_definitions(types, options.suffix, out);
}

} // namespace automap
