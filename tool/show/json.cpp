// Prints a survey as JSON. json-format.md documents the schema; change both together.
#include "emit.h"
#include "json_parts.h"
#include "link_text.h"
#include "model/names.h"

#include <algorithm>
#include <optional>
#include <vector>

namespace automap {
namespace {

void print_typemap(llvm::json::OStream &json, const Survey &survey, const Record &record,
                   const std::vector<layout::Run> &runs) {
  FieldPaths paths(survey);
  json.attributeArray("typemap", [&] {
    for (const layout::Run &run : runs)
      json.object([&] {
        emit_json_run(json, run);
        const std::string first = paths.at(record, static_cast<std::uint64_t>(run.offset));
        json.attribute("field", first);
        const std::string last = paths.at(record, static_cast<std::uint64_t>(run.end() - run.stride));
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

/// Prints how AutoMap_Reduce combines the fields.
void print_reductions(llvm::json::OStream &json, const Record &record) {
  if (record.reductions.empty())
    return;
  json.attributeArray("reductions", [&] {
    for (const Reduction &reduction : record.reductions)
      json.object([&] {
        json.attribute("field", llvm::json::fixUTF8(reduction.numbers.path));
        json.attribute("operator", std::string(name_of(reduction.op)));
        if (!reduction.with.empty())
          json.attributeArray("with", [&] {
            for (const Numbers &numbers : reduction.with)
              json.value(llvm::json::fixUTF8(numbers.path));
          });
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

/// The number of each record in the output, by its index in the survey.
using Positions = std::vector<std::optional<std::size_t>>;

/// Prints the fields in the order of the type map.
void print_fields(llvm::json::OStream &json, const Record &record, const Positions &positions) {
  json.attributeArray("fields", [&] {
    for (const Field &field : record.fields)
      json.object([&] {
        json.attribute("name", llvm::json::fixUTF8(field.name));
        json.attribute("type", llvm::json::fixUTF8(field.type));
        json.attribute("offset", field.offset_bytes);
        json.attribute("size", field.size_bytes);
        if (field.line != 0)
          json.attribute("line", field.line);
        std::uint64_t count = field.element_count();
        if (field.content == Field::Content::basic) {
          json.attribute("datatype", std::string(layout::mpi_name(field.basic.id)));
          count *= field.basic_count;
        } else if (field.content == Field::Content::bits) {
          json.attribute("bits", field.bit_width);
        } else if (field.content == Field::Content::record && positions[field.record]) {
          json.attribute("record", *positions[field.record]);
        }
        if (count != 1)
          json.attribute("count", count);
      });
  });
}

void print_layout(llvm::json::OStream &json, const Survey &survey, const Record &record, const Positions &positions) {
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
  print_fields(json, record, positions);
  emit_json_signature(json, record.tree);
  emit_json_tree(json, record.optimal);
  print_pointers(json, survey, record);
  print_reductions(json, record);
  print_remarks(json, record);
}

void print_object(llvm::json::OStream &json, const Survey &survey, const ObjectClass &of) {
  const auto text = [&](const char *key, const std::string &value) {
    if (!value.empty())
      json.attribute(key, llvm::json::fixUTF8(value));
  };
  const auto list = [&](const char *key, const std::vector<std::string> &values) {
    json.attributeArray(key, [&] {
      for (const std::string &value : values)
        json.value(llvm::json::fixUTF8(value));
    });
  };
  text("name", of.name);
  text("kind", of.kind);
  text("file", of.location.file);
  json.attribute("line", of.location.line);
  text("because", of.reached_by);
  json.attribute("size", of.size_bytes);
  json.attributeArray("parts", [&] {
    for (const ObjectMember &part : of.parts)
      json.object([&] {
        json.attribute("name", llvm::json::fixUTF8(part.field.name));
        json.attribute("type", llvm::json::fixUTF8(part.field.type));
        json.attribute("offset", part.field.offset_bytes);
        json.attribute("size", part.field.size_bytes);
        if (part.field.line != 0)
          json.attribute("line", part.field.line);
        if (part.field.is_base)
          json.attribute("base", true);
        text(part.is_left_out ? "left_out" : "how", part.how);
        if (!part.classes.empty())
          list("classes", part.classes);
      });
  });
  if (of.derived) {
    std::vector<std::string> derived;
    for (const ObjectClass &other : survey.objects)
      if (std::ranges::count(*of.derived, other.spelling) != 0)
        derived.push_back(other.name);
    list("derived", derived);
  }
  text("make", of.make);
  text("arrived", of.arrived);
}

} // namespace

void emit_json(const Survey &survey, llvm::raw_ostream &out) {
  llvm::json::OStream json(out, 2);
  Positions positions(survey.records.size());
  for (std::size_t i = 0, next = 0; i < survey.records.size(); ++i)
    if (survey.records[i].listed)
      positions[i] = next++;
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
          if (!record.datatypes.empty() && !record.reductions.empty())
            json.attributeArray("operators", [&] {
              for (const Record::Datatype &datatype : record.datatypes)
                json.value(names::reduction(datatype.name));
            });
          print_layout(json, survey, record, positions);
        });
      }
    });
    if (!survey.objects.empty())
      json.attributeArray("objects", [&] {
        for (const ObjectClass &of : survey.objects)
          json.object([&] { print_object(json, survey, of); });
      });
  });
  out << '\n';
}

} // namespace automap
