// Prints a survey as JSON. json-format.md documents the schema; change both together.
#include "emit.h"
#include "json_parts.h"
#include "link_text.h"
#include "model/names.h"

#include <algorithm>

namespace automap {
namespace {

void print_typemap(llvm::json::OStream &json, const Survey &survey, const Record &record,
                   const std::vector<layout::Run> &runs) {
  json.attributeArray("typemap", [&] {
    for (const layout::Run &run : runs)
      json.object([&] {
        emit_json_run(json, run);
        const std::string first = field_path(survey, record, static_cast<std::uint64_t>(run.offset));
        json.attribute("field", first);
        const std::string last = field_path(survey, record, static_cast<std::uint64_t>(run.end() - run.stride));
        // A run may end inside the array that it begins with, or several fields later.
        if (!llvm::StringRef(last).starts_with(first + "[") && last != first)
          json.attribute("last_field", last);
      });
  });
}

/// Prints the length that AutoMap_Len gives and, with AutoLink, where pointers lead.
void print_pointers(llvm::json::OStream &json, const Survey &survey, const Record &record) {
  const auto is_pointer = [](const Field &field) { return !field.pointer_length.empty() || field.link; };
  if (std::ranges::none_of(record.fields, is_pointer))
    return;
  json.attributeArray("pointers", [&] {
    for (const Field &field : record.fields)
      if (is_pointer(field))
        json.object([&] {
          json.attribute("field", field.name);
          if (!field.pointer_length.empty())
            json.attribute("length", llvm::json::fixUTF8(field.pointer_length));
          if (field.link)
            json.attribute("to", llvm::json::fixUTF8(describe(survey, *field.link)));
        });
  });
}

void print_remarks(llvm::json::OStream &json, const Record &record) {
  if (record.remarks.empty())
    return;
  json.attributeArray("remarks", [&] {
    for (const Remark &remark : record.remarks)
      json.object([&] {
        json.attribute("line", remark.line);
        json.attribute("text", llvm::json::fixUTF8(remark.text));
      });
  });
}

void print_layout(llvm::json::OStream &json, const Survey &survey, const Record &record) {
  json.attribute("size", record.size_bytes);
  json.attribute("align", record.align_bytes);
  json.attribute("lb", 0);
  json.attribute("extent", record.size_bytes);
  const layout::Runs all = runs(record.tree, printed_limit);
  print_typemap(json, survey, record, all.runs);
  if (!all.complete)
    json.attribute("typemap_truncated", true);
  const Padding pad = padding(survey, record, all);
  if (pad.complete)
    json.attributeArray("holes", [&] {
      for (const Bytes &hole : pad.holes)
        json.object([&] {
          json.attribute("offset", hole.offset);
          json.attribute("size", hole.size);
        });
    });
  else
    json.attribute("holes_omitted", true);
  json.attribute("tail_padding", pad.tail_bytes);
  emit_json_signature(json, record.tree);
  emit_json_tree(json, record.optimal);
  print_pointers(json, survey, record);
  print_remarks(json, record);
}

} // namespace

void emit_json(const Survey &survey, llvm::raw_ostream &out) {
  llvm::json::OStream json(out, 2);
  json.object([&] {
    emit_json_head(json);
    json.attributeArray("records", [&] {
      for (const Record &record : survey.records) {
        if (!record.listed)
          continue;
        json.object([&] {
          json.attribute("name", llvm::json::fixUTF8(record.name));
          json.attribute("qualified", llvm::json::fixUTF8(record.qualified));
          json.attribute("kind", record.kind);
          if (!record.view.empty())
            json.attribute("view", llvm::json::fixUTF8(record.view));
          json.attribute("file", llvm::json::fixUTF8(record.location.file));
          json.attribute("line", record.location.line);
          json.attribute("status", record.mapped ? "mapped" : "refused");
          if (!record.mapped) {
            json.attribute("reason", llvm::json::fixUTF8(record.reason));
            return;
          }
          if (!record.datatypes.empty())
            json.attributeArray("datatypes", [&] {
              for (const Record::Datatype &datatype : record.datatypes)
                json.value(names::datatype(datatype.name));
            });
          print_layout(json, survey, record);
        });
      }
    });
  });
  out << '\n';
}

} // namespace automap
