// How C++ objects are written to messages and read from them: what autolink.hpp and the code of `automap --autolink`
// build on. Programs include autolink.hpp; the one part of this file that they may specialize is autolink::container.
//
// An object is written as its members in their order. What it owns behind pointers, and what is long, follows later, in
// an order that both sides know: both keep a stack of what is to be done, so that no chain of objects is too long.
#ifndef AUTOLINK_AL_OBJECT_HPP
#define AUTOLINK_AL_OBJECT_HPP

#if __cplusplus < 201703L
#error "AutoLink's headers for C++ objects need C++17: compile with -std=c++17 or later"
#endif

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
#ifdef __linux__
#include <sys/mman.h>
#endif

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
///   static void count(const T &);               does not compile if T has more members now; if the compiler can count
///                                               them and there is room for more. Never called
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

/// Asks for huge pages in much memory that has been reserved and not been written. Its first writes then take a third of
/// the time. On other systems than Linux, and if it has no huge pages, nothing happens.
inline void prefer_huge_pages(const void *begin, std::size_t bytes) noexcept {
#ifdef MADV_HUGEPAGE
  constexpr std::size_t page = std::size_t(1) << 21;
  if (bytes < 2 * page)
    return;
  char *const first =
      static_cast<char *>(const_cast<void *>(begin)) + (page - reinterpret_cast<std::uintptr_t>(begin) % page);
  ::madvise(first, bytes - page, MADV_HUGEPAGE);
#else
  (void)begin, (void)bytes;
#endif
}

// -------------------------------------------------------------------------------------------------- descriptions

class reader;

/// What shared and weak pointers of one type lead to.
struct pointee_facts {
  const std::type_info *type;
  bool (*may_be)(const std::type_info &); // whether the complete object may be of this type
  void (*read)(reader &);                 // reads a new object
};

/// What is the same in a sender and a receiver that understand each other: the types, as a text. Found once for each
/// type of an object.
struct description {
  explicit description(bool with_notes = false) : has_notes(with_notes) {}

  bool has_notes; // whether names and places stand between the types, as in files (autolink/file-format.md)
  std::string text;
  std::string blocks;                        // how memory is counted in which plain pointers may end
  std::vector<const std::type_info *> seen;  // classes, by their numbers in the text
  std::vector<const void *(*)()> initial;    // of these: returns the bytes of a new object; null: they are not plain
  std::vector<const std::type_info *> parts; // types of what is owned, but for shared objects
  std::vector<pointee_facts> pointees;       // of each shared and weak pointer in the text
  bool has_plain_pointers = false;
  bool has_arrivals = false;      // whether arrived() is called for any of the classes
  bool has_compared_keys = false; // whether keys are compared by what is in them, which may be behind pointers
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

  void add_part(const std::type_info &type) {
    if (std::find(parts.begin(), parts.end(), &type) == parts.end())
      parts.push_back(&type);
  }

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
  bool has_plain_pointers, has_arrivals, has_compared_keys;
  std::string text_for_c; // with notes; empty: no C program can have it
  std::vector<pointee_facts> pointees;
  std::vector<const std::type_info *> inner; // types of parts to which shared and weak pointers may lead
  std::uint64_t blocks_hash;                 // of how memory is counted

  bool may_be_inner(const std::type_info &type) const {
    return std::any_of(inner.begin(), inner.end(), [&](const std::type_info *one) { return *one == type; });
  }
};

inline std::uint64_t hash_of(const std::string &text) {
  std::uint64_t hash = 0xcbf29ce484222325u; // FNV-1a
  for (const char c : text)
    hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
  return hash;
}

template <typename T> const type_facts &facts_of() {
  static const type_facts facts = [] {
    description out;
    content<T>::describe(out);
    if (out.has_plain_pointers)
      out.text += out.blocks;
    // A class, a tuple, or a smart pointer.
    const bool is_root_of_c = std::string("{(1*").find(out.text.front()) != std::string::npos;
    std::vector<const std::type_info *> inner;
    for (const std::type_info *part : out.parts)
      if (std::any_of(out.pointees.begin(), out.pointees.end(),
                      [&](const pointee_facts &one) { return one.may_be(*part); }))
        inner.push_back(part);
    return type_facts{
        hash_of(out.text),       readable(typeid(T).name()),
        out.has_plain_pointers,  out.has_arrivals,
        out.has_compared_keys,   out.fits_c && is_root_of_c ? noted_description_of<T>().text : std::string(),
        std::move(out.pointees), std::move(inner),
        hash_of(out.blocks)};
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
  void (*step)(Side &, frame) = nullptr;
  void *object = nullptr;
  std::size_t index = 0, size = 0;
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

struct element_type;

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
  /// The same for an object behind a pointer, which stays where it is if the pointer is in a key.
  void defer_target(const frame<Side> &one) {
    const bool is_key = std::exchange(is_key_, false);
    defer(one);
    is_key_ = is_key;
  }
  /// The same for the shared object `owner`. All that it owns comes before the frame that ends it.
  void defer_target(const frame<Side> &one, std::uint64_t owner) {
    frame<Side> todo = one;
    if (facts_->has_compared_keys && whole_ == 0) {
      waiting_.resize(std::max(waiting_.size(), static_cast<std::size_t>(owner)));
      waiting_[static_cast<std::size_t>(owner - 1)] = one;
      todo = {[](Side &side, frame<Side> rest) {
                if (const frame<Side> waiting = static_cast<with_stack &>(side).take_waiting(rest.index); waiting.step)
                  waiting.step(side, waiting);
              },
              nullptr, static_cast<std::size_t>(owner), 0};
    }
    if (!keeps_owners_)
      return defer_target(todo);
    const std::uint64_t before = owner_;
    const auto set = [](Side &side, frame<Side> to) { static_cast<with_stack &>(side).owner_ = to.index; };
    if (whole_ == 0) {
      frames_.push({set, nullptr, static_cast<std::size_t>(before), 0});
      frames_.push(todo);
      frames_.push({set, nullptr, static_cast<std::size_t>(owner), 0});
      return;
    }
    owner_ = owner;
    defer_target(todo);
    owner_ = before;
  }
  /// Does what waits to be done for a shared object now, if a key leads to the object, which may be compared by it.
  void complete(std::uint64_t owner) {
    if (whole_ == 0)
      return;
    if (const frame<Side> waiting = take_waiting(static_cast<std::size_t>(owner)); waiting.step)
      defer_target(waiting, owner);
  }
  void defer_rest(const frame<Side> &one, std::size_t depth) { frames_.push_below(one, depth); }

  /// While one exists, nothing is deferred: all is done at once, in one packet.
  class whole {
  public:
    explicit whole(Side &side, bool is_key = false) : side_(side), was_key_(side.is_key_) {
      ++side_.whole_;
      side_.is_key_ |= is_key;
    }
    ~whole() {
      --side_.whole_;
      side_.is_key_ = was_key_;
    }
    whole(const whole &) = delete;
    whole &operator=(const whole &) = delete;

  private:
    Side &side_;
    bool was_key_;
  };
  bool is_whole() const { return whole_ > 0; }
  /// Whether what is at hand is in a key itself, which moves into its container.
  bool is_key() const { return is_key_; }

  /// Notes memory that the object owns, in which pointers may end.
  void note_block(const void *begin, std::size_t bytes, const element_type &type) {
    note_block(begin, bytes, type, owner_);
  }
  void note_block(const void *begin, std::size_t bytes, const element_type &type, std::uint64_t owner) {
    if (notes_blocks_)
      self().add_block({begin, bytes, &type}, owner);
  }

  /// Lets a pointer that owns nothing wait until all objects are known.
  void refer_late(void (*step)(Side &, void *), const void *place) {
    if (is_key_)
      fail_key();
    late_.push_back({step, const_cast<void *>(place)});
  }

protected:
  void begin(const type_facts &facts, const frame<Side> &root) {
    facts_ = &facts;
    has_inner_ = !facts.inner.empty();
    keeps_owners_ = has_inner_ || (facts.has_arrivals && !facts.pointees.empty());
    notes_blocks_ = facts.has_plain_pointers || has_inner_;
    defer(root);
  }
  std::uint64_t owner() const { return owner_; }

  /// Goes on until all is done, or the packet is full or used up. Returns whether all is done. `know_all` is called
  /// before the first late pointer.
  template <typename KnowAll> bool run(KnowAll know_all) {
    for (;;) {
      while (frames_.has_frames()) {
        if (self().must_pause())
          return false;
        const frame<Side> one = frames_.pop();
        one.step(self(), one);
      }
      if (!self().has_more_objects())
        break;
      if (self().must_pause())
        return false;
      self().next_object();
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

  const type_facts *facts_ = nullptr;
  bool has_inner_ = false; // whether shared pointers may lead into objects
  bool keeps_owners_ = false;
  bool notes_blocks_ = false;
  std::vector<std::uint64_t> block_owners_; // of the blocks, by number: shared objects, the label and one, or 0

private:
  struct late {
    void (*step)(Side &, void *);
    void *place;
  };
  Side &self() { return static_cast<Side &>(*this); }
  frame<Side> take_waiting(std::size_t owner) {
    return owner <= waiting_.size() ? std::exchange(waiting_[owner - 1], frame<Side>()) : frame<Side>();
  }
  static constexpr unsigned most_nested = 200; // keys are read and written by recursion
  stack<Side> frames_;
  std::vector<late> late_;
  std::size_t n_late_ = 0; // how many have been done
  std::vector<frame<Side>> waiting_; // of shared objects by label, if keys are compared by what is in them
  std::uint64_t owner_ = 0; // the shared object that owns what is at hand, if keeps_owners_: its label and one, or 0
  bool is_key_ = false;
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
    return found.address ? found.label() : none;
  }
  /// Fetches where the label of an object is looked for.
  void fetch(const void *address) const {
    if (!slots_.empty())
      __builtin_prefetch(&slots_[first_place(address)]);
  }
  /// Returns the label, and whether it is new: the number of those before it.
  std::pair<std::uint64_t, bool> add(const void *address, const std::type_info &type) {
    if (2 * (size_ + 1) > slots_.size())
      grow();
    slot &found = slots_[place_of(address, type)];
    if (found.address)
      return {found.label(), false};
    found = {address, number_of(type) << label_bits | size_};
    return {size_++, true};
  }

private:
  static constexpr unsigned label_bits = 40; // of more objects, no memory has the addresses
  struct slot {
    const void *address = nullptr;
    std::uint64_t type_and_label = 0;

    std::size_t type() const { return static_cast<std::size_t>(type_and_label >> label_bits); }
    std::uint64_t label() const { return type_and_label & ((std::uint64_t(1) << label_bits) - 1); }
  };
  std::uint64_t number_of(const std::type_info &type) {
    if (last_type_ == types_.size() || types_[last_type_] != &type) {
      last_type_ = static_cast<std::size_t>(std::find(types_.begin(), types_.end(), &type) - types_.begin());
      if (last_type_ == types_.size())
        types_.push_back(&type);
    }
    return last_type_;
  }
  std::size_t first_place(const void *address) const {
    return static_cast<std::size_t>(reinterpret_cast<std::uintptr_t>(address) * 0x9e3779b97f4a7c15u >> shift_);
  }
  /// Returns the place of a label, or the empty one where it would stand.
  std::size_t place_of(const void *address, const std::type_info &type) const {
    std::size_t i = first_place(address);
    while (slots_[i].address && (slots_[i].address != address || *types_[slots_[i].type()] != type))
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
        slots_[place_of(one.address, *types_[one.type()])] = one;
  }
  std::vector<slot> slots_;
  std::vector<const std::type_info *> types_; // some perhaps more than once, of several libraries
  std::size_t last_type_ = 0;                 // the one of the last new label
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

/// Where a pointer leads, and what it expects there.
struct target {
  const char *at;
  const std::type_info *type;
  std::size_t size, align;
  bool is_plain;          // its bytes are its value
  bool may_be_end = true; // of an array, where no object is
};
inline target object_at(const void *at, const std::type_info &type) {
  return {static_cast<const char *>(at), &type, 0, 1, false, false};
}

/// What the elements of a block are.
struct element_type {
  std::size_t size;
  /// Whether an object as the target expects it is at, in or at the end of `n` elements, where the target leads.
  bool (*hold)(const void *elements, std::size_t n, const target &to);
};

/// Memory that is owned: what pointers lead into.
struct block {
  const void *begin;
  std::size_t size; // bytes
  const element_type *type;

  bool holds(const target &to) const { return type->hold(begin, size / type->size, to); }
};
/// Stands for a shared pointer of which more is said late, and before a weak one that leads into an object.
constexpr std::uint64_t inner_pointer = ~std::uint64_t(0);

class writer;
/// A class of which complete objects are.
struct object_kind {
  const std::type_info *type;
  void (*write)(writer &, frame<writer>);
  const element_type *elements;
};
/// A shared pointer that is not null.
struct shared_pointer {
  struct functions {
    const std::type_info *pointee;
    std::weak_ptr<const void> (*owner)(const void *place);
    long (*use_count)(const void *place);
    std::uint64_t (*number)(const object_kind &); // among those of the pointee
  };
  std::weak_ptr<const void> owner() const { return of->owner(place); }
  long use_count() const { return of->use_count(place); }

  const void *place; // the pointer
  const functions *of;
  void *object; // the complete object
  const object_kind *kind;
};
inline bool have_one_owner(const std::weak_ptr<const void> &a, const std::weak_ptr<const void> &b) {
  return !a.owner_before(b) && !b.owner_before(a);
}

/// The shared objects of a structure, found by walks that write nothing. Unless some have one owner, as many pointers lead
/// to each as its owner has. What is in such objects is met more than once.
class shared_survey {
public:
  bool notes_blocks = false; // on the second walk

  /// Returns whether no pointer to the object has been noted before on this walk.
  bool note(const shared_pointer &pointer, label_table &labels) {
    const auto [label, is_new] = labels.add(pointer.object, *pointer.kind->type);
    if (notes_blocks) {
      if (is_new)
        note_block({pointer.object, pointer.kind->elements->size, pointer.kind->elements}, label + 1);
    } else {
      if (is_new) {
        all_.push_back(pointer);
        n_missing_.push_back(pointer.use_count());
      }
      --n_missing_[static_cast<std::size_t>(label)];
    }
    return is_new;
  }
  void note_block(const block &where, std::uint64_t owner) {
    if (where.size > 0)
      blocks_.push_back({where, owner});
  }

  /// Returns whether objects have one owner, after the first walk.
  bool has_groups() {
    if (std::all_of(n_missing_.begin(), n_missing_.end(), [](long n) { return n == 0; }))
      return false;
    std::vector<std::pair<std::weak_ptr<const void>, std::size_t>> owners;
    owners.reserve(all_.size());
    for (std::size_t i = 0; i < all_.size(); ++i)
      owners.emplace_back(all_[i].owner(), i);
    std::sort(owners.begin(), owners.end(), [](const auto &a, const auto &b) { return a.first.owner_before(b.first); });
    const auto is_one = [&](std::size_t i, std::size_t j) {
      return j < owners.size() && have_one_owner(owners[i].first, owners[j].first);
    };
    for (std::size_t i = 0; i < owners.size(); ++i)
      if (is_one(i, i - 1) || is_one(i, i + 1))
        grouped_.push_back({all_[owners[i].second], owners[i].first, owners[i].second, owners[i].second});
    return !grouped_.empty();
  }

  /// Calls found(inner, whole) for each object that lies in what another one of its owner owns, after the second walk.
  template <typename Found> void each_inner(Found found) {
    const auto begins = [](const void *begin) { return reinterpret_cast<std::uintptr_t>(begin); };
    std::sort(blocks_.begin(), blocks_.end(), [&](const owned_block &a, const owned_block &b) {
      return a.where.begin != b.where.begin ? begins(a.where.begin) < begins(b.where.begin)
                                            : a.where.size > b.where.size;
    });
    std::sort(grouped_.begin(), grouped_.end(), [&](const shared_target &a, const shared_target &b) {
      return begins(a.pointer.object) < begins(b.pointer.object);
    });
    std::vector<const shared_target *> by_label(all_.size());
    for (shared_target &one : grouped_)
      by_label[static_cast<std::size_t>(one.label)] = &one;
    std::vector<const owned_block *> open; // blocks inside each other
    auto next = blocks_.begin();
    for (shared_target &one : grouped_) {
      const auto drop_before = [&](std::uintptr_t at) {
        while (!open.empty() && at - begins(open.back()->where.begin) >= open.back()->where.size)
          open.pop_back();
      };
      const std::uintptr_t at = begins(one.pointer.object);
      for (; next != blocks_.end() && begins(next->where.begin) <= at; ++next) {
        drop_before(begins(next->where.begin));
        open.push_back(&*next);
      }
      drop_before(at);
      for (const owned_block *block : open) {
        const shared_target *whole = block->owner > 0 ? by_label[static_cast<std::size_t>(block->owner - 1)] : nullptr;
        if (whole && whole != &one && have_one_owner(whole->owner, one.owner) &&
            block->where.holds(object_at(one.pointer.object, *one.pointer.kind->type))) {
          one.whole = whole->label;
          break;
        }
      }
    }
    for (const shared_target &one : grouped_) {
      const shared_target *whole = &one;
      for (std::size_t n = 0; whole->whole != whole->label && n < grouped_.size(); ++n)
        whole = by_label[static_cast<std::size_t>(whole->whole)];
      if (whole != &one && whole->whole == whole->label)
        found(one.pointer, whole->pointer);
    }
  }

private:
  struct shared_target {
    shared_pointer pointer; // the first one
    std::weak_ptr<const void> owner;
    std::uint64_t label, whole; // the object that it lies in; itself: in none
  };
  struct owned_block {
    block where;
    std::uint64_t owner;
  };
  std::vector<shared_pointer> all_; // by label
  std::vector<long> n_missing_;     // of these: how many more pointers the owner has than have been met that lead there
  std::vector<shared_target> grouped_;
  std::vector<owned_block> blocks_;
};

class writer : public with_stack<writer> {
public:
  /// Begins with an object, which must stay as it is until all is written.
  template <typename T> void begin(const T &object) {
    begin(facts_of<T>(),
          {[](writer &w, frame<writer> one) { content<const T &>::write(w, *static_cast<const T *>(one.object)); },
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

  void refer_late(void (*step)(writer &, void *), const void *place) {
    if (!survey_)
      with_stack::refer_late(step, place);
  }

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

  /// Writes where a plain pointer leads. A weak one may lead to what the object does not own. `name`: returns the name of
  /// the pointer; null: it has none.
  void plain_pointer(const target &to, bool is_weak, std::string (*name)() = nullptr) {
    const char *const wanted = to.at;
    if (!wanted)
      return count(0);
    bool is_owned = false;
    if (const numbered_block *found = find_block(wanted, [&](const numbered_block &one) {
          is_owned = true;
          return one.where.holds(to);
        })) {
      count(found->number + 1);
      return count(offset_in(*found, wanted));
    }
    if (is_weak)
      return count(0);
    const std::string which =
        (name ? name() + ", " : "") + "a plain pointer to " + readable(to.type->name()) + (name ? ", " : " ");
    if (is_owned)
      fail(AL_ERR_STRUCTURE, which + "leads to something else, such as a member that is left out");
    fail(AL_ERR_STRUCTURE, which +
                               "leads to something that nothing in the object owns: what it leads to must be behind a "
                               "smart pointer or in a container, or the pointer be a member with AutoMap_Weak");
  }

  // Shared pointers that lead into what another object owns.

  /// Whether there may be any.
  bool has_inner() const { return has_inner_; }
  bool is_survey() const { return survey_ != nullptr; }

  /// Takes a shared pointer that nothing need be written of now, or inner_pointer.
  enum class taken { no, on_survey, as_inner };
  taken take_shared(const shared_pointer &pointer) {
    if (survey_) {
      if (survey_->note(pointer, labels))
        defer_target({pointer.kind->write, pointer.object, 0, 1}, ++n_surveyed_);
      return taken::on_survey;
    }
    if (is_whole()) // keys are complete at once
      return taken::no;
    if (!is_surveyed_ && pointer.kind != never_inner_) {
      if (!facts_->may_be_inner(*pointer.kind->type))
        never_inner_ = pointer.kind;
      else if (pointer.use_count() > 1)
        find_inner();
    }
    const std::uint64_t number = inner_labels_.find(pointer.object, *pointer.kind->type);
    if (number == label_table::none)
      return taken::no;
    inner &one = inner_[static_cast<std::size_t>(number)];
    if (!one.is_met)
      met_.push_back(number);
    one.is_met = true;
    return taken::as_inner;
  }
  /// Notes the pointer that a new object has been written for.
  void note_owner(const shared_pointer &pointer) { owners_.push_back(pointer); }

  /// Writes where an inner pointer leads, late.
  void shared_inner(const void *object, const std::type_info &type) {
    const inner &one = inner_[static_cast<std::size_t>(inner_labels_.find(object, type))];
    const std::uint64_t label = labels.find(object, type);
    count(one.is_alone ? 0 : one.block + 1);
    if (one.is_alone)
      count(label);
    else
      inner_place(one.offset);
  }

  /// Writes where a weak pointer leads, late. Nothing is written that it alone leads to.
  void weak(const std::weak_ptr<const void> &owner, const void *object, const std::type_info &type) {
    if (const std::uint64_t label = labels.find(object, type); label != label_table::none)
      return count(label + 1);
    const numbered_block *const found =
        has_inner_ && facts_->may_be_inner(type)
            ? find_block(object,
                         [&](const numbered_block &one) {
                           const std::uint64_t of = block_owners_[static_cast<std::size_t>(one.number)];
                           return of > 0 && one.where.holds(object_at(object, type)) &&
                                  have_one_owner(owner, owners_[static_cast<std::size_t>(of - 1)].owner());
                         })
            : nullptr;
    if (!found)
      return count(0);
    count(inner_pointer);
    count(found->number);
    inner_place(offset_in(*found, object));
  }

private:
  friend class with_stack<writer>;
  struct numbered_block {
    block where;
    std::uint64_t number;
  };
  /// An object in what another one owns.
  struct inner {
    shared_pointer pointer, whole;
    bool is_met = false;
    bool is_alone = false;               // nothing that is written has it, so it is written by itself
    std::uint64_t block = 0, offset = 0; // else
  };

  void begin(const type_facts &facts, const frame<writer> &root) {
    root_ = root;
    with_stack::begin(facts, root);
  }

  void add_block(const block &where, std::uint64_t owner) {
    if (survey_)
      return survey_->note_block(where, owner);
    if (has_inner_)
      block_owners_.push_back(owner);
    blocks_.push_back({where, blocks_.size()});
  }

  static std::size_t offset_in(const numbered_block &block, const void *target) {
    return static_cast<std::size_t>(static_cast<const char *>(target) - static_cast<const char *>(block.where.begin));
  }
  /// Returns the block that begins last before the target and has it, or else that of which it is the end.
  template <typename IsRight> const numbered_block *find_block(const void *target, IsRight is_right) const {
    std::size_t low = 0, high = blocks_.size();
    while (low < high) {
      const std::size_t middle = (low + high) / 2;
      if (static_cast<const char *>(blocks_[middle].where.begin) <= static_cast<const char *>(target))
        low = middle + 1;
      else
        high = middle;
    }
    for (; low > 0; --low) {
      const numbered_block &one = blocks_[low - 1];
      const std::size_t offset = offset_in(one, target);
      if (offset <= one.where.size && is_right(one))
        return &one;
      if (offset > largest_)
        break;
    }
    return nullptr;
  }
  /// The first one is preceded by what tells whether the receiver counts blocks alike.
  void inner_place(std::uint64_t offset) {
    if (!has_places_)
      number(facts_->blocks_hash);
    has_places_ = true;
    count(offset);
  }

  void find_inner() {
    is_surveyed_ = true;
    shared_survey survey;
    walk(survey);
    if (!survey.has_groups())
      return;
    survey.notes_blocks = true;
    walk(survey);
    survey.each_inner([this](const shared_pointer &pointer, const shared_pointer &to_whole) {
      inner_labels_.add(pointer.object, *pointer.kind->type);
      inner_.push_back({pointer, to_whole});
    });
  }
  /// Walks over the whole structure.
  void walk(shared_survey &survey) const {
    struct dropped {
      AL_Packet packet; // the first member
      std::vector<char> bytes;
    };
    dropped scratch{{}, std::vector<char>(std::size_t(1) << 16)};
    scratch.packet = {scratch.bytes.data(), 0, scratch.bytes.size(), [](AL_Packet *packet, std::size_t capacity) {
                        std::vector<char> &bytes = reinterpret_cast<dropped *>(packet)->bytes;
                        bytes.resize(capacity);
                        packet->bytes = bytes.data();
                        packet->capacity = capacity;
                        return 0;
                      }};
    writer walker;
    walker.begin(*facts_, root_);
    walker.survey_ = &survey;
    walker.notes_blocks_ = survey.notes_blocks;
    while (!walker.write(scratch.packet))
      scratch.packet.size = 0;
  }

  /// Whether objects may follow that only inner pointers lead to.
  bool has_more_objects() const { return !met_.empty() && !is_listed_; }
  /// Writes such an object, or that there is none.
  void next_object() {
    for (; n_begun_ < met_.size(); ++n_begun_) {
      const shared_pointer &to_whole = inner_[static_cast<std::size_t>(met_[n_begun_])].whole;
      if (labels.find(to_whole.object, *to_whole.kind->type) == label_table::none)
        return list(to_whole);
    }
    sort_blocks();
    for (; n_placed_ < met_.size(); ++n_placed_) {
      inner &one = inner_[static_cast<std::size_t>(met_[n_placed_])];
      const std::type_info &type = *one.pointer.kind->type;
      const std::uint64_t owner = labels.find(one.whole.object, *one.whole.kind->type) + 1;
      if (const numbered_block *found = find_block(one.pointer.object, [&](const numbered_block &block) {
            return block_owners_[static_cast<std::size_t>(block.number)] == owner &&
                   block.where.holds(object_at(one.pointer.object, type));
          })) {
        one.block = found->number;
        one.offset = offset_in(*found, one.pointer.object);
        continue;
      }
      one.is_alone = true;
      if (labels.find(one.pointer.object, type) == label_table::none)
        return list(one.pointer);
    }
    is_listed_ = true;
    count(0);
  }
  void list(const shared_pointer &pointer) {
    std::uint64_t number = 1;
    for (const pointee_facts &one : facts_->pointees) {
      if (*one.type == *pointer.of->pointee)
        break;
      ++number;
    }
    count(number);
    count(pointer.of->number(*pointer.kind));
    const std::uint64_t label = labels.add(pointer.object, *pointer.kind->type).first;
    note_owner(pointer);
    note_block(pointer.object, pointer.kind->elements->size, *pointer.kind->elements, label + 1);
    defer_target({pointer.kind->write, pointer.object, 0, 1}, label + 1);
  }

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
  std::vector<numbered_block> blocks_; // sorted once all are known
  std::size_t largest_ = 0;            // bytes of the largest block

  frame<writer> root_{};
  std::vector<shared_pointer> owners_; // by labels
  shared_survey *survey_ = nullptr;    // of a walk that writes nothing
  std::uint64_t n_surveyed_ = 0;
  bool is_surveyed_ = false;
  const object_kind *never_inner_ = nullptr;
  label_table inner_labels_;
  std::vector<inner> inner_;
  std::vector<std::uint64_t> met_; // which of these have been met, of which so many have their wholes, and their places
  std::size_t n_begun_ = 0, n_placed_ = 0;
  bool is_listed_ = false, has_places_ = false;
};

// -------------------------------------------------------------------------------------------------- the reader

class reader : public with_stack<reader> {
public:
  /// Never makes more than containers can hold.
  explicit reader(std::uint64_t limit_bytes) : limit_bytes_(std::min<std::uint64_t>(limit_bytes, PTRDIFF_MAX / 4)) {}

  /// Begins with an object to fill in. If reading fails, the object holds what has come so far.
  template <typename T> void begin(T &object) {
    with_stack::begin(facts_of<T>(),
                      {[](reader &r, frame<reader> one) { content<T>::read(r, *static_cast<T *>(one.object)); },
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
    if (is_done)
      call_arrived();
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

  /// Takes the shared objects apart, which may own each other. Reading has failed. They stay until the reader is gone:
  /// so no pointer into one is followed any more.
  void release_shared(graveyard &dead) {
    for (const shared &one : labels)
      one.release(dead, one.object.get());
  }

  /// Notes that a shared pointer leads into an object: after all others, objects come to which such pointers alone lead.
  void note_inner() { expects_objects_ = true; }

  /// Where a shared or weak pointer leads into a shared object.
  struct inner {
    const block *where;
    const void *at;
    std::uint64_t label;
    bool holds(const std::type_info &type) const { return where->holds(object_at(at, type)); }
  };
  /// Reads the place in a block, which may hold nothing there.
  inner inner_in(std::uint64_t number) {
    if (!has_places_ && this->number<std::uint64_t>() != facts_->blocks_hash)
      fail(AL_ERR_TYPES,
           "a shared pointer leads into an object, and then all containers must be of the sender's kinds");
    has_places_ = true;
    const std::uint64_t offset = count();
    if (number >= block_owners_.size())
      fail_message("a shared pointer leads into an unknown object");
    const block &into = blocks_[static_cast<std::size_t>(number)];
    const std::uint64_t owner = block_owners_[static_cast<std::size_t>(number)];
    if (owner == 0)
      fail_message("a shared pointer leads into what no shared pointer owns");
    if (offset >= into.size)
      fail_message("a shared pointer leads beyond an object");
    return {&into, static_cast<const char *>(into.begin) + offset, owner - 1};
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

  /// Lets arrived() be called when all has come, after that of all objects that are read from now on, and of the shared
  /// objects that these own.
  void note_arrival(void (*arrived)(void *), void *object) {
    arrivals_.push_back({arrived, object, owner(), arrivals_.size()});
  }
  /// Notes that what is at hand shares the object with this label.
  void note_shared(std::uint64_t label) {
    if (facts_->has_arrivals)
      shares_.push_back({owner(), label + 1});
  }

private:
  friend class with_stack<reader>;
  void add_block(const block &where, std::uint64_t owner) {
    if (has_inner_)
      block_owners_.push_back(owner);
    blocks_.push_back(where);
  }
  bool has_more_objects() const { return expects_objects_; }
  void next_object() {
    const std::uint64_t number = count();
    expects_objects_ = number > 0;
    if (number > facts_->pointees.size())
      fail_message("an object has an impossible type");
    if (number > 0)
      facts_->pointees[static_cast<std::size_t>(number - 1)].read(*this);
  }

  struct arrival {
    void (*arrived)(void *);
    void *object;
    std::uint64_t owner;
    std::size_t number;
  };
  struct share {
    std::uint64_t owner, shared; // labels and one; 0: what no shared object owns
  };

  /// Calls arrived() for all objects: for shared objects before it is called for those that share them, unless these are
  /// shared in a circle.
  void call_arrived() {
    const auto by_owner = [](const auto &a, const auto &b) { return a.owner < b.owner; };
    std::sort(arrivals_.begin(), arrivals_.end(), [](const arrival &a, const arrival &b) {
      return a.owner != b.owner ? a.owner < b.owner : a.number < b.number;
    });
    std::sort(shares_.begin(), shares_.end(), by_owner);
    std::vector<bool> is_met(labels.size() + 1);
    std::vector<std::pair<std::uint64_t, std::vector<share>::const_iterator>> open; // and which share is next
    const auto meet = [&](std::uint64_t owner) {
      if (is_met[static_cast<std::size_t>(owner)])
        return;
      is_met[static_cast<std::size_t>(owner)] = true;
      open.push_back({owner, std::lower_bound(shares_.cbegin(), shares_.cend(), share{owner, 0}, by_owner)});
    };
    for (std::uint64_t first = 0; first <= labels.size() && !arrivals_.empty(); ++first)
      for (meet(first); !open.empty();) {
        auto &[owner, next] = open.back();
        if (next != shares_.cend() && next->owner == owner) {
          meet((next++)->shared);
          continue;
        }
        const auto range =
            std::equal_range(arrivals_.begin(), arrivals_.end(), arrival{nullptr, nullptr, owner, 0}, by_owner);
        for (auto one = range.second; one != range.first;) {
          --one;
          one->arrived(one->object);
        }
        open.pop_back();
      }
  }

  std::uint64_t limit_bytes_, made_bytes_ = 0;
  const char *begin_ = nullptr, *at_ = nullptr, *end_ = nullptr;
  bool is_last_ = false, expects_objects_ = false, has_places_ = false;
  std::vector<block> blocks_;
  const parts_left_out *left_out_ = nullptr;
  std::vector<arrival> arrivals_;
  std::vector<share> shares_; // if arrived() is called
};

} // namespace detail
} // namespace autolink

#endif
