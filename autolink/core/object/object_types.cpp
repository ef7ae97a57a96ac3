// Reading descriptions. See object_types.h.
#include "object_types.h"

#include "core/base/failure.h"
#include "core/base/hash.h"

#include "autolink/al_type.h"

#include <algorithm>
#include <charconv>
#include <span>

namespace autolink::object {
namespace {

constexpr unsigned max_depth = 200; // of types in each other
constexpr std::uint64_t max_bytes = std::uint64_t{1} << 31;

void require_types(bool condition, const char *what) {
  if (!condition)
    throw Failure(AL_ERR_DAMAGED, std::string("AutoLink: the description of the objects is impossible: ") + what);
}

class TypesReader {
public:
  explicit TypesReader(std::string_view text) : text_(text) {}

  Types run() {
    out_.root = read_type(0);
    require_types(text_.empty(), "something follows its end");
    check_containment();
    out_.blocks_hash = hash_of(std::as_bytes(std::span(blocks_)));
    return std::move(out_);
  }

private:
  bool skip(char c) {
    if (!text_.starts_with(c))
      return false;
    text_.remove_prefix(1);
    return true;
  }
  void expect(char c) { require_types(skip(c), "a character is missing"); }

  std::uint64_t number(std::uint64_t most = max_bytes) {
    std::uint64_t out = 0;
    const auto [end, error] = std::from_chars(text_.data(), text_.data() + text_.size(), out);
    require_types(error == std::errc() && out <= most, "a number is missing or too large");
    text_.remove_prefix(static_cast<std::size_t>(end - text_.data()));
    return out;
  }
  std::uint64_t spaced_number() {
    const std::uint64_t out = number();
    expect(' ');
    return out;
  }
  std::string name() {
    expect('\'');
    const std::uint64_t size = number();
    expect('\'');
    require_types(size <= text_.size(), "a name is too long");
    std::string out(text_.substr(0, static_cast<std::size_t>(size)));
    text_.remove_prefix(out.size());
    std::replace_if(out.begin(), out.end(), [](char c) { return c < ' ' || c > '~'; }, '?');
    return out;
  }

  /// Reads a type, and returns its number.
  std::uint32_t read_type(unsigned depth) {
    require_types(depth <= max_depth, "types are too deep inside each other");
    const Block block = skip('!') ? read_block() : Block();
    const bool is_own = block.kind == 'v' || block.kind == 'x'; // of what the type itself owns
    if (block.kind && !is_own) {
      const std::uint32_t of = read_type(depth + 1);
      return add_same(of, block);
    }
    if (skip('#')) {
      const std::uint64_t seen = spaced_number();
      require_types(seen < seen_.size() && !is_own, "a class is missing");
      return seen_[static_cast<std::size_t>(seen)];
    }
    require_types(!text_.empty(), "it ends too early");
    const auto made = static_cast<std::uint32_t>(out_.all.size());
    Type type;
    type.kind = static_cast<Kind>(text_.front());
    text_.remove_prefix(1);
    require_types(!is_own || type.kind == Kind::container || type.kind == Kind::column_matrix ||
                      type.kind == Kind::row_matrix,
                  "memory is counted in the wrong place");
    out_.all.emplace_back().kind = type.kind;
    read_rest(type, made, depth + 1);
    type.block = block.kind;
    type.block_bytes = block.bytes;
    out_.all[made] = std::move(type);
    return made;
  }

  /// How memory is counted.
  struct Block {
    char kind = 0;
    std::uint64_t bytes = 0;
  };
  Block read_block() {
    Block out;
    require_types(!text_.empty() && std::string_view("vlkmxp").find(text_.front()) != std::string_view::npos,
                  "memory is counted in an unknown way");
    out.kind = text_.front();
    text_.remove_prefix(1);
    out.bytes = spaced_number();
    require_types(out.bytes > 0, "memory is counted in an unknown way");
    blocks_ += out.kind + std::to_string(out.bytes);
    return out;
  }

  /// Returns a type that is the same as one that has been read, with memory that is counted so.
  std::uint32_t add_same(std::uint32_t of, const Block &block) {
    Type same;
    same.kind = Kind::same;
    same.block = block.kind;
    same.block_bytes = block.bytes;
    same.of = {of};
    out_.all.push_back(std::move(same));
    return static_cast<std::uint32_t>(out_.all.size() - 1);
  }

  std::uint32_t add(Type &to, unsigned depth) {
    to.of.push_back(read_type(depth));
    return to.of.back();
  }
  void take_layout(Type &type, std::uint64_t n) {
    const Type &of = out_[out_.bare(type.of[0])];
    type.is_plain = of.is_plain && out_[type.of[0]].kind != Kind::whole;
    if (!type.is_plain)
      return;
    require_types(n == 0 || (of.size > 0 && of.size <= max_bytes / n), "the size of a type");
    type.size = n * of.size;
    type.align = of.align;
  }

  void read_rest(Type &type, std::uint32_t made, unsigned depth) {
    switch (type.kind) {
    case Kind::boolean:
    case Kind::character:
    case Kind::signed_number:
    case Kind::unsigned_number:
    case Kind::floating:
      type.size = type.align = spaced_number();
      if (skip('%'))
        type.align = spaced_number();
      require_types(type.size > 0 && type.size <= 16 && is_alignment(type.align) &&
                        (type.kind != Kind::boolean || type.size == 1),
                    "the size of a number");
      type.is_plain = type.kind != Kind::boolean;
      break;
    case Kind::complex:
      require_types(is_value(out_[add(type, depth)].kind), "a complex number");
      take_layout(type, 2);
      break;
    case Kind::array: {
      const std::uint64_t n = number();
      expect(']');
      add(type, depth);
      type.n = n;
      take_layout(type, n);
      break;
    }
    case Kind::object:
      read_object(type, made, depth);
      break;
    case Kind::string:
      require_types(is_value(out_[add(type, depth)].kind) && out_[type.of[0]].is_plain, "the character of a string");
      break;
    case Kind::container:
      expect('(');
      add(type, depth);
      expect(')');
      break;
    case Kind::bits:
    case Kind::nothing:
      break;
    case Kind::bitset:
      type.n = spaced_number();
      break;
    case Kind::column_matrix:
    case Kind::row_matrix:
      type.n = spaced_number();
      require_types(type.n > 0 && type.n <= 16 && out_[out_.bare(add(type, depth))].is_plain, "a matrix");
      break;
    case Kind::whole:
    case Kind::optional:
      add(type, depth);
      break;
    case Kind::tuple:
      if (skip('@'))
        type.value_place = spaced_number();
      while (!skip(')'))
        add(type, depth);
      require_types(type.value_place == no_place || type.of.size() == 2, "an element of a map");
      break;
    case Kind::variant:
      while (!skip('>'))
        add(type, depth);
      require_types(!type.of.empty(), "a variant has no alternatives");
      break;
    case Kind::duration: {
      const std::size_t end = text_.find(' ');
      require_types(end != std::string_view::npos, "a duration has no period");
      type.text = text_.substr(0, end);
      require_types(
          std::all_of(type.text.begin(), type.text.end(), [](char c) { return (c >= '0' && c <= '9') || c == '/'; }),
          "the period of a duration");
      text_.remove_prefix(end + 1);
      add(type, depth);
      take_layout(type, 1);
      break;
    }
    case Kind::time:
      require_types(out_[add(type, depth)].kind == Kind::duration, "a point of time");
      take_layout(type, 1);
      break;
    case Kind::unique:
    case Kind::shared:
    case Kind::weak_owner:
      add(type, depth);
      break;
    case Kind::plain_pointer:
      type.n = spaced_number();
      add(type, depth);
      break;
    case Kind::weak_pointer:
      require_types(out_[add(type, depth)].kind == Kind::plain_pointer, "a weak pointer");
      break;
    case Kind::choice:
      seen_.push_back(made);
      expect('<');
      while (!skip('>')) {
        type.names.push_back(name());
        require_types(out_[out_.bare(add(type, depth))].kind == Kind::object, "a class behind a pointer");
      }
      break;
    default:
      require_types(false, "a type begins with an unknown character");
    }
  }

  static bool is_alignment(std::uint64_t n) { return n > 0 && n <= 4096 && (n & (n - 1)) == 0; }

  void read_object(Type &type, std::uint32_t made, unsigned depth) {
    type.n = seen_.size();
    seen_.push_back(made);
    type.text = name();
    expect('@');
    type.size = number();
    expect('/');
    type.align = spaced_number();
    require_types(type.size > 0 && is_alignment(type.align), "the size of a class");
    if (!text_.empty() && text_.front() >= '0' && text_.front() <= '9') {
      require_types(number() == type.size, "the size of a class");
      expect(':');
      type.is_plain = true;
    }
    while (skip('+')) // virtual bases and bases stand before the members
      read_parts(type, name(), depth);
    read_parts(type, type.text, depth);
    expect('}');
  }

  /// Reads a class without its virtual bases: the parts of its bases, its members, arrays and bytes. In objects, bytes
  /// stand before the members.
  void read_parts(Type &type, const std::string &owner, unsigned depth) {
    require_types(depth <= max_depth, "bases are too deep inside each other");
    while (skip('+'))
      read_parts(type, name(), depth + 1);
    std::vector<Part> bytes, others;
    for (std::uint32_t number_in_owner = 0; !skip('|'); ++number_in_owner) {
      Part part;
      part.owner = owner;
      part.number = number_in_owner;
      part.name = name();
      if (skip('@'))
        part.place = spaced_number();
      part.type = read_part(depth);
      const Type &of = out_[out_.bare(part.type)];
      if (type.is_plain)
        require_types(of.is_plain && part.place <= type.size && of.size <= type.size - part.place,
                      "a member lies outside its class");
      (out_[part.type].kind == Kind::bytes ? bytes : others).push_back(std::move(part));
    }
    type.parts.insert(type.parts.end(), bytes.begin(), bytes.end());
    type.parts.insert(type.parts.end(), others.begin(), others.end());
  }

  std::uint32_t read_part(unsigned depth) {
    const bool is_array = text_.starts_with(static_cast<char>(Kind::counted_array));
    if (!is_array && !text_.starts_with(static_cast<char>(Kind::bytes)))
      return read_type(depth);
    text_.remove_prefix(1);
    const auto made = static_cast<std::uint32_t>(out_.all.size());
    out_.all.emplace_back();
    Type type;
    type.kind = is_array ? Kind::counted_array : Kind::bytes;
    if (is_array) {
      expect('!');
      const Block block = read_block();
      type.block = block.kind;
      type.block_bytes = block.bytes;
      add(type, depth);
    } else {
      type.n = type.size = spaced_number();
    }
    type.is_plain = !is_array;
    out_.all[made] = std::move(type);
    return made;
  }

  /// What a type holds without reading a number: so long as that ends, reading ends, too.
  static bool holds(Kind kind) {
    return kind == Kind::array || kind == Kind::object || kind == Kind::tuple || kind == Kind::whole ||
           kind == Kind::same;
  }

  /// Checks that no type holds itself, nor many others inside each other.
  void check_containment() const {
    std::vector<unsigned> depths(out_.all.size(), 0); // known ones; 0: not yet
    struct Visit {
      std::uint32_t type;
      std::size_t next;
      unsigned depth;
    };
    std::vector<bool> is_open(out_.all.size());
    for (std::uint32_t first = 0; first < out_.all.size(); ++first) {
      if (depths[first] > 0)
        continue;
      std::vector<Visit> open = {{first, 0, 1}};
      is_open[first] = true;
      while (!open.empty()) {
        Visit &visit = open.back();
        const Type &type = out_[visit.type];
        const std::size_t n = !holds(type.kind) ? 0 : type.kind == Kind::object ? type.parts.size() : type.of.size();
        if (visit.next == n) {
          const unsigned depth = visit.depth;
          require_types(depth <= max_depth, "objects are too deep inside each other");
          depths[visit.type] = depth;
          is_open[visit.type] = false;
          open.pop_back();
          if (!open.empty())
            open.back().depth = std::max(open.back().depth, depth + 1);
          continue;
        }
        const std::size_t i = visit.next++;
        const std::uint32_t inner = type.kind == Kind::object ? type.parts[i].type : type.of[i];
        require_types(!is_open[inner], "a class holds itself");
        if (depths[inner] > 0) {
          visit.depth = std::max(visit.depth, depths[inner] + 1);
        } else {
          is_open[inner] = true;
          open.push_back({inner, 0, 1});
        }
      }
    }
  }

  std::string_view text_;
  std::string blocks_; // how memory is counted, in the order of the text
  Types out_;
  std::vector<std::uint32_t> seen_; // classes and choices, in the order in which they begin
};

} // namespace

bool is_value(Kind kind) {
  return kind == Kind::boolean || kind == Kind::character || kind == Kind::signed_number ||
         kind == Kind::unsigned_number || kind == Kind::floating;
}

Form form_of(const Type &value) {
  const auto size = static_cast<std::uint8_t>(value.size);
  switch (value.kind) {
  case Kind::character:
    return {Form::character, size};
  case Kind::signed_number:
    return {Form::integer, size};
  case Kind::floating:
    if (size == sizeof(float) || size == sizeof(double))
      return {Form::ieee, size};
    return size == sizeof(long double) ? autolink::form_of(AL_LONG_DOUBLE) : Form();
  default:
    return {Form::natural, size};
  }
}

Types read_object_types(std::string_view description) { return TypesReader(description).run(); }

namespace {

/// Writes types for people. What would be very long is cut off.
class TextWriter {
public:
  explicit TextWriter(const Types &types) : types_(types) {}

  std::string run(std::uint32_t type) {
    add(type);
    return out_.size() > most ? out_ + " …" : out_;
  }

private:
  static constexpr std::size_t most = 10000;

  void add(std::string_view before, std::uint32_t type) {
    out_ += before;
    add(type);
  }
  template <typename One, typename Add>
  void add_list(std::string_view before, const std::vector<One> &all, Add add_one) {
    out_ += before;
    for (const One &one : all) {
      if (out_.size() > most)
        return;
      out_ += &one == &all.front() ? "" : ", ";
      add_one(one);
    }
  }

  void add(std::uint32_t number) {
    const Type &type = types_[number];
    if (out_.size() > most)
      return;
    const std::string bits = std::to_string(8 * type.size);
    const auto add_type = [this](std::uint32_t one) { add(one); };
    switch (type.kind) {
    case Kind::boolean:
      out_ += "bool";
      break;
    case Kind::character:
      out_ += type.size == 1 ? "char" : "wchar_t";
      break;
    case Kind::signed_number:
      out_ += "int" + bits + "_t";
      break;
    case Kind::unsigned_number:
      out_ += "uint" + bits + "_t";
      break;
    case Kind::floating:
      out_ += type.size == 4 ? "float" : type.size == 8 ? "double" : "long double";
      break;
    case Kind::complex:
      add("complex ", type.of[0]);
      break;
    case Kind::array:
      add(std::to_string(type.n) + " x ", type.of[0]);
      break;
    case Kind::object:
      out_ += type.text;
      break;
    case Kind::bytes:
      out_ += std::to_string(type.n) + (type.n == 1 ? " byte" : " bytes");
      break;
    case Kind::counted_array:
      add("array of ", type.of[0]);
      break;
    case Kind::string:
      if (types_[type.of[0]].kind == Kind::character && types_[type.of[0]].size == 1)
        out_ += "string";
      else
        add("string of ", type.of[0]);
      break;
    case Kind::container:
      add_container(type);
      break;
    case Kind::bits:
      out_ += "vector of bool";
      break;
    case Kind::bitset:
      out_ += "bitset of " + std::to_string(type.n);
      break;
    case Kind::column_matrix:
    case Kind::row_matrix:
      add("matrix of ", type.of[0]);
      break;
    case Kind::whole:
    case Kind::same:
      add(type.of[0]);
      break;
    case Kind::tuple:
      add_list("tuple of ", type.of, add_type);
      break;
    case Kind::optional:
      add("optional ", type.of[0]);
      break;
    case Kind::variant:
      add_list("variant of ", type.of, add_type);
      break;
    case Kind::nothing:
      out_ += "nothing";
      break;
    case Kind::duration:
      out_ += "duration in " + type.text + " s";
      break;
    case Kind::time:
      out_ += "time in " + types_[type.of[0]].text + " s";
      break;
    case Kind::unique:
      add("unique_ptr to ", type.of[0]);
      break;
    case Kind::shared:
      add("shared_ptr to ", type.of[0]);
      break;
    case Kind::weak_owner:
      add("weak_ptr to ", type.of[0]);
      break;
    case Kind::plain_pointer:
      add("pointer to ", type.of[0]);
      break;
    case Kind::weak_pointer:
      add("weak ", type.of[0]);
      break;
    case Kind::choice:
      add_list(type.names.size() == 1 ? "" : "one of ", type.names, [this](const std::string &name) { out_ += name; });
      break;
    }
  }

  void add_container(const Type &type) {
    const char block = types_[type.of[0]].block;
    const Type &element = types_[types_.bare(type.of[0])];
    if (block == 'm' && element.of.size() == 2) {
      add("map of ", element.of[0]);
      return add(" to ", element.of[1]);
    }
    add(type.block == 'v' ? "vector of " : block == 'k' ? "set of " : "sequence of ", type.of[0]);
  }

  const Types &types_;
  std::string out_;
};

} // namespace

std::vector<std::uint32_t> Types::pointers() const {
  std::vector<std::uint32_t> out;
  for (std::uint32_t i = 0; i < all.size(); ++i)
    if (all[i].kind == Kind::shared || all[i].kind == Kind::weak_owner)
      out.push_back(i);
  return out;
}

std::string Types::text_of(std::uint32_t type) const { return TextWriter(*this).run(type); }

} // namespace autolink::object
