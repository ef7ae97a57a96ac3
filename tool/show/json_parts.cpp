// Parts of JSON. See json_parts.h. Change json-format.md together with them, and raise schema_version if a key is
// removed or changes its meaning.
#include "json_parts.h"

#include "version.h"

#include "layout/signature.h"
#include "layout/type_tree_text.h"

namespace automap {
namespace {

constexpr int schema_version = 1;

} // namespace

void emit_json_head(llvm::json::OStream &json) {
  json.attributeObject("automap", [&] {
    json.attribute("schema", schema_version);
    json.attribute("version", AUTOMAP_VERSION);
  });
}

void emit_json_run(llvm::json::OStream &json, const layout::Run &run) {
  const std::string_view name = layout::mpi_name(run.type.id);
  json.attribute("type", llvm::StringRef(name.data(), name.size()));
  json.attribute("offset", run.offset);
  json.attribute("count", run.count);
  json.attribute("stride", run.stride);
}

void emit_json_signature(llvm::json::OStream &json, const layout::TypeTree &tree) {
  json.attribute("signature", to_string(layout::signature_of(tree)));
}

void emit_json_tree(llvm::json::OStream &json, const OptimalTree &optimal) {
  json.attributeBegin("tree");
  json.rawValue(layout::to_json(optimal.tree));
  json.attributeEnd();
  json.attribute("cost", optimal.cost);
  json.attribute("naive_cost", optimal.naive_cost);
  json.attribute("dag_cost", optimal.dag_cost);
  json.attribute("proved", optimal.proved);
  json.attribute("lower_bound", optimal.lower_bound);
}

} // namespace automap
