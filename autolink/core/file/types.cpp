// Types of files. See types.h.
#include "types.h"

#include "core/base/failure.h"
#include "core/base/leb128.h"
#include "core/base/wire.h"

#include <algorithm>
#include <bit>

namespace autolink::file {
namespace {

constexpr unsigned max_depth = 100; // of records in records

[[noreturn]] void fail_tables(AL_Type type, const char *what) {
  throw Failure(AL_ERR_TABLES, std::string("AutoLink: the names of fields of type ") + type->name + ": " + what);
}

/// Reads the fields of one class from its tables.
class PlanReader {
public:
  explicit PlanReader(const NodeClass &c) : class_(c) {}

  std::vector<Field> fields() const {
    const AL_Type type = class_.type;
    return type->n_fields > 0 ? read(type->fields, type->n_fields, 0, type->size, 0) : single();
  }

private:
  /// Returns the field of a type that is one value or one pointer.
  std::vector<Field> single() const {
    Field out;
    if (class_.type->n_data == 1 && class_.slots.empty()) {
      const AL_Run &run = class_.type->data[0];
      out.kind = run.basic;
      out.offset = run.offset;
      out.count = run.count;
      out.stride = run.count == 1 ? 0 : run.stride;
    } else if (class_.type->n_data == 0 && class_.slots.size() == 1) {
      out = pointer(0);
    } else {
      return {};
    }
    return {out};
  }

  Field pointer(std::uint64_t offset) const {
    const auto slot = std::find_if(class_.slots.begin(), class_.slots.end(), [&](const Slot &one) {
      const std::uint64_t past = offset - one.offset;
      return offset >= one.offset && past % one.stride == 0 && past / one.stride < one.count;
    });
    if (slot == class_.slots.end())
      fail_tables(class_.type, "the pointer of a name is missing");
    Field out;
    out.kind = AL_FIELD_POINTER;
    out.offset = slot->offset;
    out.count = slot->count;
    out.stride = slot->count == 1 ? 0 : slot->stride;
    const auto add = [&](std::int64_t value, const Target &target) {
      out.leads.choices.push_back({value, target.kind, target.node_class});
    };
    if (slot->choices.empty())
      add(0, slot->target);
    else
      out.leads.chosen_by = slot->is_headed ? AL_HEADED : slot->is_late ? AL_ANY_LATE : AL_ANY;
    for (const auto &[value, target] : slot->choices)
      add(value, target);
    return out;
  }

  std::vector<Field> read(const AL_Field *fields, std::uint64_t n, std::uint64_t begin, std::uint64_t room,
                          unsigned depth) const {
    if (!fields || depth > max_depth)
      fail_tables(class_.type, "there are none, or too many inside each other");
    std::vector<Field> out;
    for (std::uint64_t i = 0; i < n; ++i) {
      const AL_Field &from = fields[i];
      const bool is_known = from.kind < AL_BASIC_TYPES || from.kind == AL_FIELD_RECORD ||
                            from.kind == AL_FIELD_POINTER || from.kind == AL_FIELD_BITS;
      if (!from.name || !is_known || from.count == 0 || from.offset > room ||
          (from.count > 1 && (from.stride == 0 || (from.count - 1) > (room - from.offset) / from.stride)))
        fail_tables(class_.type, "a field is impossible");
      Field to;
      if (from.kind == AL_FIELD_POINTER)
        to.leads = pointer(begin + from.offset).leads;
      to.name = from.name;
      to.kind = from.kind;
      to.offset = from.offset;
      to.count = from.count;
      to.stride = from.count == 1 ? 0 : from.stride;
      if (from.kind == AL_FIELD_RECORD && from.n_fields > 0)
        to.fields = read(from.fields, from.n_fields, begin + from.offset, room - from.offset, depth + 1);
      out.push_back(std::move(to));
    }
    return out;
  }

  const NodeClass &class_;
};

void write_fields(leb128::Writer &to, const std::vector<Field> &fields) {
  to.write_number(fields.size());
  for (const Field &field : fields) {
    to.write_text(field.name);
    to.write_number(field.kind);
    to.write_number(field.offset);
    to.write_number(field.count);
    if (field.count != 1)
      to.write_number(field.stride);
    if (field.kind == AL_FIELD_RECORD)
      write_fields(to, field.fields);
    if (field.kind != AL_FIELD_POINTER)
      continue;
    to.write_number(field.leads.chosen_by);
    if (field.leads.chosen_by != 0)
      to.write_number(field.leads.choices.size());
    for (const Leads::Choice &choice : field.leads.choices) {
      if (field.leads.chosen_by != 0)
        to.write_signed(choice.value);
      to.write_number(choice.kind);
      to.write_number(choice.kind == AL_WEAK ? choice.node_class + 1 : choice.node_class); // no_class + 1 is 0
    }
  }
}

void require_types(bool condition, const char *what) {
  if (!condition)
    throw Failure(AL_ERR_DAMAGED, std::string("AutoLink: the types are impossible: ") + what);
}

class TypesReader {
public:
  explicit TypesReader(std::span<const std::byte> bytes) : from_(bytes.data(), bytes.size()) {}

  Types run() {
    out_.is_big_endian = number(1) != 0;
    out_.pointer_bytes = static_cast<unsigned>(number(8));
    require_types(out_.pointer_bytes == 4 || out_.pointer_bytes == 8, "the size of pointers");
    for (std::uint32_t basic = 0; basic < AL_BASIC_TYPES; ++basic)
      out_.forms.push_back(usual_form_of(basic));
    for (std::size_t n = from_.read_count(); n > 0 && !from_.failed(); --n) {
      const std::uint64_t basic = number(AL_BASIC_TYPES - 1);
      Form &form = out_.forms[static_cast<std::size_t>(basic)];
      const bool is_number = form.kind != Form::character && form.kind != Form::bytes;
      form = Form::of_code(from_.read_byte());
      require_types(from_.failed() ||
                        (is_number && form.kind != Form::character && form.kind != Form::bytes && form.size > 0),
                    "a basic type has an impossible form");
    }
    n_classes_ = from_.read_count();
    if (n_classes_ == 0) {
      out_.content = read_content();
      return std::move(out_);
    }
    for (std::uint64_t i = 0; i < n_classes_ && !from_.failed(); ++i)
      out_.classes.push_back(read_class());
    require_types(!from_.failed() && from_.is_at_end(), "they have another length");
    require_types(out_.classes[0].kind == NodeKind::record, "the root is no record");
    for (const Class &c : out_.classes)
      check_fields(c.fields, c.size);
    return std::move(out_);
  }

private:
  std::uint64_t number(std::uint64_t most) {
    const std::uint64_t out = from_.read_number();
    require_types(!from_.failed() && out <= most, "a number is too large");
    return out;
  }

  std::string text() {
    std::string out = from_.read_text();
    std::replace_if(out.begin(), out.end(), [](char c) { return c < ' ' || c > '~'; }, '?');
    return out;
  }

  ContentType read_content() {
    ContentType out;
    out.hash = from_.read_eight();
    out.name = text();
    out.fields = from_.read_text();
    require_types(!from_.failed() && from_.is_at_end(), "they have another length");
    return out;
  }

  Class read_class() {
    Class out;
    out.kind = static_cast<NodeKind>(number(2));
    out.size = number(wire::max_element_bytes);
    require_types(out.size > 0 && (out.kind != NodeKind::string || out.size == 1), "the size of a type");
    out.signature_hash = from_.read_eight();
    out.signature_count = from_.read_number();
    out.name = text();
    out.has_names = number(1) != 0;
    if (out.has_names)
      out.fields = read_fields(0);
    return out;
  }

  std::vector<Field> read_fields(unsigned depth) {
    require_types(depth <= max_depth, "records are too deep inside each other");
    std::vector<Field> out;
    for (std::size_t n = from_.read_count(); n > 0 && !from_.failed(); --n) {
      Field field;
      field.name = text();
      field.kind = static_cast<std::uint32_t>(number(AL_FIELD_BITS));
      require_types(field.kind < AL_BASIC_TYPES || field.kind >= AL_FIELD_RECORD, "the kind of a field");
      field.offset = number(wire::max_element_bytes);
      field.count = number(wire::max_element_bytes);
      field.stride = field.count == 1 ? 0 : number(wire::max_element_bytes);
      require_types(field.count == 1 || (field.count > 1 && field.stride > 0), "the place of a field");
      if (field.kind == AL_FIELD_RECORD)
        field.fields = read_fields(depth + 1);
      if (field.kind == AL_FIELD_POINTER)
        field.leads = read_leads();
      out.push_back(std::move(field));
    }
    return out;
  }

  Leads read_leads() {
    Leads out;
    out.chosen_by = static_cast<std::uint32_t>(number(AL_HEADED));
    require_types(out.chosen_by == 0 || out.chosen_by == AL_ANY || out.is_known_late(), "where a pointer leads");
    std::size_t n = out.chosen_by == 0 ? 1 : from_.read_count();
    require_types(n > 0, "where a pointer leads");
    for (; n > 0 && !from_.failed(); --n) {
      Leads::Choice choice;
      choice.value = out.chosen_by == 0 ? 0 : from_.read_signed();
      choice.kind = static_cast<std::uint32_t>(number(AL_WEAK_INSIDE));
      const bool is_weak = choice.kind == AL_WEAK;
      choice.node_class = static_cast<std::uint32_t>(number(is_weak ? n_classes_ : n_classes_ - 1)) - (is_weak ? 1 : 0);
      require_types(leads_to_class(choice.kind) || choice.kind == AL_IGNORE || choice.kind == AL_INSIDE || is_weak ||
                        choice.kind == AL_WEAK_INSIDE || (choice.kind == AL_DATA && out.chosen_by == AL_ANY),
                    "where a pointer leads");
      require_types(!out.is_known_late() || choice.kind == AL_LINK, "where a pointer leads");
      out.choices.push_back(choice);
    }
    return out;
  }

  bool is_record(std::uint32_t node_class) const { return out_.classes[node_class].kind == NodeKind::record; }

  static bool leads_rightly(std::uint32_t kind, NodeKind to) {
    return kind == AL_LINK     ? to == NodeKind::record
           : kind == AL_STRING ? to == NodeKind::string
                               : to == NodeKind::array;
  }

  /// Checks that fields lie in `room` bytes, and that pointers lead to classes of their kind.
  void check_fields(const std::vector<Field> &fields, std::uint64_t room) const {
    for (const Field &field : fields) {
      const std::uint64_t last = field.count == 1 ? 0 : (field.count - 1) * field.stride; // each less than 2^31
      require_types(field.offset <= room && last <= room - field.offset, "a field lies outside its record");
      // Values do not overlap, so that reading them takes no longer than their bytes allow.
      const std::uint64_t left =
          field.count == 1 ? room - field.offset : std::min(room - field.offset - last, field.stride);
      if (field.kind == AL_FIELD_RECORD)
        check_fields(field.fields, left);
      else
        require_types(out_.value_bytes(field) <= left, "a field lies outside its record");
      for (const Leads::Choice &choice : field.leads.choices)
        require_types(choice.kind == AL_WEAK ? choice.node_class == no_class || is_record(choice.node_class)
                                             : !leads_to_class(choice.kind) ||
                                                   leads_rightly(choice.kind, out_.classes[choice.node_class].kind),
                      "where a pointer leads");
    }
  }

  leb128::Reader from_;
  Types out_;
  std::uint64_t n_classes_ = 0;
};

/// Returns what is the same for all types of this machine.
Types no_types() {
  Types out;
  out.is_big_endian = std::endian::native == std::endian::big;
  out.pointer_bytes = sizeof(void *);
  for (std::uint32_t basic = 0; basic < AL_BASIC_TYPES; ++basic)
    out.forms.push_back(form_of(basic));
  return out;
}

} // namespace

std::uint64_t Types::value_bytes(const Field &field) const {
  if (field.kind < AL_BASIC_TYPES)
    return std::uint64_t{parts_of(field.kind)} * forms[field.kind].size;
  return field.kind == AL_FIELD_POINTER ? pointer_bytes : 1;
}

bool Types::have_names() const {
  return std::all_of(classes.begin(), classes.end(), [](const Class &c) { return c.has_names; });
}

bool are_of_like_machines(const Types &a, const Types &b) {
  return a.is_big_endian == b.is_big_endian && a.pointer_bytes == b.pointer_bytes && a.forms == b.forms;
}

Types types_of(const ContentType &content) {
  Types out = no_types();
  out.content = content;
  return out;
}

Types types_of(const NodePlan &plan) {
  Types out = no_types();
  for (const NodeClass &c : plan.classes) {
    Class to;
    to.name = c.type->name;
    to.kind = c.kind;
    to.size = c.size;
    to.signature_hash = c.type->signature_hash;
    to.signature_count = c.type->signature_count;
    to.fields = PlanReader(c).fields();
    to.has_names = !to.fields.empty() || (c.type->n_data == 0 && c.type->n_pointers == 0);
    out.classes.push_back(std::move(to));
  }
  return out;
}

std::vector<std::byte> write_types(const Types &types) {
  leb128::Writer to;
  to.write_number(types.is_big_endian);
  to.write_number(types.pointer_bytes);
  std::vector<std::uint32_t> other_forms;
  for (std::uint32_t basic = 0; basic < AL_BASIC_TYPES; ++basic)
    if (types.forms[basic] != usual_form_of(basic))
      other_forms.push_back(basic);
  to.write_number(other_forms.size());
  for (const std::uint32_t basic : other_forms) {
    to.write_number(basic);
    to.write_byte(types.forms[basic].code());
  }
  to.write_number(types.classes.size());
  if (types.content) {
    to.write_eight(types.content->hash);
    to.write_text(types.content->name);
    to.write_text(types.content->fields);
  }
  for (const Class &c : types.classes) {
    to.write_number(static_cast<std::uint64_t>(c.kind));
    to.write_number(c.size);
    to.write_eight(c.signature_hash);
    to.write_number(c.signature_count);
    to.write_text(c.name);
    to.write_number(c.has_names);
    if (c.has_names)
      write_fields(to, c.fields);
  }
  return std::move(to.out);
}

Types read_types(std::span<const std::byte> bytes) { return TypesReader(bytes).run(); }

std::string kind_name(std::uint32_t kind) {
  if (kind < AL_BASIC_TYPES)
    return AL_Basic[kind].name;
  return kind == AL_FIELD_RECORD ? "record" : kind == AL_FIELD_POINTER ? "pointer" : "bit-fields";
}

} // namespace autolink::file
