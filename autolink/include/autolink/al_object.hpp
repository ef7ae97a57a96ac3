// How C++ objects are written to messages and read from them: what autolink.hpp and the code of `automap --autolink`
// build on. Programs include autolink.hpp; the one part of this file that they may specialize is autolink::container.
//
// An object is written as its members in their order. What it owns behind pointers, and what is long, follows later, in
// an order that both sides know: both keep a stack of what is to be done, so that no chain of objects is too long.
#ifndef AUTOLINK_AL_OBJECT_HPP
#define AUTOLINK_AL_OBJECT_HPP

#include "al_error.h"
#include "al_stream.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <functional>
#include <iterator>
#include <map>
#include <memory>
#include <new>
#include <string>
#include <type_traits>
#include <typeinfo>
#include <utility>
#include <vector>

#include <cxxabi.h>

namespace autolink {

/// What went wrong in a call of AutoLink. what() is the text.
class error : public std::exception {
public:
  error(int al_class, std::string text) : al_class_(al_class), text_(std::move(text)) {}
  error(int al_class, int code, std::string text) : al_class_(al_class), code_(code), text_(std::move(text)) {}

  const char *what() const noexcept override { return text_.c_str(); }
  /// Returns one of AL_ERR_…, or 0 if it is an error of MPI's own.
  int al_class() const noexcept { return al_class_; }
  /// Returns the MPI error code that the C function would return; 0 if no MPI call was made.
  int code() const noexcept { return code_; }

private:
  int al_class_, code_ = 0;
  std::string text_;
};

/// How the elements of a container travel. To send containers of another library, specialize autolink::container for
/// them, and derive the specialization from one of these:
///
///   template <typename... A>
///   struct autolink::container<small::vector<A...>> : autolink::vector_like {};
///
/// A container must have value_type, size(), begin(), end() and clear(), and what its kind needs:
///
///   vector_like    reserve(), emplace_back(), insert() at the end, and data(): adjacent elements
///   list_like      emplace_back(): elements that do not move when others are added
///   set_like       emplace_hint(): elements are keys, which are complete before they are added
///   map_like       emplace_hint(), key_type, mapped_type: elements do not move when others are added
///   flat_map_like  the same and reserve(), but elements move unless they are added at the end
///   matrix_like    data(): adjacent elements; the specialization also has
///                    static constexpr std::size_t rank;
///                    static constexpr bool is_row_major;
///                    static std::size_t extent(const C &, std::size_t dimension);
///                    static void resize(C &, const std::size_t (&extents)[rank]);  // if it can have these
struct vector_like {};
struct list_like {};
struct set_like {};
struct map_like {};
struct flat_map_like {};
struct matrix_like {};
struct forward_list_like {};

template <typename C> struct container {};

/// What `automap --autolink` has read of a class: a specialization for each, in the generated header.
///
///   static constexpr const char *name;          its name, for messages
///   static constexpr bool is_whole;             whether all its bytes belong to members that travel
///   static constexpr bool is_filled;            whether the members and the padding that alignment needs are all of it
///   using bases = types<…>;                     direct bases that are not virtual
///   using virtual_bases = types<…>;             all virtual bases, contained ones first
///   using derived = types<…>;                   the classes that a pointer to it may lead to; only of classes with
///                                               virtual functions
///   using bits = byte_ranges<…>;                the bytes of bit-fields, as offset and length; if there are any:
///   static constexpr std::size_t size;          sizeof(T) when automap read it
///   using weak = std::index_sequence<…>;        the numbers of the members, from 0 on, that are weak pointers or arrays
///                                               of them: AutoMap_Weak
///   static constexpr const char *names;         the names of the members, of what has bits, and of the arrays, with a
///                                               space after each
///   static T make();                            AutoMap_Make, if it is there
///   static void arrived(T &);                   AutoMap_Arrived, if it is there
template <typename T> struct object_type {};
template <typename... T> struct types {};
template <std::size_t... numbers> struct byte_ranges {};

/// The members of a class: the generated header has an explicit instantiation of `expose` for each. There alone, the
/// language lets private members be named.
template <auto... members> struct member_list {};
#ifdef __GNUC__ // and Clang, which does not know the last one
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wpragmas"
#pragma GCC diagnostic ignored "-Wunknown-warning-option"
#pragma GCC diagnostic ignored "-Wnon-template-friend"
#endif
template <typename T> struct members_key {
  friend constexpr auto al_members(members_key<T>);
};
template <typename T> struct arrays_key {
  friend constexpr auto al_arrays(arrays_key<T>);
};
template <typename Key> struct type_key {
  friend constexpr auto al_type(type_key<Key>);
};
#ifdef __GNUC__
#pragma GCC diagnostic pop
#endif
/// The same for members `unique_ptr<E[]>`, each followed by the member that has its length. Such a class has
/// `static constexpr bool has_arrays = true` in its object_type.
template <typename T, auto... arrays_and_lengths> struct expose_arrays {
  friend constexpr auto al_arrays(arrays_key<T>) { return member_list<arrays_and_lengths...>(); }
};
template <typename T, auto... members> struct expose {
  friend constexpr auto al_members(members_key<T>) { return member_list<members...>(); }
};
/// The same for a class that is not public in another one.
template <typename Key, typename T> struct expose_type {
  using type = T;
  friend constexpr auto al_type(type_key<Key>) { return expose_type(); }
};
/// The T of the one expose_type<Key, T> that is instantiated.
template <typename Key> using exposed_type = typename decltype(al_type(type_key<Key>()))::type;

namespace detail {

template <typename T> constexpr bool dependent_false = false;

template <typename T, typename = void> struct is_object : std::false_type {};
template <typename T> struct is_object<T, std::void_t<decltype(object_type<T>::name)>> : std::true_type {};

template <typename C, typename Kind> constexpr bool is_container = std::is_base_of_v<Kind, container<C>>;

template <typename T, typename = void> struct has_arrived : std::false_type {};
template <typename T>
struct has_arrived<T, std::void_t<decltype(object_type<T>::arrived(std::declval<T &>()))>> : std::true_type {};

/// How a T is made for a receiver to fill in.
template <typename T, typename = void> struct maker {
  static constexpr bool is_default = true; // by the default constructor
  static T make() { return T(); }
};
template <typename T> struct maker<T, std::void_t<decltype(object_type<T>::make())>> {
  static constexpr bool is_default = false;
  static T make() { return object_type<T>::make(); }
};
template <typename T> T make() { return maker<T>::make(); }

[[noreturn]] inline void fail(int al_class, const std::string &text) { throw error(al_class, "AutoLink: " + text); }
[[noreturn]] inline void fail_key() {
  fail(AL_ERR_STRUCTURE, "a key of a set or map has a pointer that owns nothing, which keys may not have");
}
[[noreturn]] inline void fail_message(const char *text) { fail(AL_ERR_MESSAGE, text); }

inline std::string readable(const char *mangled) {
  int status = 0;
  const std::unique_ptr<char, void (*)(void *)> text(abi::__cxa_demangle(mangled, nullptr, nullptr, &status),
                                                     std::free);
  return status == 0 ? text.get() : mangled;
}

/// Longer data travels by itself, so that packets stay short.
constexpr std::size_t short_bytes = 4096;

/// Copies few bytes, or none from or to nowhere. Compilers that know the bound would copy in a way that starts slowly.
inline void copy_short(void *to, const void *from, std::size_t n) {
#ifdef __GNUC__
  __asm__("" : "+r"(n));
#endif
  if (n > 0)
    std::memcpy(to, from, n);
}

// -------------------------------------------------------------------------------------------------- descriptions

/// What is the same in a sender and a receiver that understand each other: the types, as a text. Found once for each
/// type of an object.
struct description {
  explicit description(bool with_notes = false) : has_notes(with_notes) {}

  bool has_notes; // whether names and places stand between the types, as in files (autolink/file-format.md)
  std::string text;
  std::string blocks;                       // how memory is counted in which plain pointers may end
  std::vector<const std::type_info *> seen; // classes, by their numbers in the text
  std::vector<const void *(*)()> initial;   // of these: returns the bytes of a new object; null: they are not plain
  bool has_plain_pointers = false;
  bool fits_c = true; // whether C programs may have the same with pointers and lengths

  void add_block(char kind, std::size_t bytes) {
    blocks += kind + std::to_string(bytes);
    note('!' + (kind + std::to_string(bytes)) + ' ');
  }

  /// Adds a letter and a number, which ends where something else follows, or in notes at a space.
  void add(char kind, std::size_t n) {
    text += kind + std::to_string(n);
    note(" ");
  }
  void note(const std::string &what) {
    if (has_notes)
      text += what;
  }
  void note_name(const std::string &name) { note('\'' + std::to_string(name.size()) + '\'' + name); }

  /// Adds the class, and returns true if its members have to follow.
  bool begin(const std::type_info &type, const void *(*new_object)() = nullptr) {
    for (std::size_t i = 0; i < seen.size(); ++i)
      if (*seen[i] == type) {
        add('#', i);
        return false;
      }
    seen.push_back(&type);
    initial.push_back(new_object);
    return true;
  }
};

template <typename T, typename = void> struct content; // how a T travels

/// Returns the description of a T with notes, for files and C programs.
template <typename T> const description &noted_description_of() {
  static const description noted = [] {
    description out(true);
    content<T>::describe(out);
    return out;
  }();
  return noted;
}

struct type_facts {
  std::uint64_t hash;
  std::string name;
  bool has_plain_pointers;
  std::string text_for_c; // with notes; empty: no C program can have it
};

template <typename T> const type_facts &facts_of() {
  static const type_facts facts = [] {
    description out;
    content<T>::describe(out);
    if (out.has_plain_pointers)
      out.text += out.blocks;
    std::uint64_t hash = 0xcbf29ce484222325u; // FNV-1a
    for (const char c : out.text)
      hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
    // A class, a tuple, or a smart pointer.
    const bool is_root_of_c = std::string("{(1*").find(out.text.front()) != std::string::npos;
    return type_facts{hash, readable(typeid(T).name()), out.has_plain_pointers,
                      out.fits_c && is_root_of_c ? noted_description_of<T>().text : std::string()};
  }();
  return facts;
}

/// Parts of classes that are not in contents, because they are new: by the name of the class, whether each is.
using parts_left_out = std::map<std::string, std::vector<bool>, std::less<>>;

inline bool is_left_out(const std::vector<bool> *parts, std::size_t part) {
  return parts && part < parts->size() && (*parts)[part];
}

// -------------------------------------------------------------------------------------------------- the stack

/// Something to be done later: `step` goes on with it until it is done, or until the packet is full or used up. Then,
/// or if something else has to be done first, it puts itself back.
template <typename Side> struct frame {
  void (*step)(Side &, frame);
  void *object;
  std::size_t index, size;
  void (*drop)(void *object) = nullptr; // frees `object` if the frame is given up
};

template <typename Side> class stack {
public:
  stack() = default;
  stack(const stack &) = delete;
  stack &operator=(const stack &) = delete;
  ~stack() {
    for (frame<Side> &one : frames_)
      if (one.drop)
        one.drop(one.object);
  }

  std::size_t depth() const { return frames_.size(); }
  bool has_frames() const { return !frames_.empty(); }
  void push(const frame<Side> &one) { frames_.push_back(one); }
  frame<Side> pop() {
    const frame<Side> out = frames_.back();
    frames_.pop_back();
    return out;
  }
  /// Puts `one` below those that were pushed since the stack had this depth.
  void push_below(const frame<Side> &one, std::size_t depth) {
    frames_.insert(frames_.begin() + static_cast<std::ptrdiff_t>(depth), one);
  }

private:
  std::vector<frame<Side>> frames_;
};

/// Does body() for the elements that are left, unless the packet is full or used up, or an element has pushed a frame.
/// Returns whether all is done; if not, `rest` has been put back.
template <typename Side, typename Body> bool each_left(Side &side, frame<Side> &rest, Body body) {
  while (rest.index < rest.size) {
    if (side.must_pause()) {
      side.defer_rest(rest, side.depth());
      return false;
    }
    const std::size_t depth = side.depth();
    body();
    ++rest.index;
    if (side.depth() != depth && rest.index < rest.size) {
      side.defer_rest(rest, depth);
      return false;
    }
  }
  return true;
}

/// The side of a transfer that is at hand: the writer or the reader.
template <typename Side> class with_stack {
public:
  std::size_t depth() const { return frames_.depth(); }

  /// Lets the frame wait until what is at hand has been done.
  void defer(const frame<Side> &one) {
    if (whole_ == 0) {
      frames_.push(one);
      return;
    }
    if (nested_ == most_nested)
      fail(AL_ERR_STRUCTURE, "a key of a set or map owns a chain of objects, which keys may not do");
    ++nested_;
    one.step(self(), one); // if it throws, nothing more is done
    --nested_;
  }
  void defer_rest(const frame<Side> &one, std::size_t depth) { frames_.push_below(one, depth); }

  /// While one exists, nothing is deferred: all is done at once, in one packet.
  class whole {
  public:
    explicit whole(Side &side) : side_(side) { ++side_.whole_; }
    ~whole() { --side_.whole_; }
    whole(const whole &) = delete;
    whole &operator=(const whole &) = delete;

  private:
    Side &side_;
  };
  bool is_whole() const { return whole_ > 0; }

  /// Lets a pointer that owns nothing wait until all objects are known.
  void refer_late(void (*step)(Side &, void *), const void *place) {
    if (is_whole())
      fail_key();
    late_.push_back({step, const_cast<void *>(place)});
  }

protected:
  /// Goes on until all is done, or the packet is full or used up. Returns whether all is done. `know_all` is called
  /// before the first late pointer.
  template <typename KnowAll> bool run(KnowAll know_all) {
    while (frames_.has_frames()) {
      if (self().must_pause())
        return false;
      const frame<Side> one = frames_.pop();
      one.step(self(), one);
    }
    for (; n_late_ < late_.size(); ++n_late_) {
      if (n_late_ == 0)
        know_all();
      if (self().must_pause())
        return false;
      late_[n_late_].step(self(), late_[n_late_].place);
    }
    return true;
  }

private:
  struct late {
    void (*step)(Side &, void *);
    void *place;
  };
  Side &self() { return static_cast<Side &>(*this); }
  static constexpr unsigned most_nested = 200; // keys are read and written by recursion
  stack<Side> frames_;
  std::vector<late> late_;
  std::size_t n_late_ = 0; // how many have been done
  unsigned whole_ = 0, nested_ = 0;
};

/// Labels of objects that several pointers may lead to, by address and type: open addressing.
class label_table {
public:
  static constexpr std::uint64_t none = ~std::uint64_t(0);

  std::uint64_t find(const void *address, const std::type_info &type) const {
    if (slots_.empty())
      return none;
    const slot &found = slots_[place_of(address, type)];
    return found.address ? found.label : none;
  }
  /// Returns the label, and whether it is new: the number of those before it.
  std::pair<std::uint64_t, bool> add(const void *address, const std::type_info &type) {
    if (2 * (size_ + 1) > slots_.size())
      grow();
    slot &found = slots_[place_of(address, type)];
    if (found.address)
      return {found.label, false};
    found = {address, &type, size_};
    return {size_++, true};
  }

private:
  struct slot {
    const void *address = nullptr;
    const std::type_info *type = nullptr;
    std::uint64_t label = 0;
  };
  /// Returns the place of a label, or the empty one where it would stand.
  std::size_t place_of(const void *address, const std::type_info &type) const {
    auto i = static_cast<std::size_t>(reinterpret_cast<std::uintptr_t>(address) * 0x9e3779b97f4a7c15u >> shift_);
    while (slots_[i].address && (slots_[i].address != address || *slots_[i].type != type))
      i = (i + 1) & (slots_.size() - 1);
    return i;
  }
  void grow() {
    std::vector<slot> old(slots_.empty() ? 64 : 2 * slots_.size());
    old.swap(slots_);
    for (shift_ = 64; std::size_t(1) << (64 - shift_) < slots_.size();)
      --shift_;
    for (const slot &one : old)
      if (one.address)
        slots_[place_of(one.address, *one.type)] = one;
  }
  std::vector<slot> slots_;
  std::uint64_t size_ = 0;
  unsigned shift_ = 64;
};

/// What is to be destroyed. Objects take out what they own, and leave it here, so that no destructor calls another one
/// for each element of a chain.
class graveyard {
public:
  graveyard() = default;
  graveyard(const graveyard &) = delete;
  graveyard &operator=(const graveyard &) = delete;
  ~graveyard() { bury_all(); }

  /// Takes an object from `new`; `bury` takes out what it owns and deletes it. Does so at once if memory has run out.
  void add(void *object, void (*bury)(graveyard &, void *)) noexcept {
    if (n_few_ < std::size(few_)) {
      few_[n_few_++] = {object, bury};
      return;
    }
    try {
      more_.push_back({object, bury});
    } catch (const std::bad_alloc &) {
      bury(*this, object);
    }
  }

  void bury_all() noexcept {
    while (n_few_ > 0) {
      const bool is_among_few = more_.empty();
      const entry one = is_among_few ? few_[--n_few_] : more_.back();
      if (!is_among_few)
        more_.pop_back();
      one.bury(*this, one.object);
    }
  }

private:
  struct entry {
    void *object;
    void (*bury)(graveyard &, void *);
  };
  entry few_[32]; // for long chains, no memory is needed
  std::size_t n_few_ = 0;
  std::vector<entry> more_; // only if `few_` is full
};

// -------------------------------------------------------------------------------------------------- the writer

/// Where a plain pointer leads, and what it expects there.
struct target {
  const char *at;
  const std::type_info *type;
  std::size_t size, align;
  bool is_plain; // its bytes are its value
};

/// What the elements of a block are.
struct element_type {
  std::size_t size;
  /// Whether an object as the target expects it is at, in or at the end of `n` elements, where the target leads.
  bool (*hold)(const void *elements, std::size_t n, const target &to);
};

/// Memory that is owned: what plain pointers lead into.
struct block {
  const void *begin;
  std::size_t size; // bytes
  const element_type *type;

  bool holds(const target &to) const { return type->hold(begin, size / type->size, to); }
};

class writer : public with_stack<writer> {
public:
  /// Begins with an object, which must stay as it is until all is written.
  template <typename T> void begin(const T &object) {
    has_plain_pointers_ = facts_of<T>().has_plain_pointers;
    defer({[](writer &w, frame<writer> one) { content<const T &>::write(w, *static_cast<const T *>(one.object)); },
           const_cast<T *>(std::addressof(object)), 0, 1});
  }

  /// Appends to the packet until it is full or all is written. Returns whether all is.
  bool write(AL_Packet &packet) {
    packet_ = &packet;
    begin_ = packet.bytes;
    at_ = begin_ + packet.size;
    end_ = begin_ + packet.capacity;
    full_ = at_ + (end_ - at_) - (end_ - at_) / 8; // the last item may be longer than what is left
    const bool is_done = run([this] { sort_blocks(); });
    packet.size = static_cast<std::size_t>(at_ - begin_);
    return is_done;
  }

  bool must_pause() const { return at_ >= full_ && !is_whole(); }

  /// Returns the place of the next bytes.
  char *room(std::size_t bytes) {
    if (static_cast<std::size_t>(end_ - at_) < bytes)
      grow(bytes);
    char *out = at_;
    at_ += bytes;
    return out;
  }
  void put(const void *from, std::size_t bytes) { copy_short(room(bytes), from, bytes); }
  template <typename N> void number(N value) { std::memcpy(room(sizeof value), &value, sizeof value); }

  /// Writes a number that is most often small.
  void count(std::uint64_t n) {
    if (n < 255) {
      number(static_cast<unsigned char>(n));
      return;
    }
    char *to = room(9);
    *to = static_cast<char>(255);
    std::memcpy(to + 1, &n, sizeof n);
  }

  /// Moves on to where a value of this alignment may stand. Packets are aligned by AL_PACKET_ALIGN.
  void align(std::size_t to) {
    const std::size_t over = static_cast<std::size_t>(at_ - begin_) % to;
    if (over > 0)
      std::memset(room(to - over), 0, to - over);
  }
  /// Returns how many elements of this size still fit before the packet is full, at least one.
  std::size_t n_fitting(std::size_t size) const {
    const std::size_t n = at_ < full_ ? static_cast<std::size_t>(full_ - at_) / size : 0;
    return n > 0 ? n : 1;
  }

  label_table labels; // of shared objects

  /// Notes memory that the object owns, in which plain pointers may end.
  void note_block(const void *begin, std::size_t bytes, const element_type &type) {
    if (has_plain_pointers_)
      blocks_.push_back({{begin, bytes, &type}, blocks_.size()});
  }

  /// Writes where a plain pointer leads. A weak one may lead to what the object does not own.
  void plain_pointer(const target &to, bool is_weak = false) {
    const char *const wanted = to.at;
    if (!wanted)
      return count(0);
    bool is_owned = false;
    // The block that begins last before the target has it, or else its end.
    std::size_t low = 0, high = blocks_.size();
    while (low < high) {
      const std::size_t middle = (low + high) / 2;
      if (static_cast<const char *>(blocks_[middle].where.begin) <= wanted)
        low = middle + 1;
      else
        high = middle;
    }
    for (; low > 0; --low) {
      const numbered_block &one = blocks_[low - 1];
      const auto offset = static_cast<std::size_t>(wanted - static_cast<const char *>(one.where.begin));
      if (offset <= one.where.size) {
        is_owned = true;
        if (one.where.holds(to)) {
          count(one.number + 1);
          return count(offset);
        }
      }
      if (offset > largest_)
        break;
    }
    if (is_weak)
      return count(0);
    if (is_owned)
      fail(AL_ERR_STRUCTURE, "a plain pointer to " + readable(to.type->name()) +
                                 " leads to something else, such as a member that is left out");
    fail(AL_ERR_STRUCTURE, "a plain pointer leads to something that nothing in the object owns: what it leads to must "
                           "be behind a smart pointer or in a container, or the pointer be weak: AutoMap_Weak");
  }

private:
  struct numbered_block {
    block where;
    std::uint64_t number;
  };
  void grow(std::size_t bytes) {
    packet_->size = static_cast<std::size_t>(at_ - begin_);
    const std::size_t full = static_cast<std::size_t>(full_ - begin_);
    if (const int failure = packet_->grow(packet_, packet_->size + bytes))
      fail(failure, "memory ran out");
    begin_ = packet_->bytes;
    at_ = begin_ + packet_->size;
    end_ = begin_ + packet_->capacity;
    full_ = begin_ + full;
  }

  void sort_blocks() {
    for (const numbered_block &one : blocks_)
      largest_ = std::max(largest_, one.where.size);
    std::sort(blocks_.begin(), blocks_.end(), [](const numbered_block &a, const numbered_block &b) {
      const auto x = reinterpret_cast<std::uintptr_t>(a.where.begin),
                 y = reinterpret_cast<std::uintptr_t>(b.where.begin);
      return x != y ? x < y : a.where.size < b.where.size;
    });
  }

  AL_Packet *packet_ = nullptr;
  char *begin_ = nullptr, *at_ = nullptr, *end_ = nullptr, *full_ = nullptr;
  bool has_plain_pointers_ = false;
  std::vector<numbered_block> blocks_; // sorted once all are known
  std::size_t largest_ = 0;            // bytes of the largest block
};

// -------------------------------------------------------------------------------------------------- the reader

class reader : public with_stack<reader> {
public:
  /// Never makes more than containers can hold.
  /// `root`: the object, if it is moved when all has come; then call_arrived() has to be called.
  explicit reader(std::uint64_t limit_bytes, const void *root = nullptr, std::size_t root_bytes = 0)
      : root_(static_cast<const char *>(root)), root_bytes_(root_bytes),
        limit_bytes_(std::min<std::uint64_t>(limit_bytes, PTRDIFF_MAX / 4)) {}

  /// Begins with an object to fill in. If reading fails, the object holds what has come so far.
  template <typename T> void begin(T &object) {
    has_plain_pointers_ = facts_of<T>().has_plain_pointers;
    defer({[](reader &r, frame<reader> one) { content<T>::read(r, *static_cast<T *>(one.object)); },
           std::addressof(object), 0, 1});
  }

  /// Reads a packet. `is_last`: no other one follows.
  void read(const char *bytes, std::size_t size, bool is_last) {
    begin_ = at_ = bytes;
    end_ = bytes + size;
    is_last_ = is_last;
    const bool is_done = run([] {});
    if (at_ != end_)
      fail_message("something follows the object in the message");
    if (is_done != is_last)
      fail_message(is_last ? "the message ends before the object does" : "packets follow the end of the object");
    if (is_done && !root_)
      call_arrived([](void *object) { return object; });
  }

  bool must_pause() const { return at_ == end_ && !is_last_ && !is_whole(); }

  const char *get(std::size_t bytes) {
    if (static_cast<std::size_t>(end_ - at_) < bytes)
      fail_message("the message is truncated");
    const char *out = at_;
    at_ += bytes;
    return out;
  }
  void get(void *to, std::size_t bytes) { copy_short(to, get(bytes), bytes); }
  template <typename N> N number() {
    N out;
    std::memcpy(&out, get(sizeof out), sizeof out);
    return out;
  }
  std::uint64_t count() {
    const auto n = number<unsigned char>();
    return n < 255 ? n : number<std::uint64_t>();
  }
  void align(std::size_t to) {
    const std::size_t over = static_cast<std::size_t>(at_ - begin_) % to;
    if (over > 0)
      get(to - over);
  }
  /// Returns how many elements of this size the packet still has.
  std::size_t n_left(std::size_t size) const { return static_cast<std::size_t>(end_ - at_) / size; }

  /// Reads the number of elements that are going to be made, each of which takes so many bytes of memory.
  std::size_t n_elements(std::size_t bytes_each) {
    const std::uint64_t n = count();
    note_elements(n, bytes_each);
    return static_cast<std::size_t>(n);
  }
  void note_elements(std::uint64_t n, std::size_t bytes_each) {
    if (n > (limit_bytes_ - made_bytes_) / bytes_each)
      fail(AL_ERR_LIMIT, "the object is larger than the limit of " + std::to_string(limit_bytes_) + " bytes");
    made_bytes_ += n * bytes_each;
  }
  /// Counts an object that is going to be made.
  void note_made(std::size_t bytes) { note_elements(1, bytes); }

  /// An object that several smart pointers share.
  struct shared {
    std::shared_ptr<void> object;               // its complete object
    const std::type_info *type;                 // the type of that
    void (*release)(graveyard &, void *object); // takes out what it owns
  };
  std::vector<shared> labels;

  /// Takes the shared objects apart, which may own each other. Reading has failed.
  void release_shared(graveyard &dead) {
    for (const shared &one : labels)
      one.release(dead, one.object.get());
    labels.clear();
  }

  void note_block(const void *begin, std::size_t bytes, const element_type &type) {
    if (has_plain_pointers_)
      blocks_.push_back({begin, bytes, &type});
  }

  /// Returns where a plain pointer leads, of which all but the place is known.
  void *plain_pointer(target to) {
    const std::uint64_t number = count();
    if (number == 0)
      return nullptr;
    const std::uint64_t offset = count();
    if (number > blocks_.size())
      fail_message("a plain pointer leads into an unknown object");
    const block &into = blocks_[static_cast<std::size_t>(number - 1)];
    if (is_in_root(into.begin))
      fail(AL_ERR_STRUCTURE,
           "a plain pointer leads into the object itself, which moves when it has arrived: receive it "
           "by 'recv<T>(…)', or behind a smart pointer");
    if (offset > into.size || offset % to.align != 0 || (offset < into.size && into.size - offset < to.size))
      fail_message("a plain pointer leads beyond an object");
    to.at = static_cast<const char *>(into.begin) + offset;
    if (!into.holds(to))
      fail(AL_ERR_MESSAGE, "a plain pointer to " + readable(to.type->name()) + " leads to something else");
    return const_cast<char *>(to.at);
  }

  /// Leaves out parts of classes. The map must stay.
  void leave_out(const parts_left_out &parts) { left_out_ = parts.empty() ? nullptr : &parts; }
  /// Returns which parts of a class are left out; null: none.
  const std::vector<bool> *left_out_of(const char *class_name) const {
    if (!left_out_)
      return nullptr;
    const auto found = left_out_->find(class_name);
    return found == left_out_->end() ? nullptr : &found->second;
  }

  bool has_arrivals() const { return !arrivals_.empty(); }

  /// Calls arrived() for all objects. moved(object) returns where an object in the root is now, which may have been moved.
  template <typename Moved> void call_arrived(Moved moved) {
    for (; !arrivals_.empty(); arrivals_.pop_back()) {
      const auto [arrived, object] = arrivals_.back();
      arrived(is_in_root(object) ? moved(object) : object);
    }
  }

  /// Lets arrived() be called when all has come, after that of all objects that are read from now on.
  void note_arrival(void (*arrived)(void *), void *object) { arrivals_.push_back({arrived, object}); }

private:
  bool is_in_root(const void *object) const {
    const auto at = reinterpret_cast<std::uintptr_t>(object), begin = reinterpret_cast<std::uintptr_t>(root_);
    return root_ && at >= begin && at - begin < root_bytes_;
  }

  const char *root_;
  std::size_t root_bytes_;
  std::uint64_t limit_bytes_, made_bytes_ = 0;
  const char *begin_ = nullptr, *at_ = nullptr, *end_ = nullptr;
  bool is_last_ = false, has_plain_pointers_ = false;
  std::vector<block> blocks_;
  const parts_left_out *left_out_ = nullptr;
  std::vector<std::pair<void (*)(void *), void *>> arrivals_;
};

} // namespace detail
} // namespace autolink

#endif
