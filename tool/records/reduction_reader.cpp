// Reading AutoMap_Reduce. See reduction_reader.h.
//
// The names in the directive become marks in a tree of fields. A walk over all fields then finds for each number the
// mark that is nearest above it.
#include "reduction_reader.h"

#include "ast/diagnose.h"
#include "model/hint.h"
#include "model/nearest_name.h"
#include "model/quoted.h"

#include "clang/AST/Decl.h"

#include "llvm/ADT/StringExtras.h"

#include <map>
#include <optional>
#include <utility>

namespace automap {
namespace {

/// A field and its operator.
struct Entry {
  PlacedName field, op_name;
  ReductionOperator op = ReductionOperator::sum;
  std::vector<PlacedName> with; // minloc, maxloc
};

/// What a directive says of a field: the operator's number, or one of the fields that go with it.
struct Role {
  const Entry *entry = nullptr; // null: nothing
  std::optional<std::size_t> with;
};

/// What a directive says of a field and of the parts of it.
struct Mark {
  Role role;
  std::map<const Field *, Mark> parts;

  /// Returns an entry that names the field or a part of it; there must be one.
  const Entry *first() const { return role.entry ? role.entry : parts.begin()->second.first(); }
};

/// Where the walk is.
struct Place {
  std::string path;
  std::uint64_t offset_bytes = 0;
  std::vector<Repetition> arrays; // the arrays of records around it

  Place in(const Field &field) const {
    Place out = *this;
    out.path += (out.path.empty() || field.name.empty() ? "" : ".") + field.name;
    out.offset_bytes += field.offset_bytes;
    return out;
  }
};

/// Adds the elements of the field to the arrays.
void add_elements(const Field &field, std::vector<Repetition> &arrays) {
  if (!field.extents.empty())
    arrays.push_back({field.element_count(), field.stride_bytes});
}

class ReductionReader {
public:
  ReductionReader(ReadingContext &context, Record &record, const clang::RecordDecl &definition, const Mapping &mapping,
                  const Part &part)
      : context_(context), record_(record), definition_(definition), mapping_(mapping), part_(part) {}

  void read() {
    std::vector<Entry> entries;
    for (const PlacedChoice &choice : mapping_.reductions)
      if (auto entry = read_entry(choice))
        entries.push_back(std::move(*entry));
    Mark root;
    for (const Entry &entry : entries) {
      mark(entry.field, {&entry, std::nullopt}, root);
      for (std::size_t i = 0; i < entry.with.size(); ++i)
        mark(entry.with[i], {&entry, i}, root);
    }
    walk(record_, root, {}, {});
    for (auto &[entry, pair] : pairs_)
      for (std::vector<Numbers> &of_one_name : pair.with)
        for (Numbers &numbers : of_one_name) {
          if (!pair.index) {
            refuse_without_number(*entry, numbers.path);
            break;
          }
          record_.reductions[*pair.index].with.push_back(std::move(numbers));
        }
    if (all_right_ && !missing_.empty())
      report_missing();
    if (!all_right_)
      record_.reductions.clear();
  }

private:
  /// What goes with the number of a minloc or maxloc, by the names in the directive.
  struct Pair {
    std::optional<std::size_t> index; // of its reduction
    std::vector<std::vector<Numbers>> with;
  };

  /// A field that the directive does not name.
  struct Missing {
    std::string path;
    std::optional<layout::BasicTypeId> type; // nothing: a bit-field
  };

  std::optional<Entry> read_entry(const PlacedChoice &choice) {
    const auto [name, fields] = split_reduction({choice.what.text});
    Entry entry{choice.value, {std::string(name.text), FieldLookup::part_of(choice.what.range, name)}, {}, {}};
    const auto op = reduction_operator_called(name.text);
    if (!op) {
      const std::string near = did_you_mean(entry.op_name.text, reduction_operators());
      refuse(entry.op_name,
             "unknown operator " + quoted(name.text) +
                 (near.empty() ? "; the operators are " + llvm::join(reduction_operators(), ", ") : near));
      return std::nullopt;
    }
    entry.op = *op;
    if (!fields.text.empty())
      for (const Word &field : split_list(fields))
        entry.with.push_back({std::string(field.text), FieldLookup::part_of(choice.what.range, field)});
    if (takes_fields(*op) == !entry.with.empty())
      return entry;
    refuse(entry.op_name, takes_fields(*op)
                              ? quoted(name.text) + " needs the fields that go with the chosen number: write '" +
                                    choice.value.text + ": " + entry.op_name.text + "(field)'"
                              : quoted(name.text) + " takes no fields; 'minloc' and 'maxloc' do");
    return std::nullopt;
  }

  /// Returns the fields on the way to a name, those without names included. Reports a name that cannot be reduced, and
  /// returns none.
  std::vector<const Field *> find(const PlacedName &path) {
    // A view may lack the field; the whole record's directive has been checked.
    if (part_.whole() && !context_.lookup.resolve(definition_, path)) {
      all_right_ = false;
      return {};
    }
    std::vector<const Field *> steps;
    const Record *scope = &record_;
    for (const Word &word : split_path({path.text})) {
      if (!scope || !find_in(*scope, word.text, steps)) {
        refuse(path, "field " + quoted(path.text) + " cannot be reduced by itself: what contains it travels as bytes");
        return {};
      }
      const Field &field = *steps.back();
      if (field.content == Field::Content::ignored) {
        refuse(path, "field " + quoted(path.text) + " cannot be reduced: " +
                         (field.link || !field.pointer_length.empty() ? "it is a pointer, which is"
                          : field.size_bytes == 0                     ? "it has no elements, and is"
                                                                      : "it is") +
                         " left out of the datatype");
        return {};
      }
      scope = field.content == Field::Content::record ? &context_.survey.records[field.record] : nullptr;
    }
    return steps;
  }

  bool find_in(const Record &record, std::string_view name, std::vector<const Field *> &steps) const {
    for (const Field &field : record.fields)
      if (!field.name.empty() && field.name == name) {
        steps.push_back(&field);
        return true;
      }
    for (const Field &field : record.fields)
      if (field.name.empty() && field.content == Field::Content::record) {
        steps.push_back(&field);
        if (find_in(context_.survey.records[field.record], name, steps))
          return true;
        steps.pop_back();
      }
    return false;
  }

  void mark(const PlacedName &path, const Role &role, Mark &root) {
    const std::vector<const Field *> steps = find(path);
    if (steps.empty())
      return;
    Mark *at = &root;
    const Entry *first = nullptr;
    for (const Field *step : steps) {
      at = &at->parts[step];
      first = at->role.entry ? at->role.entry : first;
      if (takes_fields(role.entry->op) && !role.with && !step->extents.empty())
        return refuse(path, quoted(role.entry->op_name.text) + " compares one number, but " +
                                (step == steps.back() ? quoted(path.text) + " is" : quoted(path.text) + " lies in") +
                                " an array");
    }
    if (!at->parts.empty())
      first = at->first();
    if (first)
      refuse(path, "field " + quoted(path.text) + " is named twice", first);
    at->role = role;
  }

  void walk(const Record &record, const Mark &mark, const Role &inherited, const Place &place) {
    static const Mark no_mark;
    for (const Field &field : record.fields) {
      if (field.content == Field::Content::ignored || field.size_bytes == 0)
        continue;
      const auto found = mark.parts.find(&field);
      const Mark &here = found == mark.parts.end() ? no_mark : found->second;
      const Role role = here.role.entry ? here.role : inherited;
      Place inner = place.in(field);
      if (field.content != Field::Content::record) {
        take(field, role, inner);
        continue;
      }
      const Record &element = context_.survey.records[field.record];
      add_elements(field, inner.arrays);
      if (element.reduces && !role.entry && here.parts.empty())
        lift_reductions(element, inner.path, inner.offset_bytes, inner.arrays, record_.reductions);
      else
        walk(element, here, role, inner);
    }
  }

  void take(const Field &field, const Role &role, const Place &place) {
    if (!role.entry)
      return missing_.push_back(
          {place.path, field.content == Field::Content::bits ? std::nullopt : std::optional(field.basic.id)});
    if (field.content == Field::Content::bits)
      return refuse_field(*role.entry, place.path, "is a bit-field, which no operator of MPI combines",
                          "make it an integer without a width");
    const Entry &entry = *role.entry;
    Numbers numbers{place.path, place.offset_bytes, field.basic, {}};
    add_elements(field, numbers.arrays);
    if (field.basic_count != 1)
      numbers.arrays.push_back({field.basic_count, field.basic.size_bytes});
    const std::string kind = "is " + std::string(kind_of(field.basic.id));
    if (role.with) {
      if (!has_order(field.basic.id))
        return refuse_field(entry, place.path, kind + ", but ties need numbers of which one is less",
                            "give it an operator of its own");
      numbers.arrays.insert(numbers.arrays.begin(), place.arrays.begin(), place.arrays.end());
      pair_of(entry).with[*role.with].push_back(std::move(numbers));
      return;
    }
    if (!fits(entry.op, field.basic.id))
      return refuse_operator(entry, place.path, field.basic.id);
    if (takes_fields(entry.op)) {
      if (pair_of(entry).index || !numbers.arrays.empty() || !place.arrays.empty())
        return refuse(entry.field, quoted(entry.op_name.text) + " compares one number, but " +
                                       quoted(entry.field.text) + " has several");
      pair_of(entry).index = record_.reductions.size();
    }
    record_.reductions.push_back({entry.op, std::move(numbers), {}, place.arrays});
  }

  Pair &pair_of(const Entry &entry) {
    Pair &pair = pairs_[&entry];
    pair.with.resize(entry.with.size());
    return pair;
  }

  static std::vector<std::string> operators_for(layout::BasicTypeId type) {
    std::vector<std::string> out;
    for (const std::string &name : reduction_operators())
      if (fits(*reduction_operator_called(name), type))
        out.push_back(name);
    return out;
  }

  void refuse_operator(const Entry &entry, const std::string &path, layout::BasicTypeId type) {
    const std::vector<std::string> others = operators_for(type);
    refuse_field(entry, path, "is " + std::string(kind_of(type)),
                 others.empty() ? "'signed char' and 'unsigned char' are integers"
                                : "the operators for it are " + llvm::join(others, ", "));
  }

  void refuse_field(const Entry &entry, const std::string &path, const std::string &why, const std::string &hint) {
    all_right_ = false;
    if (!part_.whole())
      return;
    error(diagnostics(), entry.op_name.range.getBegin(),
          quoted(entry.op_name.text) + " does not fit field " + quoted(path) + ": it " + why)
        << entry.op_name.range;
    note_field(path, hint);
  }

  /// Reports an error; `first` is the entry before that it contradicts, if there is one.
  void refuse(const PlacedName &place, const std::string &message, const Entry *first = nullptr) {
    if (!part_.whole())
      return; // the whole record has the same directive
    all_right_ = false;
    error(diagnostics(), place.range.getBegin(), message) << place.range;
    if (first)
      note(diagnostics(), first->field.range.getBegin(), "the first time is here") << first->field.range;
  }

  /// Notes a hint at the field of this record in which `path` lies.
  void note_field(const std::string &path, const std::string &hint) const {
    const auto steps = context_.lookup.find(definition_, path.substr(0, path.find('.')));
    const clang::SourceLocation place = steps.empty() ? definition_.getLocation() : steps.back()->getLocation();
    note(diagnostics(), place, for_user(hint, path));
  }

  std::string for_user(const std::string &text, const std::string &path = "") const {
    return hint_for(context_.options.keys_place, text, path);
  }

  /// Reports that the number that decides about the field `path` does not travel.
  void refuse_without_number(const Entry &entry, const std::string &path) {
    all_right_ = false;
    if (part_.whole())
      error(diagnostics(), entry.op_name.range.getBegin(),
            quoted(entry.op_name.text) + " compares one number, but " + quoted(entry.field.text) + " has none")
          << entry.op_name.range;
    else
      warning(diagnostics(), mapping_.reduce.getBegin(),
              "the view " + quoted(part_.view) + " gets no operator: it lacks " + quoted(entry.field.text) +
                  ", which decides about " + quoted(path))
          << mapping_.reduce;
  }

  void report_missing() {
    all_right_ = false;
    std::vector<std::string> names;
    for (const Missing &each : missing_)
      names.push_back(quoted(each.path));
    const std::string fields = (names.size() == 1 ? "field " : "fields ") + llvm::join(names, ", ");
    if (!part_.whole()) {
      warning(
          diagnostics(), mapping_.reduce.getBegin(),
          for_user("the view " + quoted(part_.view) + " gets no operator: 'AutoMap_Reduce' does not name " + fields))
          << mapping_.reduce;
      return;
    }
    error(diagnostics(), mapping_.reduce.getBegin(), for_user("'AutoMap_Reduce' does not name " + fields))
        << mapping_.reduce;
    const auto &[path, type] = missing_.front();
    const std::vector<std::string> operators = type ? operators_for(*type) : std::vector<std::string>();
    const std::string naming = operators.empty()
                                   ? "no operator fits it; "
                                   : "name it, as in " + quoted(path + ": " + operators.front()) + ", or ";
    note_field(path, naming + "leave it out of the datatype with '/*~ AutoMap_Ignore */'");
  }

  clang::DiagnosticsEngine &diagnostics() const { return context_.ast.getDiagnostics(); }

  ReadingContext &context_;
  Record &record_;
  const clang::RecordDecl &definition_;
  const Mapping &mapping_;
  const Part &part_;
  bool all_right_ = true;
  std::vector<Missing> missing_;
  std::map<const Entry *, Pair> pairs_;
};

} // namespace

void read_reductions(ReadingContext &context, Record &record, const clang::RecordDecl &definition, const Part &part) {
  const Mapping *mapping = context.annotations.find(definition);
  if (!mapping || mapping->reductions.empty() || part.member)
    return;
  record.reduces = true;
  ReductionReader(context, record, definition, *mapping, part).read();
}

void lift_reductions(const Record &inner, const std::string &path, std::uint64_t offset_bytes,
                     const std::vector<Repetition> &arrays, std::vector<Reduction> &out) {
  const auto lift = [&](Numbers &numbers) {
    numbers.path = path + (path.empty() ? "" : ".") + numbers.path;
    numbers.offset_bytes += offset_bytes;
  };
  for (Reduction reduction : inner.reductions) {
    lift(reduction.numbers);
    for (Numbers &numbers : reduction.with)
      lift(numbers);
    reduction.around.insert(reduction.around.begin(), arrays.begin(), arrays.end());
    out.push_back(std::move(reduction));
  }
}

} // namespace automap
