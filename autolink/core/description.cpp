// Descriptions of types. See description.h.
#include "description.h"

#include "failure.h"

#include <algorithm>
#include <string_view>

namespace autolink {
namespace {

constexpr std::size_t longest_name = 200;

class Writer {
public:
  void number(std::uint64_t value) {
    for (; value >= 128; value >>= 7)
      byte(static_cast<std::uint8_t>(value | 128));
    byte(static_cast<std::uint8_t>(value));
  }
  void byte(std::uint8_t value) { out.push_back(static_cast<std::byte>(value)); }
  void text(std::string_view value) {
    number(value.size());
    for (const char c : value)
      byte(static_cast<std::uint8_t>(c));
  }

  std::vector<std::byte> out;
};

/// Reads what Writer writes; after an error, zeroes.
class Reader {
public:
  Reader(const std::byte *from, std::size_t size) : at_(from), end_(from + size) {}

  bool failed() const { return failed_; }

  std::uint8_t byte() {
    if (at_ == end_) {
      failed_ = true;
      return 0;
    }
    return std::to_integer<std::uint8_t>(*at_++);
  }
  std::uint64_t number() {
    std::uint64_t out = 0;
    for (unsigned shift = 0; shift < 64; shift += 7) {
      const std::uint64_t next = byte();
      out |= (next & 127) << shift;
      if (next < 128) {
        failed_ |= shift == 63 && next > 1;
        return failed_ ? 0 : out;
      }
    }
    failed_ = true;
    return 0;
  }
  /// A number of things, each of which takes a byte at least.
  std::size_t count() {
    const std::uint64_t out = number();
    if (out > static_cast<std::size_t>(end_ - at_))
      failed_ = true;
    return failed_ ? 0 : static_cast<std::size_t>(out);
  }
  std::string text() {
    const std::size_t size = count();
    std::string out(reinterpret_cast<const char *>(at_), size);
    at_ += size;
    return out;
  }

private:
  const std::byte *at_, *end_;
  bool failed_ = false;
};

std::uint64_t zigzag(std::int64_t value) {
  return static_cast<std::uint64_t>(value) << 1 ^ static_cast<std::uint64_t>(value >> 63);
}

/// What one pointer leads to: kind and class.
void write_target(Writer &writer, const Target &target) {
  writer.number(target.kind);
  writer.number(target.node_class);
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
  if (!slot.select)
    write_target(writer, slot.target);
  for (const auto &[value, target] : slot.choices) {
    writer.number(zigzag(value));
    write_target(writer, target);
  }
  return {reinterpret_cast<const char *>(writer.out.data()), writer.out.size()};
}

std::vector<std::byte> describe(const Plan &plan) {
  Writer writer;
  writer.byte(AL_BASIC_TYPES);
  for (std::uint32_t basic = 0; basic < AL_BASIC_TYPES; ++basic)
    writer.byte(form_of(basic).code());
  for (const NodeClass &c : plan.classes) {
    writer.text(c.type->name);
    writer.number(static_cast<std::uint64_t>(c.kind));
    writer.number(c.type->n_data);
    for (std::uint64_t i = 0; i < c.type->n_data; ++i) {
      const AL_Run &run = c.type->data[i];
      writer.number(run.basic);
      writer.number(run.offset);
      writer.number(run.count);
      writer.number(run.count == 1 ? 0 : run.stride);
    }
    writer.number(c.slots.size());
    for (const Slot &slot : c.slots) {
      writer.number(slot.offset);
      writer.number(slot.count);
      writer.number(slot.count == 1 ? 0 : slot.stride);
      writer.text(describe_choices(slot));
    }
  }
  return std::move(writer.out);
}

std::optional<Description> read_description(const std::byte *from, std::size_t size, std::size_t n) {
  Reader reader(from, size);
  Description out;
  out.forms.resize(reader.byte());
  for (Form &form : out.forms)
    form = Form::of_code(reader.byte());
  for (std::size_t i = 0; i < n && !reader.failed(); ++i) {
    Described c;
    c.name = printable(reader.text());
    c.kind = reader.number();
    for (std::size_t runs = reader.count(); runs > 0 && !reader.failed(); --runs) {
      const std::uint64_t basic = reader.number(), offset = reader.number(), count = reader.number();
      c.runs.push_back({basic, offset, count, reader.number()});
    }
    for (std::size_t slots = reader.count(); slots > 0 && !reader.failed(); --slots) {
      const std::uint64_t offset = reader.number(), count = reader.number(), stride = reader.number();
      c.pointers.push_back({offset, count, stride, reader.text()});
    }
    out.classes.push_back(std::move(c));
  }
  return reader.failed() ? std::nullopt : std::optional(std::move(out));
}

std::string name_of(const Described &c) { return class_name(static_cast<NodeKind>(c.kind), c.name); }

void fail_differs(const NodeClass &c, const std::string &sender, const std::string &what) {
  throw Failure(AL_ERR_TYPES,
                (sender.empty() ? "AutoLink: sender and receiver disagree about " + c.name()
                                : "AutoLink: the sender's " + sender + " is not the receiver's " + c.name()) +
                    ": " + what);
}

} // namespace autolink
