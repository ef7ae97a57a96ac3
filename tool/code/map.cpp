// Prints type maps. See map.h.
#include "map.h"

#include "datatypes.h"
#include "model/names.h"
#include "model/record.h"
#include "packing.h"
#include "show/json_parts.h"
#include "show/tree_text.h"
#include "version.h"

#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"

namespace automap {
namespace {

constexpr std::size_t runs_in_comment = 16;

/// Returns the datatype as a list of one.
std::vector<GeneratedType> generated_types(const MapType &map) {
  GeneratedType type{.name = map.name,
                     .what = "the type map of " + map.file,
                     .c_type = {},
                     .tree = map.optimal.tree,
                     .lower_bound = map.lower_bound,
                     .extent = map.extent,
                     .extent_text = {},
                     .displacement_text = {},
                     .fields = {}};
  type.has_packing = can_pack(type);
  return {std::move(type)};
}

void emit_banner(const MapType &map, const std::string &file, llvm::raw_ostream &out) {
  out << "/*\n * " << (file.empty() ? "" : file + ": ") << "MPI datatype for the type map of " << map.file << ".\n * "
      << generated_mark << AUTOMAP_VERSION << ". Do not edit: change the type map and run automap again.\n */\n";
}

/// Prints a comment that shows the type map, its tree and the tree's cost.
void emit_comment(const MapType &map, bool indented_tree, llvm::raw_ostream &out) {
  out << "/*\n * " << map.file << ": " << map.naive.element_count() << " elements, " << map.naive.data_bytes()
      << " bytes; lower bound " << map.lower_bound << ", extent " << map.extent << "\n *\n"
      << llvm::formatv(" * {0,12} {1,12} {2,12}  type\n", "displacement", "count", "stride");
  const layout::Runs runs = layout::runs(map.naive, runs_in_comment);
  for (const layout::Run &run : runs.runs)
    out << llvm::formatv(" * {0,12} {1,12} {2,12}  {3}\n", run.offset, run.count, run.stride,
                         layout::mpi_name(run.type.id).data());
  if (!runs.complete)
    out << " *          ...\n";
  out << " *\n"
      << (indented_tree ? " * tree:\n" + indented(map.optimal.tree, " *   ")
                        : wrapped("tree: " + brief(map.optimal.tree), " * ", " * ", line_width))
      << wrapped(cost_line(map.optimal, map.naive_call), " * ", " * ", line_width) << " */\n";
}

} // namespace

void emit_map_header(const MapType &map, const CodeOptions &options, llvm::raw_ostream &out) {
  const std::string guard = names::include_guard(options.header_name, options.suffix);
  emit_banner(map, options.header_name, out);
  out << "#ifndef " << guard << "\n#define " << guard << "\n\n#include <mpi.h>\n";
  const std::vector<GeneratedType> types = generated_types(map);
  emit_packing_includes(types, out);
  emit_declarations(types, options.suffix, "MPI_DATATYPE_NULL while not built.", out);
  emit_packing(types, options.cxx, out);
  out << "\n#endif\n";
}

void emit_map_source(const MapType &map, const CodeOptions &options, bool indented_tree, llvm::raw_ostream &out) {
  emit_banner(map, options.source_name, out);
  if (options.cxx)
    emit_without_cxx_bindings(out);
  const std::vector<GeneratedType> types = generated_types(map);
  const bool has_header = !options.header_name.empty();
  out << "#include " << (has_header ? '"' + options.header_name + '"' : "<mpi.h>") << '\n';
  emit_runtime_include(types, options.packing, out);
  if (!has_header)
    emit_packing_for_runtime(types, options.cxx, out);
  out << '\n';
  if (!has_header)
    emit_prototypes(types, options.suffix, out);
  emit_comment(map, indented_tree, out);
  emit_definitions(types, options.suffix, out);
}

void emit_map_json(const MapType &map, llvm::raw_ostream &out) {
  llvm::json::OStream json(out, 2);
  json.object([&] {
    emit_json_head(json);
    json.attribute("name", map.name);
    json.attribute("elements", map.naive.element_count());
    json.attribute("size", map.naive.data_bytes());
    json.attribute("lb", map.lower_bound);
    json.attribute("extent", map.extent);
    const layout::Runs runs = layout::runs(map.naive, printed_limit);
    json.attributeArray("typemap", [&] {
      for (const layout::Run &run : runs.runs)
        json.object([&] { emit_json_run(json, run); });
    });
    if (!runs.complete)
      json.attribute("typemap_truncated", true);
    emit_json_signature(json, map.naive);
    emit_json_tree(json, map.optimal);
  });
  out << '\n';
}

void emit_map_text(const MapType &map, llvm::raw_ostream &out) {
  out << map.file << ": " << cost_line(map.optimal, map.naive_call) << '\n' << indented(map.optimal.tree, "  ");
}

} // namespace automap
