// Reading type maps in JSON, as a stream: a document of a million entries would take gigabytes as a tree. See
// type_map_file.h for the format.
#include "type_map_json.h"

#include "type_map_builder.h"

#include <nlohmann/json.hpp>

#include <iterator>
#include <utility>
#include <vector>

namespace automap {
namespace {

/// An iterator over characters. It stores its position in `seen`, so that the owner can report it.
struct Cursor {
  using iterator_category = std::input_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char *;
  using reference = const char &;

  const char *at = nullptr;
  const char **seen = nullptr;

  reference operator*() const { return *at; }
  Cursor &operator++() {
    *seen = ++at;
    return *this;
  }
  friend bool operator==(const Cursor &a, const Cursor &b) { return a.at == b.at; }
};

/// Handles the parser's events. On an error, an event reports it and returns false, which stops the parser.
class EventReader {
public:
  explicit EventReader(TypeMapBuilder &builder)
      : builder_(builder), seen_(builder.text().begin()), last_end_(builder.text().begin()) {}

  bool read() {
    const llvm::StringRef text = builder_.text();
    return nlohmann::json::sax_parse(Cursor{text.begin(), &seen_}, Cursor{text.end(), &seen_}, this);
  }

  bool null() { return read_scalar(false, ""); }
  bool boolean(bool value) {
    if (inside() == Inside::document && key_ == "typemap_truncated" && value)
      return builder_.fail(key_word_, "'typemap' holds only the beginning of the type map");
    return read_scalar(false, "");
  }
  bool number_integer(std::int64_t) { return read_scalar(false, ""); }
  bool number_unsigned(std::uint64_t) { return read_scalar(false, ""); }
  bool number_float(double, const std::string &) { return read_scalar(false, ""); }
  bool string(std::string &text) { return read_scalar(true, text); }
  bool binary(std::vector<std::uint8_t> &) { return false; } // JSON has no such value

  bool key(std::string &text) {
    key_word_ = take_word(true);
    key_ = text;
    return true;
  }

  bool start_array(std::size_t) {
    switch (inside()) {
    case Inside::nothing:
      return enter(Inside::list);
    case Inside::document:
      if (key_ == "records" && stack_.size() == 1)
        return enter(Inside::records);
      if (key_ != "typemap")
        return is_known(key_) ? unexpected() : enter(Inside::skipped);
      if (std::exchange(has_list_, true))
        return builder_.fail(key_word_, "duplicate key 'typemap'");
      return enter(Inside::list);
    case Inside::list:
      pair_items_ = 0;
      return begin_entry(Inside::pair);
    case Inside::records:
    case Inside::pair:
      return unexpected();
    case Inside::entry:
      return is_known(key_) ? unexpected() : enter(Inside::skipped);
    case Inside::skipped:
      return enter(Inside::skipped);
    }
    return false;
  }

  bool start_object(std::size_t) {
    switch (inside()) {
    case Inside::nothing:
      return enter(Inside::document);
    case Inside::records:
      if (has_list_)
        return builder_.fail(here(), "expected a single record: remove the others from 'records'");
      return enter(Inside::document);
    case Inside::list:
      return begin_entry(Inside::entry);
    case Inside::document:
    case Inside::entry:
      return is_known(key_) ? unexpected() : enter(Inside::skipped);
    case Inside::pair:
      return unexpected();
    case Inside::skipped:
      return enter(Inside::skipped);
    }
    return false;
  }

  bool end_array() { return leave(); }
  bool end_object() { return leave(); }

  bool parse_error(std::size_t, const std::string &, const nlohmann::json::exception &error) {
    // "[json.exception.parse_error.101] parse error at line 1, column 2: syntax error while …"
    const llvm::StringRef message = llvm::StringRef(error.what()).split("; last read").first;
    // Between two words stands at most a comma or a colon.
    llvm::StringRef rest(last_end_, static_cast<std::size_t>(builder_.text().end() - last_end_));
    rest = rest.ltrim();
    if (!rest.consume_front(","))
      rest.consume_front(":");
    rest = rest.ltrim();
    return builder_.fail(rest.take_front(0), message.contains("syntax error")
                                                 ? message.drop_front(message.find("syntax error"))
                                                 : message.drop_front(message.find("] ") + 2));
  }

private:
  /// The array or object to which the events belong.
  enum class Inside : std::uint8_t { nothing, document, records, list, pair, entry, skipped };

  Inside inside() const { return stack_.empty() ? Inside::nothing : stack_.back(); }

  /// Keys that have a meaning, in the objects to which they belong.
  bool is_known(llvm::StringRef key) const {
    if (inside() == Inside::document)
      return key == "typemap" || key == "lb" || key == "extent";
    return key == "type" || key == "displacement" || key == "offset" || key == "count" || key == "stride";
  }

  bool enter(Inside what) {
    last_end_ = seen_;
    stack_.push_back(what);
    return true;
  }

  bool begin_entry(Inside what) {
    entry_word_ = here();
    type_.reset();
    displacement_.reset();
    count_.reset();
    stride_.reset();
    return enter(what);
  }

  bool leave() {
    const Inside left = stack_.back();
    stack_.pop_back();
    last_end_ = seen_;
    if (left == Inside::document && !has_list_)
      return builder_.fail(here(), "expected a 'typemap' in the object that ends here");
    if (left != Inside::pair && left != Inside::entry)
      return true;
    if (!type_)
      return builder_.fail(entry_word_, "expected a basic type in this entry");
    if (!displacement_)
      return builder_.fail(entry_word_, "expected a displacement in this entry");
    return builder_.add({*type_, *displacement_, count_.value_or(1), stride_.value_or(type_->size_bytes)}, entry_word_);
  }

  bool read_scalar(bool is_string, llvm::StringRef text) {
    const llvm::StringRef word = take_word(is_string);
    switch (inside()) {
    case Inside::list:
      return builder_.fail(word, "expected [\"type\", displacement], or an object with 'type' and "
                                 "'displacement'");
    case Inside::document:
      if (key_ == "typemap")
        return builder_.fail(word, "expected an array");
      if (key_ == "lb" || key_ == "extent")
        return key_ == "lb" ? builder_.set_lower_bound(word) : builder_.set_extent(word);
      return true;
    case Inside::pair:
      switch (pair_items_++) {
      case 0:
        return set_type(word, is_string, text);
      case 1:
        return builder_.set(displacement_, word, "displacement");
      default:
        return builder_.fail(word, "expected the end of [\"type\", displacement]");
      }
    case Inside::entry:
      if (key_ == "type")
        return set_type(word, is_string, text);
      if (key_ == "displacement" || key_ == "offset")
        return builder_.set(displacement_, word, key_);
      if (key_ == "count")
        return builder_.set(count_, word, key_);
      return key_ != "stride" || builder_.set(stride_, word, key_);
    case Inside::records:
      return builder_.fail(word, "expected a record");
    case Inside::nothing:
    case Inside::skipped:
      return true;
    }
    return false;
  }

  bool set_type(llvm::StringRef word, bool is_string, llvm::StringRef name) {
    if (!is_string)
      return builder_.fail(word, "expected the name of a basic type, as \"MPI_INT\"");
    if (type_)
      return builder_.fail(word, "the type is given twice");
    type_ = builder_.parse_type(word, name);
    return type_.has_value();
  }

  bool unexpected() { return builder_.fail(here(), "unexpected array or object"); }

  /// Returns the bracket of an array's or object's event: the parser has just read it.
  llvm::StringRef here() const { return {seen_ - 1, 1}; }

  /// Returns the word of a scalar's event: it begins after punctuation and ends at the parser's position, which may be
  /// one character after a number.
  llvm::StringRef take_word(bool is_string) {
    constexpr llvm::StringLiteral punctuation = " \t\r\n,:[]{}";
    llvm::StringRef word(last_end_, static_cast<std::size_t>(seen_ - last_end_));
    word = word.drop_while([&](char c) { return punctuation.contains(c); });
    if (!is_string)
      word = word.take_until([&](char c) { return punctuation.contains(c); });
    last_end_ = word.end();
    return word;
  }

  TypeMapBuilder &builder_;
  const char *seen_;     // the end of what the parser has read
  const char *last_end_; // the end of the last scalar or key
  std::vector<Inside> stack_;
  std::string key_;
  llvm::StringRef key_word_, entry_word_;
  bool has_list_ = false;
  unsigned pair_items_ = 0;
  std::optional<layout::BasicType> type_;
  std::optional<std::int64_t> displacement_, count_, stride_;
};

} // namespace

bool read_json_type_map(TypeMapBuilder &builder) { return EventReader(builder).read(); }

} // namespace automap
