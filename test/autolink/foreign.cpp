// Messages of other machines. See foreign.h.
#include "foreign.h"

#include "figure3_routines.h"
#include "pointer_kinds_routines.h"
#include "weak_kinds_routines.h"

#include <cstring>
#include <deque>
#include <functional>
#include <map>
#include <stdexcept>

namespace autolink::test {
namespace {

__extension__ using Binary128 = __float128;

// The numbers of forms in wire-format.md.
enum { form_character = 1, form_bytes, form_natural, form_integer, form_ieee, form_x87 };

ForeignForm form(const Machine &machine, unsigned basic) {
  switch (basic) {
  case AL_CHAR:
    return {form_character, 1};
  case AL_SIGNED_CHAR:
  case AL_INT8_T:
    return {form_integer, 1};
  case AL_UNSIGNED_CHAR:
  case AL_UINT8_T:
  case AL_C_BOOL:
  case AL_CXX_BOOL:
    return {form_natural, 1};
  case AL_WCHAR:
    return {machine.wchar_bytes == 2 ? form_natural : form_integer, machine.wchar_bytes};
  case AL_SHORT:
  case AL_INT16_T:
    return {form_integer, 2};
  case AL_UNSIGNED_SHORT:
  case AL_UINT16_T:
    return {form_natural, 2};
  case AL_INT:
    return {form_integer, machine.int_bytes};
  case AL_UNSIGNED:
    return {form_natural, machine.int_bytes};
  case AL_INT32_T:
    return {form_integer, 4};
  case AL_UINT32_T:
    return {form_natural, 4};
  case AL_LONG:
    return {form_integer, machine.long_bytes};
  case AL_UNSIGNED_LONG:
    return {form_natural, machine.long_bytes};
  case AL_AINT:
    return {form_integer, machine.pointer_bytes};
  case AL_LONG_LONG:
  case AL_INT64_T:
  case AL_COUNT:
  case AL_OFFSET:
    return {form_integer, 8};
  case AL_UNSIGNED_LONG_LONG:
  case AL_UINT64_T:
    return {form_natural, 8};
  case AL_FLOAT:
  case AL_C_FLOAT_COMPLEX:
  case AL_CXX_FLOAT_COMPLEX:
    return {form_ieee, 4};
  case AL_DOUBLE:
  case AL_C_DOUBLE_COMPLEX:
  case AL_CXX_DOUBLE_COMPLEX:
    return {form_ieee, 8};
  case AL_LONG_DOUBLE:
  case AL_C_LONG_DOUBLE_COMPLEX:
  case AL_CXX_LONG_DOUBLE_COMPLEX:
    return machine.long_double;
  default:
    return {form_bytes, 1};
  }
}

bool is_complex(unsigned basic) {
  return (basic >= AL_C_FLOAT_COMPLEX && basic <= AL_C_LONG_DOUBLE_COMPLEX) ||
         (basic >= AL_CXX_FLOAT_COMPLEX && basic <= AL_CXX_LONG_DOUBLE_COMPLEX);
}

std::size_t round_up(std::size_t n, std::size_t to) { return (n + to - 1) / to * to; }

/// Writes bytes in a machine's order.
class Writer {
public:
  explicit Writer(const Machine &machine) : machine_(machine) {}

  std::vector<std::byte> bytes;

  void number(std::uint64_t value, unsigned size) {
    bytes.resize(bytes.size() + size);
    number_at(bytes.size() - size, value, size);
  }
  void number_at(std::size_t at, std::uint64_t value, unsigned size) {
    for (unsigned i = 0; i < size; ++i)
      bytes[at + (machine_.is_big_endian ? size - 1 - i : i)] =
          i < 8 ? static_cast<std::byte>(value >> 8 * i) : std::byte{0};
  }
  void append(const std::vector<std::byte> &other) { bytes.insert(bytes.end(), other.begin(), other.end()); }
  void leb(std::uint64_t value) {
    for (; value > 127; value >>= 7)
      bytes.push_back(static_cast<std::byte>(value | 128));
    bytes.push_back(static_cast<std::byte>(value));
  }
  template <typename T> void bits_at(std::size_t at, T value) { // `value` is from a little-endian machine
    const auto *from = reinterpret_cast<const std::byte *>(&value);
    for (std::size_t i = 0; i < sizeof value; ++i)
      bytes[at + (machine_.is_big_endian ? sizeof value - 1 - i : i)] = from[i];
  }

private:
  const Machine &machine_;
};

template <typename T> T at(const std::byte *from) {
  T out;
  std::memcpy(&out, from, sizeof out);
  return out;
}

/// Writes one value of this machine, or a part of a complex one, as a value of the other machine.
void put_value(Writer &out, const Machine &machine, std::size_t to, unsigned basic, const std::byte *from) {
  const ForeignForm f = form(machine, basic);
  const auto put = [&](auto value) { out.number_at(to, static_cast<std::uint64_t>(value), f.size); };
  switch (basic) {
  case AL_CHAR:
  case AL_BYTE:
    out.bytes[to] = *from;
    return;
  case AL_SIGNED_CHAR:
  case AL_INT8_T:
    return put(at<signed char>(from));
  case AL_UNSIGNED_CHAR:
  case AL_UINT8_T:
    return put(at<unsigned char>(from));
  case AL_C_BOOL:
  case AL_CXX_BOOL:
    return put(at<bool>(from));
  case AL_WCHAR:
    return put(at<wchar_t>(from));
  case AL_SHORT:
  case AL_INT16_T:
    return put(at<short>(from));
  case AL_UNSIGNED_SHORT:
  case AL_UINT16_T:
    return put(at<unsigned short>(from));
  case AL_INT:
  case AL_INT32_T:
    return put(at<int>(from));
  case AL_UNSIGNED:
  case AL_UINT32_T:
    return put(at<unsigned>(from));
  case AL_LONG:
  case AL_AINT:
  case AL_LONG_LONG:
  case AL_INT64_T:
  case AL_COUNT:
  case AL_OFFSET:
    return put(at<long long>(from));
  case AL_UNSIGNED_LONG:
  case AL_UNSIGNED_LONG_LONG:
  case AL_UINT64_T:
    return put(at<unsigned long long>(from));
  default:
    break;
  }
  if (basic == AL_FLOAT || basic == AL_C_FLOAT_COMPLEX || basic == AL_CXX_FLOAT_COMPLEX)
    return out.bits_at(to, at<float>(from));
  if (basic == AL_DOUBLE || basic == AL_C_DOUBLE_COMPLEX || basic == AL_CXX_DOUBLE_COMPLEX)
    return out.bits_at(to, at<double>(from));
  const auto value = at<long double>(from);
  if (f.kind == form_x87)
    std::memcpy(&out.bytes[to], from, 10);
  else if (f.size == 8)
    out.bits_at(to, static_cast<double>(value));
  else
    out.bits_at(to, static_cast<Binary128>(value));
}

/// The target of a pointer in one of this machine's records, as determined by a test's schema.
struct Pointed {
  enum Kind { null, record, array, string, inside, number, weak, weak_inside } kind = null;
  std::size_t node_class = 0; // weak: of the records, or `none`
  const void *address = nullptr;
  std::size_t length = 1;
  std::size_t arrays = 0; // weak: their class, or `none`

  static constexpr std::size_t none = 0xffffffff;
};

struct Schema;

/// A field or an array of `count` fields: values of a basic type, nested records, or pointers.
struct Field {
  std::size_t offset = 0, count = 1;
  int basic = -1;
  const Schema *record = nullptr;
  std::function<Pointed(const std::byte *owner, const std::byte *place)> pointer;
  std::vector<std::uint64_t> targets; // a pointer's: kind and class; those of choices: value, kind, class
  bool is_in_union = false;           // whether it shares a union with a double
};

/// A struct of this machine.
struct Schema {
  std::string name;
  std::size_t size;
  std::vector<Field> fields;
};

struct Class {
  const Schema *schema;
  Pointed::Kind kind;
  AL_Type type;
};

Field data(std::size_t offset, int basic, std::size_t count = 1) { return {offset, count, basic, nullptr, {}, {}}; }
Field inner(std::size_t offset, const Schema &schema, std::size_t count = 1) {
  return {offset, count, -1, &schema, {}, {}};
}

template <typename T> const T &as(const std::byte *record) { return *reinterpret_cast<const T *>(record); }

/// Computes the layouts of a machine by the rules of C.
class Compiler {
public:
  explicit Compiler(const Machine &machine) : machine_(machine) {}

  std::size_t size(const Field &field) const {
    if (field.record)
      return size(*field.record);
    if (field.basic < 0)
      return field.is_in_union ? 8 : machine_.pointer_bytes;
    const auto basic = static_cast<unsigned>(field.basic);
    return (is_complex(basic) ? 2 : 1) * form(machine_, basic).size;
  }

  std::size_t align(const Field &field) const {
    std::size_t out = 1;
    if (field.record)
      for (const Field &f : field.record->fields)
        out = std::max(out, align(f));
    else
      out = field.basic < 0 ? size(field) : form(machine_, static_cast<unsigned>(field.basic)).size;
    if (out == 12) // the format of x87
      out = 4;
    return std::min<std::size_t>(out, machine_.greatest_alignment);
  }

  std::size_t size(const Schema &schema) const {
    std::size_t out = 0, greatest = 1;
    for (const Field &field : schema.fields) {
      out = round_up(out, align(field)) + field.count * size(field);
      greatest = std::max(greatest, align(field));
    }
    return round_up(out, greatest);
  }

  /// Calls visit(field, offset) for the fields of the record, with their offsets on the other machine.
  template <typename Visit> void each(const Schema &schema, Visit visit) const {
    std::size_t at = 0;
    for (const Field &field : schema.fields) {
      at = round_up(at, align(field));
      visit(field, at);
      at += field.count * size(field);
    }
  }

private:
  const Machine &machine_;
};

std::size_t size_here(const Field &field) {
  if (field.record)
    return field.record->size;
  return field.basic < 0 ? sizeof(void *) : AL_Basic[field.basic].size;
}

/// Walks over a structure and writes its messages.
class Encoder {
public:
  Encoder(const Machine &machine, std::vector<Class> classes)
      : machine_(machine), compiler_(machine), classes_(std::move(classes)) {
    for (const Class &c : classes_)
      made_.push_back({Writer(machine), {}, 0, {}, compiler_.size(*c.schema)});
  }

  Messages run(const void *root, const ForeignOptions &options) {
    if (root)
      word({Pointed::record, 0, root, 1});
    while (!next_.empty()) {
      const Pointed node = next_.front();
      next_.pop_front();
      const Schema &schema = *classes_[node.node_class].schema;
      for (std::size_t i = 0; i < node.length; ++i) {
        Writer &out = made_[node.node_class].elements;
        const std::size_t begin = out.bytes.size();
        out.bytes.resize(begin + made_[node.node_class].size, std::byte{0xee}); // padding may have any value
        record(out, begin, schema, static_cast<const std::byte *>(node.address) + i * schema.size);
        ++made_[node.node_class].n;
      }
    }
    resolve_inside();
    return options.elements_a_packet == 0 ? whole(root, options) : stream(root, options);
  }

private:
  struct MadeClass {
    Writer elements;
    std::map<const void *, std::uint64_t> labels; // labels of nodes that may be shared
    std::uint64_t n_labels;
    std::vector<std::uint64_t> lengths;
    std::size_t size, n = 0;
  };

  std::uint64_t word(const Pointed &to) {
    if (to.kind == Pointed::null)
      return 0;
    if (to.kind == Pointed::weak && to.node_class == Pointed::none && to.arrays == Pointed::none)
      return 0;
    if (to.kind == Pointed::weak && to.node_class != Pointed::none && ++n_weak_ % 3 != 0) // others get an entry, too
      if (const auto known = made_[to.node_class].labels.find(to.address); known != made_[to.node_class].labels.end())
        return 2 * (known->second + 1);
    if (to.kind == Pointed::inside || to.kind == Pointed::weak || to.kind == Pointed::weak_inside) {
      inside_.push_back(to);
      return to.kind == Pointed::weak ? 2 * inside_.size() - 1 : inside_.size();
    }
    MadeClass &made = made_[to.node_class];
    if (to.length > 0) {
      const auto [known, is_new] = made.labels.try_emplace(to.address, made.n_labels);
      if (!is_new)
        return known->second + 1;
    }
    if (to.kind != Pointed::record)
      made.lengths.push_back(to.length);
    nodes_.push_back({to, made.n_labels});
    next_.push_back(to);
    return ++made.n_labels;
  }

  void record(Writer &out, std::size_t begin, const Schema &schema, const std::byte *from) {
    compiler_.each(schema, [&](const Field &field, std::size_t offset) {
      for (std::size_t i = 0; i < field.count; ++i) {
        const std::byte *value = from + field.offset + i * size_here(field);
        const std::size_t to = begin + offset + i * compiler_.size(field);
        if (field.record) {
          record(out, to, *field.record, value);
        } else if (field.basic >= 0) {
          const auto basic = static_cast<unsigned>(field.basic);
          put_value(out, machine_, to, basic, value);
          if (is_complex(basic))
            put_value(out, machine_, to + form(machine_, basic).size, basic, value + size_here(field) / 2);
        } else {
          const Pointed pointed = field.pointer(from, value);
          if (pointed.kind == Pointed::number)
            out.bits_at(to, at<double>(value));
          else
            out.number_at(to, word(pointed), machine_.pointer_bytes);
        }
      }
    });
  }

  void resolve_inside() {
    for (const Pointed &to : inside_) {
      const auto *place = static_cast<const std::byte *>(to.address);
      bool found = false;
      for (const auto &[node, label] : nodes_) {
        const Schema &schema = *classes_[node.node_class].schema;
        const auto *begin = static_cast<const std::byte *>(node.address);
        if (to.kind == Pointed::weak &&
            (node.node_class == to.node_class
                 ? place != begin
                 : node.node_class != to.arrays || place == begin + node.length * schema.size))
          continue;
        if (found || node.length == 0 || place < begin || place > begin + node.length * schema.size)
          continue;
        const auto distance = static_cast<std::size_t>(place - begin);
        if (distance % schema.size != 0)
          throw std::logic_error("not the beginning of an element");
        inside_entries_.push_back({node.node_class, label, distance / schema.size * made_[node.node_class].size});
        found = true;
      }
      if (!found && to.kind == Pointed::inside)
        throw std::logic_error("inside of nothing");
      if (!found)
        inside_entries_.push_back({Pointed::none, 0, 0});
    }
  }

  std::vector<std::byte> types() const {
    Writer out(machine_), forms(machine_);
    std::size_t n_forms = 0;
    for (unsigned basic = 0; basic < AL_BASIC_TYPES; ++basic) {
      const ForeignForm f = form(machine_, basic), usual = form(machines[0], basic);
      if (f.kind == usual.kind && f.size == usual.size)
        continue;
      forms.leb(basic);
      forms.bytes.push_back(static_cast<std::byte>(32 * f.kind + f.size));
      ++n_forms;
    }
    out.leb(n_forms);
    out.append(forms.bytes);
    for (std::size_t i = 0; i < classes_.size(); ++i) {
      const Class &c = classes_[i];
      for (unsigned byte = 0; byte < 8; ++byte)
        out.bytes.push_back(static_cast<std::byte>(c.type->signature_hash >> 8 * byte));
      out.leb(c.type->signature_count);
      out.leb(c.kind == Pointed::record ? 0 : c.kind == Pointed::array ? 1 : 2);
      out.leb(made_[i].size);
      out.leb(c.schema->name.size());
      for (const char letter : c.schema->name)
        out.bytes.push_back(static_cast<std::byte>(letter));
      std::vector<std::vector<std::uint64_t>> runs;
      std::vector<std::pair<std::vector<std::uint64_t>, std::vector<std::uint64_t>>> pointers;
      describe(*c.schema, 0, 1, 0, runs, pointers);
      const auto put = [&out](const std::vector<std::uint64_t> &numbers) {
        for (const std::uint64_t number : numbers)
          out.leb(number);
      };
      out.leb(runs.size());
      for (const auto &run : runs)
        put(run);
      out.leb(pointers.size());
      for (const auto &[place, targets] : pointers) {
        put(place);
        if (targets.size() > 2) {
          out.leb(0);
          out.leb(targets.size() / 3);
        }
        put(targets);
      }
    }
    return out.bytes;
  }

  /// Adds the runs and pointers of a record that occurs `count` times at `stride`.
  void describe(const Schema &schema, std::size_t begin, std::size_t count, std::size_t stride,
                std::vector<std::vector<std::uint64_t>> &runs,
                std::vector<std::pair<std::vector<std::uint64_t>, std::vector<std::uint64_t>>> &pointers) const {
    compiler_.each(schema, [&](const Field &field, std::size_t offset) {
      const std::size_t n = field.count > 1 ? field.count : count;
      const std::size_t step = n == 1 ? 0 : field.count > 1 ? compiler_.size(field) : stride;
      if (field.record)
        describe(*field.record, begin + offset, n, step, runs, pointers);
      else if (field.basic >= 0)
        runs.push_back({static_cast<std::uint64_t>(field.basic), begin + offset, n});
      else
        pointers.push_back({{begin + offset, n}, field.targets});
      if (!field.record && n != 1)
        (field.basic >= 0 ? runs.back() : pointers.back().first).push_back(step);
    });
  }

  void head(Writer &out, const void *root, bool is_whole, unsigned list_flags = 0) {
    const std::vector<std::byte> types = this->types();
    out.number(0x4b4e4c41, 4);
    out.number(5, 1); // the version
    out.number((is_whole ? 1 : 0) | (root ? 0 : 2) | (machine_.pointer_bytes == 4 ? 16 : 0) | list_flags, 1);
    out.number(types.size(), 2);
    out.append(types);
  }

  Messages whole(const void *root, const ForeignOptions &options) {
    Writer out(machine_);
    head(out, root, true,
         options.list == ForeignOptions::as_list   ? 32
         : options.list == ForeignOptions::as_ring ? 64
                                                   : 0);
    for (std::size_t i = 0; i < classes_.size(); ++i) {
      out.number(made_[i].n_labels, 2);
      if (classes_[i].kind != Pointed::record)
        out.number(made_[i].n, 2);
    }
    for (const MadeClass &made : made_)
      out.append(options.list == ForeignOptions::no_list ? made.elements.bytes : without_links(made));
    for (const MadeClass &made : made_)
      for (const std::uint64_t length : made.lengths)
        out.number(length, 8);
    for (std::size_t i = 0; i < inside_entries_.size(); ++i)
      put_inside(out, i);
    return {out.bytes};
  }

  /// Returns the elements of a class whose records have one pointer each, without the pointers.
  std::vector<std::byte> without_links(const MadeClass &made) const {
    std::vector<std::vector<std::uint64_t>> runs;
    std::vector<std::pair<std::vector<std::uint64_t>, std::vector<std::uint64_t>>> pointers;
    describe(*classes_[0].schema, 0, 1, 0, runs, pointers);
    const std::size_t link = pointers.at(0).first[0];
    std::vector<std::byte> out;
    for (std::size_t i = 0; i < made.elements.bytes.size(); ++i)
      if (i % made.size < link || i % made.size >= link + machine_.pointer_bytes)
        out.push_back(made.elements.bytes[i]);
    return out;
  }

  void put_inside(Writer &out, std::size_t i) const {
    out.number(inside_entries_[i].node_class, 4);
    out.number(0, 4);
    out.number(inside_entries_[i].label, 8);
    out.number(inside_entries_[i].offset, 8);
  }

  void footer(Writer &out, unsigned flags, std::size_t number, std::size_t node_class, std::size_t n,
              std::size_t announcements) const {
    out.number(0x544b4341, 4);
    out.number(flags, 4);
    out.number(node_class, 4);
    out.number(number, 4);
    out.number(n, 8);
    out.number(announcements, 8);
  }

  /// Writes a stream: the first packet announces everything, and then the elements follow, class by class.
  Messages stream(const void *root, const ForeignOptions &options) {
    Messages out;
    Writer announcements(machine_);
    for (std::size_t i = 0; i < classes_.size(); ++i) {
      announcements.number(i, 8);
      announcements.number(made_[i].n_labels, 8);
      for (const std::uint64_t length : made_[i].lengths)
        announcements.number(length, 8);
    }
    const std::size_t size = announcements.bytes.size();
    footer(announcements, 0, 0, 0, 0, size);
    out.push_back(announcements.bytes);
    for (std::size_t i = 0; i < classes_.size(); ++i)
      for (std::size_t done = 0; done < made_[i].n;) {
        const std::size_t n = std::min(options.elements_a_packet, made_[i].n - done);
        const auto from = made_[i].elements.bytes.begin() + static_cast<std::ptrdiff_t>(done * made_[i].size);
        Writer packet(machine_);
        packet.bytes.assign(from, from + static_cast<std::ptrdiff_t>(n * made_[i].size));
        footer(packet, 0, out.size(), i, n, 0);
        out.push_back(packet.bytes);
        done += n;
      }
    Writer last(machine_);
    for (std::size_t i = 0; i < inside_entries_.size(); ++i)
      put_inside(last, i);
    if (inside_entries_.empty())
      footer(last, 1, out.size(), 0, 0, 0);
    else
      footer(last, 1 | 4, out.size(), 0, inside_entries_.size(), 0);
    out.push_back(last.bytes);
    std::size_t longest = 1 << 20; // so that everything may be announced at once
    for (const auto &message : out)
      longest = std::max(longest, message.size());
    Writer first(machine_);
    head(first, root, false);
    first.number(foreign_stream, 8);
    first.number(longest, 8);
    out.insert(out.begin(), first.bytes);
    return out;
  }

  struct Inside {
    std::uint64_t node_class, label, offset;
  };

  const Machine &machine_;
  Compiler compiler_;
  std::vector<Class> classes_;
  std::vector<MadeClass> made_;
  std::deque<Pointed> next_;
  std::vector<std::pair<Pointed, std::uint64_t>> nodes_;
  std::vector<Pointed> inside_;
  std::size_t n_weak_ = 0;
  std::vector<Inside> inside_entries_;
};

Field link(std::size_t offset, std::size_t to, std::size_t count = 1) {
  return {offset,
          count,
          -1,
          nullptr,
          [to](const std::byte *, const std::byte *place) {
            const auto *address = at<const void *>(place);
            return address ? Pointed{Pointed::record, to, address, 1} : Pointed();
          },
          {AL_LINK, to}};
}

template <typename T, typename Length> Field array(std::size_t offset, std::size_t to, Length length) {
  return {offset,
          1,
          -1,
          nullptr,
          [to, length](const std::byte *owner, const std::byte *place) {
            const auto *address = at<const void *>(place);
            return address ? Pointed{Pointed::array, to, address, static_cast<std::size_t>(length(as<T>(owner)))}
                           : Pointed();
          },
          {AL_ARRAY, to}};
}

Field string(std::size_t offset, std::size_t to) {
  return {offset,
          1,
          -1,
          nullptr,
          [to](const std::byte *, const std::byte *place) {
            const char *address = at<const char *>(place);
            return address ? Pointed{Pointed::string, to, address, std::strlen(address) + 1} : Pointed();
          },
          {AL_STRING, to}};
}

Field inside(std::size_t offset) {
  return {offset,
          1,
          -1,
          nullptr,
          [](const std::byte *, const std::byte *place) {
            const auto *address = at<const void *>(place);
            return address ? Pointed{Pointed::inside, 0, address, 1} : Pointed();
          },
          {AL_INSIDE, 0}};
}

/// Returns the description of weak pointers, `bias` bytes into records, or to elements of arrays.
Field weak(std::size_t offset, std::size_t to, std::size_t arrays, std::size_t count = 1, std::size_t bias = 0) {
  return {offset,
          count,
          -1,
          nullptr,
          [=](const std::byte *, const std::byte *place) {
            const auto *address = at<const std::byte *>(place);
            return address ? Pointed{Pointed::weak, to, address - bias, 1, arrays} : Pointed();
          },
          {AL_WEAK, to == Pointed::none ? 0 : to + 1}};
}

Field weak_inside(std::size_t offset) {
  Field out = inside(offset);
  out.pointer = [](const std::byte *, const std::byte *place) {
    const auto *address = at<const void *>(place);
    return address ? Pointed{Pointed::weak_inside, 0, address, 1} : Pointed();
  };
  out.targets = {AL_WEAK_INSIDE, 0};
  return out;
}

Field ignored(std::size_t offset) {
  return {offset, 1, -1, nullptr, [](const std::byte *, const std::byte *) { return Pointed(); }, {AL_IGNORE, 0}};
}

/// Returns the description of an Item's `ring`.
Field ring_link(std::size_t offset, std::size_t to) {
  return {offset,
          1,
          -1,
          nullptr,
          [to](const std::byte *, const std::byte *place) {
            const auto *address = at<const std::byte *>(place);
            return address ? Pointed{Pointed::record, to, address - offsetof(Item, ring), 1} : Pointed();
          },
          {AL_LINK, to}};
}

template <typename T> Pointed choose(std::int64_t value, const T *address, std::initializer_list<int> classes) {
  if (!address || value < 1 || value > static_cast<std::int64_t>(classes.size()))
    return {};
  return {Pointed::record, static_cast<std::size_t>(classes.begin()[value - 1]), address, 1};
}

Schema basic_schema(const char *name, int basic) { return {name, AL_Basic[basic].size, {data(0, basic)}}; }

} // namespace

const Machine machines[] = {
    {"x86-64", false, 8, 4, 8, 4, {form_x87, 16}, 16},
    {"x86-64 with packed structs", false, 8, 4, 8, 4, {form_x87, 16}, 1},
    {"s390x", true, 8, 4, 8, 4, {form_ieee, 16}, 8},
    {"AArch64", false, 8, 4, 8, 4, {form_ieee, 16}, 16},
    {"i386", false, 4, 4, 4, 4, {form_x87, 12}, 4},
    {"32-bit PowerPC", true, 4, 4, 4, 4, {form_ieee, 8}, 8},
    {"64-bit Windows", false, 8, 4, 4, 2, {form_ieee, 8}, 8},
    {"ILP64", true, 8, 8, 8, 4, {form_ieee, 16}, 16},
};
const std::size_t n_machines = std::size(machines);

Messages foreign(const Machine &machine, const List *root, const ForeignOptions &options) {
  const Schema list = {"List", sizeof(List), {data(offsetof(List, data), AL_DOUBLE, 4), link(offsetof(List, next), 0)}};
  return Encoder(machine, {{&list, Pointed::record, AutoLink_List}}).run(root, options);
}

Messages foreign(const Machine &machine, const Tree *root, const ForeignOptions &options) {
  const Schema tree = {
      "Tree",
      sizeof(Tree),
      {data(offsetof(Tree, key), AL_INT), link(offsetof(Tree, left), 0), link(offsetof(Tree, right), 0)}};
  return Encoder(machine, {{&tree, Pointed::record, AutoLink_Tree}}).run(root, options);
}

Messages foreign(const Machine &machine, const Graph *root, const ForeignOptions &options) {
  const Schema graph = {
      "Graph", sizeof(Graph), {data(offsetof(Graph, id), AL_INT64_T), link(offsetof(Graph, link), 0, 4)}};
  return Encoder(machine, {{&graph, Pointed::record, AutoLink_Graph}}).run(root, options);
}

Messages foreign(const Machine &machine, const Square *root, const ForeignOptions &options) {
  const Schema square = {"Square",
                         sizeof(Square),
                         {data(offsetof(Square, id), AL_INT), link(offsetof(Square, first), 1),
                          link(offsetof(Square, second), 1), link(offsetof(Square, third), 2)}};
  const Schema circle = {
      "Circle", sizeof(Circle), {data(offsetof(Circle, radius), AL_DOUBLE), link(offsetof(Circle, inner), 2)}};
  const Schema triangle = {"Triangle", sizeof(Triangle), {data(offsetof(Triangle, angle), AL_FLOAT, 3)}};
  return Encoder(machine, {{&square, Pointed::record, AutoLink_Square},
                           {&circle, Pointed::record, AutoLink_Circle},
                           {&triangle, Pointed::record, AutoLink_Triangle}})
      .run(root, options);
}

Messages foreign(const Machine &machine, const Kinds *root, const ForeignOptions &options) {
  // The classes are in the order of a breadth-first search of the types.
  enum { kinds_, doubles_, leaves_, parts_, pointers_, strings_, leaf_, item_, floats_ };
  const Schema leaf = {
      "Leaf", sizeof(Leaf), {data(offsetof(Leaf, number), AL_SHORT), data(offsetof(Leaf, letter), AL_CHAR)}};
  const Schema ring = {
      "Ring", sizeof(Ring), {ring_link(offsetof(Ring, next), item_), ring_link(offsetof(Ring, previous), item_)}};
  const Schema item = {"Item", sizeof(Item), {data(offsetof(Item, value), AL_INT), inner(offsetof(Item, ring), ring)}};
  const Schema part = {"Part",
                       sizeof(Part),
                       {string(offsetof(Part, label), strings_), data(offsetof(Part, n), AL_INT),
                        array<Part>(offsetof(Part, values), floats_, [](const Part &p) { return p.n; }),
                        link(offsetof(Part, leaf), leaf_)}};
  const Schema pointer = {"Leaf *", sizeof(Leaf *), {link(0, leaf_)}};
  const Schema number = basic_schema("double", AL_DOUBLE), real = basic_schema("float", AL_FLOAT),
               letter = basic_schema("char", AL_CHAR);
  const Field any = {offsetof(Kinds, any),
                     1,
                     -1,
                     nullptr,
                     [](const std::byte *owner, const std::byte *) {
                       const auto &k = as<Kinds>(owner);
                       return choose(k.kind, k.any, {leaf_, kinds_, item_});
                     },
                     {2, AL_LINK, leaf_, 4, AL_LINK, kinds_, 6, AL_LINK, item_}};
  const Field tagged = {offsetof(Kinds, tagged),
                        1,
                        -1,
                        nullptr,
                        [](const std::byte *owner, const std::byte *) {
                          const auto &k = as<Kinds>(owner);
                          if (k.tag == 3)
                            return Pointed{Pointed::number, 0, nullptr, 1};
                          return choose(k.tag, static_cast<const void *>(k.tagged.leaf), {leaf_, kinds_});
                        },
                        {2, AL_LINK, leaf_, 4, AL_LINK, kinds_, 6, AL_DATA, 0},
                        true};
  const auto n = [](auto member) { return [member](const Kinds &k) { return k.*member; }; };
  const Schema kinds = {"Kinds",
                        sizeof(Kinds),
                        {data(offsetof(Kinds, id), AL_INT),
                         link(offsetof(Kinds, next), kinds_),
                         link(offsetof(Kinds, four), kinds_, 4),
                         data(offsetof(Kinds, n_numbers), AL_INT),
                         array<Kinds>(offsetof(Kinds, numbers), doubles_, n(&Kinds::n_numbers)),
                         array<Kinds>(offsetof(Kinds, same_numbers), doubles_, n(&Kinds::n_numbers)),
                         inside(offsetof(Kinds, cursor)),
                         data(offsetof(Kinds, n_records), AL_INT),
                         array<Kinds>(offsetof(Kinds, records), leaves_, n(&Kinds::n_records)),
                         inside(offsetof(Kinds, favourite)),
                         data(offsetof(Kinds, n_parts), AL_INT),
                         array<Kinds>(offsetof(Kinds, parts), parts_, n(&Kinds::n_parts)),
                         data(offsetof(Kinds, n_pointers), AL_INT),
                         array<Kinds>(offsetof(Kinds, pointers), pointers_, n(&Kinds::n_pointers)),
                         data(offsetof(Kinds, n_rows), AL_INT),
                         array<Kinds>(offsetof(Kinds, rows), doubles_, [](const Kinds &k) { return 3 * k.n_rows; }),
                         string(offsetof(Kinds, name), strings_),
                         ignored(offsetof(Kinds, cache)),
                         data(offsetof(Kinds, kind), AL_INT),
                         any,
                         data(offsetof(Kinds, tag), AL_UNSIGNED_CHAR),
                         tagged,
                         link(offsetof(Kinds, item), item_),
                         inner(offsetof(Kinds, inner), part, 2)}};
  return Encoder(machine, {{&kinds, Pointed::record, AutoLink_Kinds},
                           {&number, Pointed::array, AL_Basic + AL_DOUBLE},
                           {&leaf, Pointed::array, AutoLink_Leaf},
                           {&part, Pointed::array, AutoLink_Part},
                           {&pointer, Pointed::array, AutoLink_Kinds->pointers[8].target},
                           {&letter, Pointed::string, AL_Basic + AL_CHAR},
                           {&leaf, Pointed::record, AutoLink_Leaf},
                           {&item, Pointed::record, AutoLink_Item},
                           {&real, Pointed::array, AL_Basic + AL_FLOAT}})
      .run(root, options);
}

Messages foreign(const Machine &machine, const Twig *root, const ForeignOptions &options) {
  const Schema twig = {"Twig",
                       sizeof(Twig),
                       {data(offsetof(Twig, key), AL_CHAR), link(offsetof(Twig, left), 0),
                        link(offsetof(Twig, right), 0), weak(offsetof(Twig, parent), 0, Pointed::none),
                        weak(offsetof(Twig, other), 0, Pointed::none)}};
  return Encoder(machine, {{&twig, Pointed::record, AutoLink_Twig}}).run(root, options);
}

Messages foreign(const Machine &machine, const Cell *root, const ForeignOptions &options) {
  enum { cells_, beside_, spots_, spot_, doubles_, cursors_ };
  const Schema spot = {"Spot",
                       sizeof(Spot),
                       {data(offsetof(Spot, number), AL_SHORT), weak(offsetof(Spot, owner), cells_, Pointed::none)}};
  const Schema beside = {"weak Cell *", sizeof(Cell *), {weak(0, cells_, Pointed::none)}};
  const Schema cursor = {"weak void *", sizeof(void *), {weak_inside(0)}};
  const Schema number = basic_schema("double", AL_DOUBLE);
  const Field strapped = {offsetof(Strap, next),
                          1,
                          -1,
                          nullptr,
                          [](const std::byte *, const std::byte *place) {
                            const auto *address = at<const std::byte *>(place);
                            return address ? Pointed{Pointed::record, cells_, address - offsetof(Cell, strap), 1}
                                           : Pointed();
                          },
                          {AL_LINK, cells_}};
  const Schema strap = {"Strap",
                        sizeof(Strap),
                        {strapped, weak(offsetof(Strap, previous), cells_, Pointed::none, 1, offsetof(Cell, strap))}};
  const Field any = {offsetof(Cell, any),
                     1,
                     -1,
                     nullptr,
                     [](const std::byte *owner, const std::byte *) {
                       const auto &cell = as<Cell>(owner);
                       if (!cell.any)
                         return Pointed();
                       return cell.kind == 1 ? Pointed{Pointed::weak, cells_, cell.any, 1, Pointed::none}
                                             : Pointed{Pointed::weak, spot_, cell.any, 1, spots_};
                     },
                     {2, AL_WEAK, cells_ + 1, 4, AL_WEAK, spot_ + 1}};
  const auto n = [](auto member) { return [member](const Cell &cell) { return cell.*member; }; };
  const Schema cell = {
      "Cell",
      sizeof(Cell),
      {data(offsetof(Cell, id), AL_INT64_T), link(offsetof(Cell, child), cells_, 3),
       weak(offsetof(Cell, parent), cells_, Pointed::none), weak(offsetof(Cell, near), cells_, Pointed::none, 2),
       data(offsetof(Cell, n_beside), AL_INT), array<Cell>(offsetof(Cell, beside), beside_, n(&Cell::n_beside)),
       data(offsetof(Cell, n_spots), AL_INT), array<Cell>(offsetof(Cell, spots), spots_, n(&Cell::n_spots)),
       link(offsetof(Cell, single), spot_), weak(offsetof(Cell, favourite), spot_, spots_),
       data(offsetof(Cell, n_values), AL_INT), array<Cell>(offsetof(Cell, values), doubles_, n(&Cell::n_values)),
       weak_inside(offsetof(Cell, cursor)), inside(offsetof(Cell, strict)),
       array<Cell>(offsetof(Cell, cursors), cursors_, n(&Cell::n_beside)),
       weak(offsetof(Cell, world), Pointed::none, Pointed::none), data(offsetof(Cell, kind), AL_INT), any,
       inner(offsetof(Cell, strap), strap)}};
  return Encoder(machine, {{&cell, Pointed::record, AutoLink_Cell},
                           {&beside, Pointed::array, AutoLink_Cell->pointers[3].target},
                           {&spot, Pointed::array, AutoLink_Spot},
                           {&spot, Pointed::record, AutoLink_Spot},
                           {&number, Pointed::array, AL_Basic + AL_DOUBLE},
                           {&cursor, Pointed::array, AutoLink_Cell->pointers[10].target}})
      .run(root, options);
}

Messages foreign(const Machine &machine, const Values *root, const ForeignOptions &options) {
  const Schema pair = {
      "Pair",
      sizeof(Values::Pair),
      {data(offsetof(Values::Pair, first), AL_SHORT), data(offsetof(Values::Pair, second), AL_DOUBLE)}};
  const Schema values = {"Values",
                         sizeof(Values),
                         {data(offsetof(Values, letter), AL_CHAR),
                          data(offsetof(Values, small), AL_SIGNED_CHAR),
                          data(offsetof(Values, byte), AL_UNSIGNED_CHAR),
                          data(offsetof(Values, number_short), AL_SHORT),
                          data(offsetof(Values, number_ushort), AL_UNSIGNED_SHORT),
                          data(offsetof(Values, wide), AL_WCHAR),
                          data(offsetof(Values, number), AL_INT),
                          data(offsetof(Values, truth), AL_CXX_BOOL),
                          data(offsetof(Values, number_long), AL_LONG),
                          data(offsetof(Values, number_ulong), AL_UNSIGNED_LONG),
                          data(offsetof(Values, number_llong), AL_LONG_LONG),
                          data(offsetof(Values, real), AL_FLOAT),
                          data(offsetof(Values, real_double), AL_DOUBLE),
                          data(offsetof(Values, real_long), AL_LONG_DOUBLE),
                          data(offsetof(Values, complex), AL_C_FLOAT_COMPLEX),
                          data(offsetof(Values, complex_double), AL_C_DOUBLE_COMPLEX),
                          data(offsetof(Values, complex_long), AL_CXX_LONG_DOUBLE_COMPLEX),
                          data(offsetof(Values, fixed16), AL_INT16_T),
                          data(offsetof(Values, fixed64), AL_UINT64_T),
                          data(offsetof(Values, address), AL_AINT),
                          inner(offsetof(Values, pairs), pair, 3),
                          link(offsetof(Values, next), 0)}};
  return Encoder(machine, {{&values, Pointed::record, AutoLink_Values}}).run(root, options);
}

std::vector<std::byte> packed(const Machine &machine, const Messages &messages) {
  Writer out(machine);
  for (const auto &message : messages) {
    out.number(message.size(), 8);
    out.append(message);
  }
  return out.bytes;
}

Values *make_values(Made &made, std::size_t n, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  Values *root = nullptr;
  for (std::size_t i = 0; i < n; ++i) {
    auto *v = made.one<Values>();
    const auto small = [&] { return static_cast<int>(random()) >> (random() % 31); };
    const auto real = [&] { return static_cast<double>(static_cast<float>(small())) / 64; };
    v->letter = static_cast<char>(random());
    v->small = static_cast<signed char>(random());
    v->byte = static_cast<unsigned char>(random());
    v->number_short = static_cast<short>(random());
    v->number_ushort = static_cast<unsigned short>(random());
    v->wide = static_cast<wchar_t>(random() % 0x10000);
    v->number = small();
    v->truth = random() % 2 != 0;
    v->number_long = small();
    v->number_ulong = static_cast<unsigned>(small());
    v->number_llong = static_cast<long long>(random());
    v->real = static_cast<float>(real());
    v->real_double = real();
    v->real_long = real();
    for (int part = 0; part < 2; ++part) {
      v->complex[part] = static_cast<float>(real());
      v->complex_double[part] = real();
      v->complex_long[part] = real();
    }
    v->fixed16 = static_cast<std::int16_t>(random());
    v->fixed64 = random();
    v->address = small();
    for (auto &pair : v->pairs)
      pair = {static_cast<short>(random()), real()};
    v->next = root;
    root = v;
  }
  return root;
}

std::string difference(const Values *a, const Values *b) {
  for (; a && b; a = a->next, b = b->next) {
    bool is_same = a->letter == b->letter && a->small == b->small && a->byte == b->byte &&
                   a->number_short == b->number_short && a->number_ushort == b->number_ushort && a->wide == b->wide &&
                   a->number == b->number && a->truth == b->truth && a->number_long == b->number_long &&
                   a->number_ulong == b->number_ulong && a->number_llong == b->number_llong && a->real == b->real &&
                   a->real_double == b->real_double && a->real_long == b->real_long && a->fixed16 == b->fixed16 &&
                   a->fixed64 == b->fixed64 && a->address == b->address;
    for (int part = 0; part < 2; ++part)
      is_same = is_same && a->complex[part] == b->complex[part] && a->complex_double[part] == b->complex_double[part] &&
                a->complex_long[part] == b->complex_long[part];
    for (int i = 0; i < 3; ++i)
      is_same = is_same && a->pairs[i].first == b->pairs[i].first && a->pairs[i].second == b->pairs[i].second;
    if (!is_same)
      return "Values differ";
  }
  return a || b ? "the lengths differ" : "";
}

namespace {

#define ONE(basic, field) {basic, offsetof(Values, field), 1, 0}
constexpr AL_Run data_Values[] = {
    ONE(AL_CHAR, letter),
    ONE(AL_SIGNED_CHAR, small),
    ONE(AL_UNSIGNED_CHAR, byte),
    ONE(AL_SHORT, number_short),
    ONE(AL_UNSIGNED_SHORT, number_ushort),
    ONE(AL_WCHAR, wide),
    ONE(AL_INT, number),
    ONE(AL_CXX_BOOL, truth),
    ONE(AL_LONG, number_long),
    ONE(AL_UNSIGNED_LONG, number_ulong),
    ONE(AL_LONG_LONG, number_llong),
    ONE(AL_FLOAT, real),
    ONE(AL_DOUBLE, real_double),
    ONE(AL_LONG_DOUBLE, real_long),
    ONE(AL_C_FLOAT_COMPLEX, complex),
    ONE(AL_C_DOUBLE_COMPLEX, complex_double),
    ONE(AL_CXX_LONG_DOUBLE_COMPLEX, complex_long),
    ONE(AL_INT16_T, fixed16),
    ONE(AL_UINT64_T, fixed64),
    ONE(AL_AINT, address),
    {AL_SHORT, offsetof(Values, pairs), 3, sizeof(Values::Pair)},
    {AL_DOUBLE, offsetof(Values, pairs) + offsetof(Values::Pair, second), 3, sizeof(Values::Pair)},
};
#undef ONE
const AL_Pointer pointers_Values[] = {
    {"next", AL_LINK, 0, offsetof(Values, next), 1, 0, AutoLink_Values, 0, nullptr, nullptr, nullptr}};

} // namespace

extern "C" const AL_TypeInfo AutoLink_Values[1] = {{AL_TYPE_ABI, 0, "Values", sizeof(Values), alignof(Values), 0x5a1,
                                                    26, std::size(data_Values), data_Values, 1, pointers_Values,
                                                    nullptr}};

} // namespace autolink::test
