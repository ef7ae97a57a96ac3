// Comparing layouts. See compare.h.
#include "compare.h"

#include "model/quoted.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

namespace automap {
namespace {

using What = FieldChange::What;

bool is_sent(const KnownField &field) { return !field.datatype.empty(); }

/// Whether two fields are the same but for their place.
bool are_alike(const KnownField &a, const KnownField &b) {
  return a.type == b.type && a.size == b.size && a.datatype == b.datatype && a.count == b.count && a.to == b.to;
}

/// Finds what has happened to each field: by its name, and if it has no old or new one, by its place and type.
std::vector<FieldChange> compare_fields(const KnownRecord &before, const KnownRecord &after) {
  std::map<std::string, const KnownField *> old_fields;
  for (const KnownField &field : before.fields)
    old_fields.emplace(field.name, &field);
  std::set<std::string> kept;
  for (const KnownField &field : after.fields)
    kept.insert(field.name);
  std::vector<FieldChange> out;
  std::set<const KnownField *> renamed;
  for (const KnownField &field : after.fields) {
    const auto known = old_fields.find(field.name);
    if (known != old_fields.end()) {
      const bool has_moved = known->second->offset != field.offset;
      if (!are_alike(*known->second, field))
        out.push_back({What::changed, *known->second, field, has_moved});
      else if (has_moved)
        out.push_back({What::moved, *known->second, field, true});
      continue;
    }
    const auto renamed_from = std::ranges::find_if(before.fields, [&](const KnownField &old) {
      return !kept.count(old.name) && old.offset == field.offset && are_alike(old, field) && !renamed.count(&old);
    });
    if (renamed_from == before.fields.end()) {
      out.push_back({What::added, {}, field});
    } else {
      renamed.insert(&*renamed_from);
      out.push_back({What::renamed, *renamed_from, field});
    }
  }
  for (const KnownField &field : before.fields)
    if (!kept.count(field.name) && !renamed.count(&field))
      out.push_back({What::removed, field, {}});
  return out;
}

/// The first element at which two messages differ.
struct FirstDifference {
  std::int64_t element = 0;
  const KnownRun *before = nullptr, *after = nullptr; // null: that message has ended
};

std::optional<FirstDifference> first_difference(const KnownRecord &before, const KnownRecord &after) {
  FirstDifference out;
  std::size_t i = 0, j = 0;
  std::int64_t used_i = 0, used_j = 0;
  while (i < before.runs.size() && j < after.runs.size() && before.runs[i].type == after.runs[j].type) {
    const std::int64_t step = std::min(before.runs[i].count - used_i, after.runs[j].count - used_j);
    out.element += step;
    used_i += step;
    used_j += step;
    if (used_i >= before.runs[i].count)
      ++i, used_i = 0;
    if (used_j >= after.runs[j].count)
      ++j, used_j = 0;
  }
  out.before = i < before.runs.size() ? &before.runs[i] : nullptr;
  out.after = j < after.runs.size() ? &after.runs[j] : nullptr;
  if ((!out.before && !before.all_runs) || (!out.after && !after.all_runs) || (!out.before && !out.after))
    return std::nullopt;
  return out;
}

std::int64_t line_of(const KnownRecord &record, const std::string &name) {
  for (const KnownField &field : record.fields)
    if (name == field.name || name.starts_with(field.name + ".") || name.starts_with(field.name + "[") ||
        name.starts_with(field.name + " "))
      return field.line;
  return 0;
}

/// Returns the names of the fields that are sent, in the order of the message. A renamed field has its old name.
std::vector<std::string> sent_names(const KnownRecord &record, const std::vector<FieldChange> &changes) {
  std::vector<std::string> out;
  for (const KnownField &field : record.fields) {
    if (!is_sent(field) || field.is_bits)
      continue;
    out.push_back(field.name);
    for (const FieldChange &change : changes)
      if (change.what == What::renamed && change.after.name == field.name)
        out.back() = change.before.name;
  }
  return out;
}

Consequence compare_messages(const KnownRecord &before, const KnownRecord &after,
                             const std::vector<FieldChange> &changes) {
  if (before.signature == after.signature) {
    const std::vector<std::string> old_names = sent_names(before, changes), new_names = sent_names(after, changes);
    const auto [old_name, new_name] = std::ranges::mismatch(old_names, new_names);
    if (old_name != old_names.end() && new_name != new_names.end()) {
      const bool both_stay = std::ranges::find(old_names, *new_name) != old_names.end() &&
                             std::ranges::find(new_names, *old_name) != new_names.end();
      return {both_stay ? Verdict::broken : Verdict::conditional,
              "match by their types, but what one program sends as " + quoted(*old_name) + " arrives in " +
                  quoted(*new_name) + " of the other",
              line_of(after, *new_name)};
    }
    return {Verdict::same, "match", 0};
  }
  const auto different = first_difference(before, after);
  if (!different)
    return {Verdict::broken, "do not match", 0};
  const std::string element = "element " + std::to_string(different->element);
  const auto of = [](const KnownRun &run) {
    return run.type + (run.field.empty() ? "" : " (" + quoted(run.field) + ")");
  };
  if (!different->before)
    return {Verdict::broken,
            "do not match: new ones are longer, by " + of(*different->after) + " from " + element +
                " on, which old programs have no room for",
            line_of(after, different->after->field)};
  if (!different->after)
    return {Verdict::broken,
            "do not match: old ones are longer, by " + of(*different->before) + " from " + element +
                " on, which new programs have no room for",
            0};
  return {Verdict::broken,
          "do not match: " + element + " was " + of(*different->before) + " and is " + of(*different->after),
          line_of(after, different->after->field)};
}

/// Says what AL_File_read does with a field that has changed (autolink/al_file.h).
Consequence read_field_of_file(const FieldChange &change) {
  const KnownField &before = change.before, &after = change.after;
  const std::string name = quoted(change.field().name);
  switch (change.what) {
  case What::added:
    return {Verdict::same, name + " has its initial value", after.line};
  case What::removed:
    return {Verdict::same, name + " is skipped", 0};
  case What::renamed:
    return {Verdict::conditional,
            quoted(before.name) + " is skipped, and " + name +
                " has its initial value: files know fields by their names",
            after.line};
  case What::moved:
    return {};
  case What::changed:
    break;
  }
  const auto broken = [&](const std::string &why) { return Consequence{Verdict::broken, name + why, after.line}; };
  if (!before.to.empty() || !after.to.empty()) {
    if (before.to == after.to)
      return {};
    return {Verdict::conditional,
            name + " must lead to the same kind of thing: it led to " + before.to + ", and now to " + after.to,
            after.line};
  }
  if (is_sent(before) != is_sent(after))
    return is_sent(after) ? Consequence{Verdict::same, name + " has its initial value", after.line}
                          : Consequence{Verdict::same, name + " is skipped", after.line};
  const auto is_raw = [](const KnownField &field) { return field.is_bits || field.datatype == "MPI_BYTE"; };
  if (is_raw(before) || is_raw(after))
    return broken(" is bytes of no known type, which must be as they were");
  if (before.is_record != after.is_record)
    return broken(" is a struct on one side alone");
  Consequence out;
  const Verdict values = before.is_record ? Verdict::same : conversion_of(before.datatype, after.datatype);
  if (values == Verdict::broken)
    return broken(" was " + before.datatype + " and is " + after.datatype + ", which is not converted");
  if (values == Verdict::conditional)
    out = {values, name + " is converted if its values fit", after.line};
  if (after.count < before.count)
    out = {Verdict::conditional, name + " is shorter: what is cut off must be zero", after.line};
  return out;
}

Consequence compare_files(const std::vector<FieldChange> &changes) {
  Consequence out{Verdict::same, "", 0};
  for (const FieldChange &change : changes) {
    const Consequence one = read_field_of_file(change);
    if (one.text.empty())
      continue;
    if (one.verdict > out.verdict || out.line == 0)
      out.line = one.line;
    out.verdict = std::max(out.verdict, one.verdict);
    out.text += (out.text.empty() ? "" : "; ") + one.text;
  }
  const char *heads[] = {"stay readable", "stay readable, with conditions", "are not readable"};
  out.text = heads[static_cast<std::size_t>(out.verdict)] + (out.text.empty() ? "" : ": " + out.text);
  return out;
}

RecordChange compare_records(const KnownRecord &before, const KnownRecord &after) {
  RecordChange out{RecordChange::What::same, before, after, compare_fields(before, after), {}, {}, true};
  out.same_bytes = before.size == after.size && std::ranges::none_of(out.fields, [](const FieldChange &change) {
                     return change.what != What::renamed && !(change.what == What::added && change.after.size == 0);
                   });
  if (before.mapped != after.mapped) {
    const std::string why = after.mapped ? "there were none before" : "there are none any more: " + after.reason;
    const Verdict verdict = after.mapped ? Verdict::same : Verdict::broken;
    out.messages = {verdict, why, 0};
    out.files = {verdict, why, 0};
  } else {
    out.messages = compare_messages(before, after, out.fields);
    out.files = compare_files(out.fields);
  }
  if (!out.fields.empty() || before.size != after.size || before.align != after.align ||
      before.mapped != after.mapped || before.signature != after.signature)
    out.what = RecordChange::What::changed;
  return out;
}

} // namespace

bool Difference::is_compatible() const {
  return std::ranges::none_of(records, [](const RecordChange &change) {
    return change.messages.verdict == Verdict::broken || change.files.verdict == Verdict::broken;
  });
}

Difference compare_layouts(const std::vector<KnownRecord> &before, const std::vector<KnownRecord> &after) {
  using RecordWhat = RecordChange::What;
  Difference out;
  const auto key = [](const KnownRecord &record) { return std::pair(record.name, record.view); };
  std::map<std::pair<std::string, std::string>, const KnownRecord *> known;
  for (const KnownRecord &record : before)
    known.emplace(key(record), &record);
  std::set<std::pair<std::string, std::string>> kept;
  for (const KnownRecord &record : after) {
    if (!kept.insert(key(record)).second)
      continue;
    if (const auto old = known.find(key(record)); old != known.end())
      out.records.push_back(compare_records(*old->second, record));
    else
      out.records.push_back({RecordWhat::added,
                             {},
                             record,
                             {},
                             {Verdict::same, "there were none before", 0},
                             {Verdict::same, "there were none before", 0},
                             true});
  }
  for (const KnownRecord &record : before)
    if (!kept.count(key(record)))
      out.records.push_back({RecordWhat::removed,
                             record,
                             {},
                             {},
                             {Verdict::broken, "there are none any more", 0},
                             {Verdict::broken, "there are none any more", 0},
                             false});
  return out;
}

std::string describe(const FieldChange &change) {
  const KnownField &before = change.before, &after = change.after;
  const auto at = [](const KnownField &field) {
    return "at byte " + std::to_string(field.offset) + ", " + plural(static_cast<std::uint64_t>(field.size), "byte");
  };
  switch (change.what) {
  case What::added:
    return after.type + " is new, " + at(after);
  case What::removed:
    return before.type + " is gone, was " + at(before);
  case What::renamed:
    return "was called " + quoted(before.name);
  case What::moved:
    return "moved from byte " + std::to_string(before.offset) + " to " + std::to_string(after.offset);
  case What::changed:
    break;
  }
  std::string text;
  const auto add = [&](const std::string &part) { text += (text.empty() ? "" : ", ") + part; };
  if (before.type != after.type)
    add("was " + before.type + ", is " + after.type);
  if (before.size != after.size)
    add(std::to_string(before.size) + " to " + plural(static_cast<std::uint64_t>(after.size), "byte"));
  if (before.datatype != after.datatype)
    add(!is_sent(before)  ? "is sent now"
        : !is_sent(after) ? "is not sent any more"
                          : "sent as " + after.datatype + ", was " + before.datatype);
  if (before.to != after.to)
    add("leads to " + (after.to.empty() ? "nothing" : after.to) + ", was " +
        (before.to.empty() ? "nothing" : before.to));
  if (change.has_moved)
    add("moved from byte " + std::to_string(before.offset) + " to " + std::to_string(after.offset));
  return text;
}

} // namespace automap
