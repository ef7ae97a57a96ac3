// Descriptions of types. See description.h.
#include "description.h"

#include "core/base/failure.h"
#include "core/base/hash.h"
#include "core/base/leb128.h"

#include <algorithm>
#include <string_view>

namespace autolink {
namespace {

constexpr std::size_t longest_name = 200;

using leb128::Reader;
using leb128::Writer;

// In place of a pointer's kind:
constexpr std::uint32_t has_choices = 0;
constexpr std::uint32_t array_of_field = 15; // AL_ARRAY, with the place of the field that is its length

std::string text_of(const Writer &writer) {
  return {reinterpret_cast<const char *>(writer.out.data()), writer.out.size()};
}

/// Writes what one pointer leads to: kind and class.
void write_target(Writer &writer, const Target &target) {
  writer.write_number(target.kind);
  writer.write_number(target.kind == AL_WEAK ? target.node_class + 1 : target.node_class); // no_class + 1 is 0
}

/// Writes the part that is never left out.
void write_signature(Writer &writer, const NodeClass &c) {
  writer.write_eight(c.type->signature_hash);
  writer.write_number(c.type->signature_count);
  writer.write_number(static_cast<std::uint64_t>(c.kind));
  writer.write_number(c.size);
}

void write_forms(Writer &writer) {
  Writer others;
  std::uint64_t n = 0;
  for (std::uint32_t basic = 0; basic < AL_BASIC_TYPES; ++basic)
    if (const Form form = form_of(basic); form != usual_form_of(basic)) {
      others.write_number(basic);
      others.write_byte(form.code());
      ++n;
    }
  writer.write_number(n);
  writer.append(others);
}

/// Writes where values or pointers stand.
void write_places(Writer &writer, std::uint64_t offset, std::uint64_t count, std::uint64_t stride) {
  writer.write_number(offset);
  writer.write_number(count);
  if (count != 1)
    writer.write_number(stride);
}

Writer write_description(const NodePlan &plan, bool with_names) {
  Writer writer;
  write_forms(writer);
  for (const NodeClass &c : plan.classes) {
    write_signature(writer, c);
    if (with_names)
      writer.write_text(c.type->name);
    writer.write_number(c.type->n_data);
    for (std::uint64_t i = 0; i < c.type->n_data; ++i) {
      const AL_Run &run = c.type->data[i];
      writer.write_number(run.basic);
      write_places(writer, run.offset, run.count, run.stride);
    }
    writer.write_number(c.slots.size());
    for (const Slot &slot : c.slots) {
      write_places(writer, slot.offset, slot.count, slot.stride);
      if (slot.length_at == 0 || !with_names) {
        writer.write_bytes(describe_choices(slot));
        continue;
      }
      writer.write_number(array_of_field);
      writer.write_number(slot.target.node_class);
      writer.write_number(slot.length_at - 1);
    }
  }
  return writer;
}

Described::Run read_run(Reader &reader) {
  Described::Run out = {reader.read_number(), reader.read_number(), reader.read_number(), 0};
  out.stride = out.count == 1 ? 0 : reader.read_number();
  return out;
}

Described::Pointers read_pointers(Reader &reader) {
  Described::Pointers out = {reader.read_number(), reader.read_number(), 0, "", {}};
  out.stride = out.count == 1 ? 0 : reader.read_number();
  const std::byte *begin = reader.at();
  const std::uint64_t kind = reader.read_number();
  if (kind == array_of_field) {
    Writer array;
    array.write_number(AL_ARRAY);
    array.write_number(reader.read_number());
    out.choices = text_of(array);
    out.length_at.offset = reader.read_number();
    out.length_at.is_known = true;
    return out;
  }
  if (kind == has_choices || kind == AL_ANY_LATE || kind == AL_HEADED)
    for (std::size_t n = reader.read_count(); n > 0 && !reader.failed(); --n)
      for (int i = 0; i < 3; ++i)
        reader.read_number();
  else
    reader.read_number();
  out.choices.assign(reinterpret_cast<const char *>(begin), static_cast<std::size_t>(reader.at() - begin));
  return out;
}

std::string printable(std::string text) {
  if (text.size() > longest_name)
    text.resize(longest_name);
  std::replace_if(text.begin(), text.end(), [](char c) { return c < ' ' || c > '~'; }, '?');
  return text;
}

} // namespace

std::string describe_choices(const Slot &slot) {
  Writer writer;
  if (!slot.choices.empty()) {
    writer.write_number(slot.is_headed ? std::uint32_t{AL_HEADED}
                        : slot.is_late ? std::uint32_t{AL_ANY_LATE}
                                       : has_choices);
    writer.write_number(slot.choices.size());
  } else {
    write_target(writer, slot.target);
  }
  for (const auto &[value, target] : slot.choices) {
    writer.write_signed(value);
    write_target(writer, target);
  }
  return text_of(writer);
}

std::vector<std::byte> describe(const NodePlan &plan) { return write_description(plan, true).out; }

std::vector<std::byte> hash_description(const NodePlan &plan) {
  Writer writer;
  for (const NodeClass &c : plan.classes)
    write_signature(writer, c);
  writer.write_eight(hash_of(write_description(plan, false).out));
  return std::move(writer.out);
}

std::optional<Description> read_description(const std::byte *from, std::size_t size, bool is_hashed) {
  constexpr std::size_t hash_bytes = sizeof(std::uint64_t);
  if (is_hashed && size < hash_bytes)
    return std::nullopt;
  Reader reader(from, is_hashed ? size - hash_bytes : size);
  Description out;
  out.is_hashed = is_hashed;
  for (std::uint32_t basic = 0; basic < AL_BASIC_TYPES; ++basic)
    out.forms.push_back(usual_form_of(basic));
  for (std::size_t n = is_hashed ? 0 : reader.read_count(); n > 0 && !reader.failed(); --n) {
    const std::uint64_t basic = reader.read_number();
    const Form form = Form::of_code(reader.read_byte());
    if (basic < AL_BASIC_TYPES)
      out.forms[static_cast<std::size_t>(basic)] = form;
  }
  while (!reader.is_at_end() && !reader.failed()) {
    Described c;
    c.signature_hash = reader.read_eight();
    c.signature_count = reader.read_number();
    c.kind = reader.read_number();
    c.size = reader.read_number();
    if (!is_hashed) {
      c.name = printable(reader.read_text());
      for (std::size_t n = reader.read_count(); n > 0 && !reader.failed(); --n)
        c.runs.push_back(read_run(reader));
      for (std::size_t n = reader.read_count(); n > 0 && !reader.failed(); --n)
        c.pointers.push_back(read_pointers(reader));
    }
    out.classes.push_back(std::move(c));
  }
  return reader.failed() ? std::nullopt : std::optional(std::move(out));
}

bool Description::is_like(const Description &other) const {
  const auto is_like = [](const Described &a, const Described &b) {
    return a.kind == b.kind && a.size == b.size && a.runs == b.runs && a.pointers == b.pointers;
  };
  return !is_hashed && !other.is_hashed && forms == other.forms &&
         std::equal(classes.begin(), classes.end(), other.classes.begin(), other.classes.end(), is_like);
}

std::string name_of(const Described &c) { return class_name(static_cast<NodeKind>(c.kind), c.name); }

void fail_differs(const NodeClass &c, const std::string &sender, const std::string &what) {
  throw Failure(AL_ERR_TYPES,
                (sender.empty() ? "AutoLink: sender and receiver disagree about " + c.name()
                                : "AutoLink: the sender's " + sender + " is not the receiver's " + c.name()) +
                    ": " + what);
}

} // namespace autolink
