// Values of objects by path. See object_values.h.
#include "object_values.h"

#include "object_places.h"

#include "core/base/failure.h"
#include "core/file/value_text.h"

#include "llvm/Support/ConvertUTF.h"
#include "llvm/Support/Format.h"

#include <algorithm>
#include <cstring>
#include <optional>
#include <utility>
#include <vector>

namespace automap {
namespace object_values {
namespace {

constexpr std::size_t most_path = 1 << 20; // characters. Classes whose names are longer are made to do harm

constexpr std::byte truth_values[] = {std::byte{0}, std::byte{1}};

/// What contains a truth value in a bit; the types of files have no name for that.
constexpr bool has_bits(Kind kind) { return kind == Kind::bits || kind == Kind::bitset; }

/// Returns characters of 1, 2 or 4 bytes in quotes.
std::string quoted(const std::byte *from, std::uint64_t n, std::uint64_t bytes, char quote) {
  if (bytes == 1)
    return autolink::file::quoted(from, static_cast<std::size_t>(n), quote);
  const auto convert = [&](auto unit, auto function) {
    std::vector<decltype(unit)> in(static_cast<std::size_t>(n));
    if (n > 0)
      std::memcpy(in.data(), from, in.size() * sizeof unit);
    std::vector<llvm::UTF8> out(4 * in.size() + 1);
    const decltype(unit) *begin = in.data();
    llvm::UTF8 *end = out.data();
    function(&begin, in.data() + in.size(), &end, out.data() + out.size(), llvm::lenientConversion);
    return autolink::file::quoted(reinterpret_cast<const std::byte *>(out.data()),
                                  static_cast<std::size_t>(end - out.data()), quote);
  };
  if (bytes == 2)
    return convert(llvm::UTF16(), llvm::ConvertUTF16toUTF8);
  return bytes == 4 ? convert(llvm::UTF32(), llvm::ConvertUTF32toUTF8) : "?";
}

class ObjectFinder {
public:
  ObjectFinder(const Types &types, const StoredObject &stored, std::string path, llvm::raw_ostream &out)
      : types_(types), stored_(stored), places_(types, stored, path), root_path_(std::move(path)), out_(out) {}

  void run(std::string_view steps) {
    path_ = root_path_;
    value_ = stored_.value(0);
    while (!steps.empty())
      take_step(steps);
    follow_all();
    print_whole(value_, path_);
  }

private:
  /// What takes the place of a type where there is a truth value without one.
  static constexpr std::uint32_t truth = ~std::uint32_t{0};

  const Type &type_of(const Value &value) const { return types_[value.type]; }
  const Item &item_of(const Value &value) const { return stored_[value.item]; }
  bool is_kind(const Value &value, Kind kind) const { return value.type != truth && type_of(value).kind == kind; }

  void require_path(bool condition, const std::string &why) const {
    if (!condition)
      throw WrongPath(path_ + " " + why);
  }

  // Steps.

  void take_step(std::string_view &steps) {
    const std::string_view all = steps;
    if (steps.starts_with("[\""))
      go_to_key(steps);
    else if (steps.starts_with("["))
      go_to_element(steps);
    else if (steps.starts_with(".") || steps.starts_with("->"))
      go_to_member(steps);
    else
      throw WrongPath("'" + std::string(steps) + "' is neither '.member' nor '[number]'");
    path_ += all.substr(0, all.size() - steps.size());
  }

  void go_to_element(std::string_view &steps) {
    const std::uint64_t i = take_index(steps);
    follow_until([&] { return is_indexed(value_); });
    if (is_matrix(type_of(value_).kind)) {
      const std::uint64_t extent = extent_of(stored_, value_, indices_.size());
      require_path(i < extent, "has " + elements_text(extent));
      indices_.push_back(i);
      if (indices_.size() == type_of(value_).n)
        value_ = stored_.element(value_, number_in_matrix(types_, stored_, value_, std::exchange(indices_, {})));
      return;
    }
    const std::uint64_t n = n_elements(value_);
    require_path(i < n, "has " + elements_text(n));
    value_ = element(value_, i);
  }

  void go_to_key(std::string_view &steps) {
    const auto is_map = [&] { return is_kind(value_, Kind::container) && types_[type_of(value_).of[0]].block == 'm'; };
    follow_until(is_map);
    std::size_t end = 2;
    while (end < steps.size() && steps[end] != '"')
      end += steps[end] == '\\' ? 2 : 1;
    if (end >= steps.size() || !steps.substr(end).starts_with("\"]"))
      throw WrongPath("'" + std::string(steps) + "' does not end with '\"]'");
    const std::string_view key = steps.substr(1, end);
    steps.remove_prefix(end + 2);
    for (std::uint64_t i = 0; i < item_of(value_).n; ++i) {
      const Value entry = element(value_, i), its_key = stored_.part(entry, 0);
      if (is_scalar(its_key) && scalar_text(its_key) == key) {
        value_ = stored_.part(entry, 1);
        return;
      }
    }
    require_path(false, "has no key " + std::string(key));
  }

  void go_to_member(std::string_view &steps) {
    steps.remove_prefix(steps.front() == '.' ? 1 : 2);
    const std::string_view name =
        steps.substr(0, std::min({steps.find('.'), steps.find('['), steps.find("->"), steps.size()}));
    steps.remove_prefix(name.size());
    const auto is_pair = [&] { return is_kind(value_, Kind::tuple) && type_of(value_).of.size() == 2; };
    follow_until([&] { return is_kind(value_, Kind::object) || is_pair(); });
    if (is_pair()) {
      require_path(name == "first" || name == "second", "has only 'first' and 'second'");
      value_ = stored_.part(value_, name == "second");
      return;
    }
    const Type &type = type_of(value_);
    for (std::size_t i = type.parts.size(); i-- > 0;) // those of the class hide those of its bases, which come first
      if (type.parts[i].name == name || name_of(type, i) == name) {
        value_ = stored_.part(value_, i);
        return;
      }
    require_path(false, "has no member '" + std::string(name) + "'");
  }

  /// Follows pointers, and goes into what an optional or variant holds, until is_right() returns true.
  template <typename IsRight> void follow_until(IsRight is_right) {
    while (!is_right()) {
      const std::optional<Value> next = follow(value_);
      if (!next) {
        const std::string text = line_text(value_);
        require_path(false, text.starts_with("-> ") ? "leads to " + text.substr(3)
                            : text.empty()          ? "is of type " + types_.text_of(value_.type)
                                                    : "is " + text);
      }
      value_ = *next;
    }
  }
  void follow_all() {
    while (const std::optional<Value> next = follow(value_))
      value_ = *next;
  }

  /// Returns what a pointer leads to, or an optional or variant holds; nothing if that is nothing, or not known.
  std::optional<Value> follow(const Value &value) const {
    if (value.type == truth)
      return std::nullopt;
    const Item &item = item_of(value);
    switch (type_of(value).kind) {
    case Kind::optional:
      return item.choice ? std::optional(stored_.part(value, 0)) : std::nullopt;
    case Kind::variant:
      return stored_.part(value, 0);
    case Kind::unique:
      return item.n ? std::optional(stored_.part(value, 0)) : std::nullopt;
    case Kind::shared:
    case Kind::weak_owner:
      if (item.choice == Item::inner)
        return follow_place(stored_.value(item.first));
      return item.n ? std::optional(stored_.value(stored_.labelled(item.n - 1))) : std::nullopt;
    case Kind::plain_pointer:
    case Kind::weak_pointer:
      return item.n > 0 ? follow_place(value) : std::nullopt;
    default:
      return std::nullopt;
    }
  }
  std::optional<Value> follow_place(const Value &pointer) const {
    const Places::Target target = places_.target_of(pointer);
    return target.is_found ? std::optional(target.value) : std::nullopt;
  }

  // Elements.

  bool is_indexed(const Value &value) const {
    if (value.type == truth)
      return false;
    const Kind kind = type_of(value).kind;
    return kind == Kind::array || kind == Kind::counted_array || kind == Kind::container || kind == Kind::string ||
           kind == Kind::tuple || has_bits(kind) || is_matrix(kind);
  }
  std::uint64_t n_elements(const Value &value) const {
    const Type &type = type_of(value);
    return type.kind == Kind::array || type.kind == Kind::bitset ? type.n
           : type.kind == Kind::tuple                            ? type.of.size()
                                                                 : item_of(value).n;
  }
  Value element(const Value &all, std::uint64_t i) const {
    if (type_of(all).kind == Kind::tuple)
      return stored_.part(all, static_cast<std::size_t>(i));
    if (!has_bits(type_of(all).kind))
      return stored_.element(all, i);
    const auto byte = std::to_integer<unsigned>(item_of(all).bytes[i / 8]);
    return {truth, all.item, &truth_values[byte >> i % 8 & 1]};
  }

  // Text.

  /// Whether a value is one text.
  bool is_scalar(const Value &value) const {
    if (value.type == truth)
      return true;
    const Kind kind = type_of(value).kind;
    return autolink::object::is_value(kind) || kind == Kind::complex || kind == Kind::string || kind == Kind::bitset ||
           kind == Kind::duration || kind == Kind::time || kind == Kind::bytes || kind == Kind::nothing;
  }

  std::string number_text(const Value &value) const {
    return autolink::file::number_text(autolink::object::form_of(type_of(value)), false, value.bytes);
  }

  std::string scalar_text(const Value &value) const {
    if (value.type == truth)
      return *value.bytes == std::byte{0} ? "false" : "true";
    const Type &type = type_of(value);
    switch (type.kind) {
    case Kind::boolean:
      return scalar_text({truth, value.item, value.bytes});
    case Kind::character:
      return quoted(value.bytes, 1, type.size, '\'');
    case Kind::complex:
      return "(" + scalar_text(stored_.element(value, 0)) + ", " + scalar_text(stored_.element(value, 1)) + ")";
    case Kind::string:
      return quoted(item_of(value).bytes, item_of(value).n, types_[types_.bare(type.of[0])].size, '"');
    case Kind::bitset: {
      std::string out; // as C++ prints it: the last bit is the first character
      for (std::uint64_t i = type.n; i-- > 0;)
        out += *element(value, i).bytes == std::byte{0} ? '0' : '1';
      return out;
    }
    case Kind::duration:
    case Kind::time: {
      const Type &duration = type.kind == Kind::time ? types_[type.of[0]] : type;
      Value count =
          type.is_plain ? Value{types_.bare(duration.of[0]), value.item, value.bytes} : stored_.part(value, 0);
      if (count.type == type.of[0] && type.kind == Kind::time && !type.is_plain)
        count = stored_.part(count, 0);
      return is_scalar(count) ? scalar_text(count) + " x " + duration.text + " s" : "?";
    }
    case Kind::bytes: {
      std::string out;
      llvm::raw_string_ostream text(out);
      for (std::uint64_t i = 0; i < type.n; ++i)
        text << (i == 0 ? "" : ", ") << llvm::format("%02x", std::to_integer<unsigned>(value.bytes[i]));
      return type.n == 1 ? out : "{" + out + "}";
    }
    case Kind::nothing:
      return "empty";
    default:
      return number_text(value);
    }
  }

  bool is_tuple_of_scalars(const Value &value) const {
    if (!is_kind(value, Kind::tuple))
      return false;
    for (std::size_t i = 0; i < type_of(value).of.size(); ++i)
      if (!is_scalar(stored_.part(value, i)))
        return false;
    return true;
  }

  /// Returns what a line says of a value, without what it consists of; nothing of objects and of what is like them.
  std::string line_text(const Value &value) const {
    if (is_scalar(value))
      return scalar_text(value);
    const Type &type = type_of(value);
    const Item &item = item_of(value);
    switch (type.kind) {
    case Kind::container:
    case Kind::bits:
    case Kind::counted_array:
      return type.kind == Kind::counted_array && item.choice == 0
                 ? "NULL"
                 : types_.text_of(value.type) + ", " + elements_text(item.n);
    case Kind::column_matrix:
    case Kind::row_matrix: {
      std::string out = types_.text_of(value.type) + ", ";
      for (std::size_t i = 0; i < type.n; ++i)
        out += (i == 0 ? "" : " x ") + std::to_string(extent_of(stored_, value, i));
      return out;
    }
    case Kind::optional:
      return item.choice == 0 ? "empty" : "";
    case Kind::unique:
    case Kind::shared:
    case Kind::weak_owner: {
      if (item.choice == Item::inner && type.kind != Kind::unique)
        return "-> " + places_.target_of(stored_.value(item.first)).text;
      const std::optional<Value> to = follow(value);
      return !to ? "NULL"
                 : types_.text_of(to->type) + (type.kind == Kind::unique ? "" : " " + std::to_string(item.n - 1));
    }
    case Kind::plain_pointer:
    case Kind::weak_pointer:
      return item.n == 0 ? "NULL" : "-> " + places_.target_of(value).text;
    case Kind::tuple: {
      if (!is_tuple_of_scalars(value))
        return "";
      std::string out;
      for (std::size_t i = 0; i < type.of.size(); ++i)
        out += (i == 0 ? "" : ", ") + scalar_text(stored_.part(value, i));
      return "(" + out + ")";
    }
    case Kind::array: {
      if (type.n == 0)
        return "{}";
      const Value first = stored_.element(value, 0);
      if (!is_scalar(first))
        return "";
      if (is_kind(first, Kind::character) && type_of(first).size == 1)
        return quoted(value.bytes, type.n, 1, '"');
      std::string out;
      for (std::uint64_t i = 0; i < type.n; ++i)
        out += (i == 0 ? "" : ", ") + scalar_text(stored_.element(value, i));
      return "{" + out + "}";
    }
    default:
      return "";
    }
  }

  void print_line(const std::string &path, const std::string &text) { out_ << path << " = " << text << '\n'; }

  /// Prints what a path leads to: the line that says what it is, and what it consists of.
  void print_whole(const Value &value, const std::string &path) {
    if (!indices_.empty())
      return item_of(value).n > 0 ? print_matrix(value, path, indices_) : print_line(path, "{}");
    if (is_kind(value, Kind::object))
      print_line(path, type_of(value).text);
    print_inside(value, path);
    if (is_kind(value, Kind::container) || is_kind(value, Kind::counted_array) || is_kind(value, Kind::bits))
      print_elements(value, path);
    else if (value.type != truth && is_matrix(type_of(value).kind) && item_of(value).n > 0)
      print_matrix(value, path, {});
  }

  void print_elements(const Value &value, const std::string &path) {
    for (std::uint64_t i = 0, n = n_elements(value); i < n; ++i)
      print_inside(element(value, i),
                   path + (is_kind(value, Kind::tuple) ? tuple_step(type_of(value), static_cast<std::size_t>(i))
                                                       : index_text(i)));
  }

  /// Prints something in an object or container. What has elements or is owned by pointers is only named.
  void print_inside(const Value &value, const std::string &path) {
    if (path.size() > most_path)
      throw autolink::Failure(AL_ERR_LIMIT, "AutoLink: the names of members are too long");
    if (is_kind(value, Kind::object))
      return print_members(value, path);
    if (const std::string text = line_text(value); !text.empty())
      return print_line(path, text);
    if (is_kind(value, Kind::variant) && is_kind(stored_.part(value, 0), Kind::object))
      print_line(path, type_of(stored_.part(value, 0)).text);
    if (is_kind(value, Kind::variant) || is_kind(value, Kind::optional))
      print_inside(stored_.part(value, 0), path);
    else if (is_kind(value, Kind::tuple) || is_kind(value, Kind::array))
      print_elements(value, path);
  }

  /// Members of plain classes may be at the same place, but not so many that what they have inside each other becomes
  /// endless.
  void print_members(const Value &object, const std::string &path) {
    const Type &type = type_of(object);
    const bool is_outermost = type.is_plain && members_left_ == 0;
    if (is_outermost)
      members_left_ = 16 * type.size + 1000;
    for (std::size_t i = 0; i < type.parts.size(); ++i) {
      if (type.is_plain && --members_left_ == 0)
        throw autolink::Failure(AL_ERR_DAMAGED, "AutoLink: too many members are at the same place");
      print_inside(stored_.part(object, i), path + "." + name_of(type, i));
    }
    if (is_outermost)
      members_left_ = 0;
  }

  /// Prints the rows of a matrix, of which some indices are given.
  void print_matrix(const Value &matrix, const std::string &path, std::vector<std::uint64_t> indices) {
    const bool is_row = indices.size() + 1 == type_of(matrix).n;
    const std::uint64_t n = extent_of(stored_, matrix, indices.size());
    std::string row;
    for (std::uint64_t i = 0; i < n; ++i) {
      indices.push_back(i);
      if (is_row) {
        const Value one = stored_.element(matrix, number_in_matrix(types_, stored_, matrix, indices));
        if (is_scalar(one))
          row += (i == 0 ? "" : ", ") + scalar_text(one);
        else
          print_inside(one, path + index_text(i));
      } else {
        print_matrix(matrix, path + index_text(i), indices);
      }
      indices.pop_back();
    }
    if (!row.empty())
      print_line(path, "{" + row + "}");
  }

  const Types &types_;
  const StoredObject &stored_;
  const Places places_;
  const std::string root_path_;
  Value value_;
  std::vector<std::uint64_t> indices_; // of the matrix at hand
  std::string path_;                   // to the value
  std::uint64_t members_left_ = 0;     // that may be printed of a plain object; 0 outside of these
  llvm::raw_ostream &out_;
};

} // namespace
} // namespace object_values

void print_object_values(const autolink::object::Types &types, const autolink::object::StoredObject &stored,
                         std::string_view steps, const std::string &path, llvm::raw_ostream &out) {
  object_values::ObjectFinder(types, stored, path, out).run(steps);
}

} // namespace automap
