// Layouts from JSON. See layouts.h.
#include "layouts.h"

#include "model/quoted.h"
#include "model/report.h"

#include "llvm/Support/JSON.h"

#include <functional>

namespace automap {
namespace {

using llvm::json::Array;
using llvm::json::Object;
using llvm::json::Value;

std::string text(const Object &object, llvm::StringRef key) { return object.getString(key).value_or("").str(); }
std::int64_t number(const Object &object, llvm::StringRef key, std::int64_t otherwise = 0) {
  return object.getInteger(key).value_or(otherwise);
}

/// Calls visit(object) for each object of an array, which may be missing.
void each_object(const Object &owner, llvm::StringRef key, const std::function<void(const Object &)> &visit) {
  if (const Array *list = owner.getArray(key))
    for (const Value &value : *list)
      if (const Object *object = value.getAsObject())
        visit(*object);
}

class Reader {
public:
  explicit Reader(const Array &records) : records_(records) {}

  KnownRecord read(const Object &object) const {
    KnownRecord out;
    out.name = text(object, "qualified");
    out.view = text(object, "view");
    out.kind = text(object, "kind");
    out.file = text(object, "file");
    out.line = number(object, "line");
    out.mapped = text(object, "status") == "mapped";
    out.reason = text(object, "reason");
    out.size = number(object, "size");
    out.align = number(object, "align");
    out.signature = text(object, "signature");
    add_fields(object, "", 0, 0, out);
    each_object(object, "pointers", [&](const Object &pointer) {
      for (KnownField &field : out.fields)
        if (field.name == text(pointer, "field"))
          field.to = text(pointer, "to");
    });
    out.all_runs = !object.getBoolean("typemap_truncated").value_or(false);
    each_object(object, "typemap", [&](const Object &run) {
      const std::string first = text(run, "field"), last = text(run, "last_field");
      out.runs.push_back({text(run, "type"), number(run, "count"), last.empty() ? first : first + " to " + last});
    });
    return out;
  }

private:
  static constexpr int most_depth = 100; // of unnamed records in unnamed records

  const Object *record_of(const Object &field) const {
    const auto index = field.getInteger("record");
    if (!index || *index < 0 || static_cast<std::size_t>(*index) >= records_.size())
      return nullptr;
    return records_[static_cast<std::size_t>(*index)].getAsObject();
  }

  void add_fields(const Object &record, const std::string &path, std::int64_t base, int depth, KnownRecord &out) const {
    each_object(record, "fields", [&](const Object &object) {
      KnownField field;
      field.name = path + text(object, "name");
      field.type = text(object, "type");
      field.count = number(object, "count", 1);
      field.offset = base + number(object, "offset");
      field.size = number(object, "size");
      field.line = number(object, "line");
      field.is_bits = object.getInteger("bits").has_value();
      field.datatype = field.is_bits ? "bits" : text(object, "datatype");
      const Object *inner = record_of(object);
      field.is_record = object.getInteger("record").has_value();
      if (inner && text(*inner, "qualified").empty() && depth < most_depth) {
        add_fields(*inner, field.name.empty() ? "" : field.name + ".", field.offset, depth + 1, out);
        return;
      }
      if (inner)
        field.datatype = text(*inner, "qualified");
      if (text(object, "name").empty()) // a base
        field.name = path + field.type;
      out.fields.push_back(std::move(field));
    });
  }

  const Array &records_;
};

} // namespace

std::string KnownRecord::title() const {
  return (kind == "array" ? "" : kind + " ") + name + (view.empty() ? "" : ", view " + view);
}

std::optional<std::vector<KnownRecord>> read_layouts(llvm::StringRef json, const std::string &source) {
  const auto fail = [&](const std::string &why) {
    report_error() << quoted(source) << ": " << why << '\n';
    return std::nullopt;
  };
  auto value = llvm::json::parse(json);
  if (!value)
    return fail("no JSON: " + llvm::toString(value.takeError()));
  const Object *top = value->getAsObject();
  const Array *records = top ? top->getArray("records") : nullptr;
  if (!records)
    return fail("expected what 'automap --format=json' prints, with 'records'");
  const Object *head = top->getObject("automap");
  if (const auto schema = head ? head->getInteger("schema") : std::nullopt; schema != 1)
    return fail("this automap reads schema 1 of its JSON, not " + (schema ? std::to_string(*schema) : "this"));
  std::vector<KnownRecord> out;
  for (const Value &one : *records) {
    const Object *object = one.getAsObject();
    if (!object)
      return fail("'records' has something that is no record");
    if (object->getString("qualified").value_or("").empty())
      continue;
    if (object->getString("status") == "mapped" && !object->getArray("fields"))
      return fail("'" + text(*object, "qualified") + "' has no 'fields': make it again with this automap");
    out.push_back(Reader(*records).read(*object));
  }
  return out;
}

} // namespace automap
