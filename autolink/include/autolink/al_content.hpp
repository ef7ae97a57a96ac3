// How values, classes, pointers and the containers of the standard library travel: see al_object.hpp.
#ifndef AUTOLINK_AL_CONTENT_HPP
#define AUTOLINK_AL_CONTENT_HPP

#include "al_object.hpp"

#include <array>
#include <bitset>
#include <chrono>
#include <complex>
#include <deque>
#include <filesystem>
#include <forward_list>
#include <iterator>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <unordered_map>
#include <unordered_set>
#include <variant>
#include <vector>

namespace autolink {

template <typename... A> struct container<std::vector<A...>> : vector_like {};
template <typename A> struct container<std::vector<bool, A>> {};
template <typename... A> struct container<std::deque<A...>> : list_like {};
template <typename... A> struct container<std::list<A...>> : list_like {};
template <typename... A> struct container<std::forward_list<A...>> : forward_list_like {};
template <typename... A> struct container<std::set<A...>> : set_like {};
template <typename... A> struct container<std::multiset<A...>> : set_like {};
template <typename... A> struct container<std::unordered_set<A...>> : set_like {};
template <typename... A> struct container<std::unordered_multiset<A...>> : set_like {};
template <typename... A> struct container<std::map<A...>> : map_like {};
template <typename... A> struct container<std::multimap<A...>> : map_like {};
template <typename... A> struct container<std::unordered_map<A...>> : map_like {};
template <typename... A> struct container<std::unordered_multimap<A...>> : map_like {};

namespace detail {

template <typename T, typename> struct content {
  static_assert(dependent_false<T>, "AutoLink does not know this type: give the header of the class to "
                                    "`automap --autolink` and include the header that it generates; a struct of C, "
                                    "whose plain pointers own what they lead to, is sent by AL_Send");
  // So that compilers say nothing else.
  static constexpr bool is_plain = false;
  static void describe(description &);
  static void write(writer &, const T &);
  static void read(reader &, T &);
  static void release(graveyard &, T &);
};

// ------------------------------------------------------------------------------------------------ plain bytes

/// Whether the bytes of a T are its value, and all of it.
template <typename T> constexpr bool is_plain = content<T>::is_plain;

/// Adjacent plain elements that are longer than a packet may be.
template <typename T> void write_block(writer &w, frame<writer> rest) {
  const auto *from = static_cast<const T *>(rest.object);
  w.align(alignof(T));
  while (rest.index < rest.size) {
    if (w.must_pause())
      return w.defer_rest(rest, w.depth());
    const std::size_t n = std::min(w.n_fitting(sizeof(T)), rest.size - rest.index);
    std::memcpy(w.room(n * sizeof(T)), from + rest.index, n * sizeof(T));
    rest.index += n;
  }
}

template <typename T> void write_plain(writer &w, const T *from, std::size_t n) {
  if (n <= short_bytes / sizeof(T))
    w.put(from, n * sizeof(T));
  else if (!w.is_survey())
    w.defer({write_block<T>, const_cast<T *>(from), 0, n});
}

/// Values whose length is known to the compiler, which then copies them without a call.
template <typename T> constexpr bool is_short = sizeof(T) <= 128;
template <typename T> void write_short(writer &w, const T &value) {
  std::memcpy(w.room(sizeof value), static_cast<const void *>(&value), sizeof value);
}
template <typename T> void read_short(reader &r, T &value) {
  std::memcpy(static_cast<void *>(&value), r.get(sizeof value), sizeof value);
}

/// Reads adjacent plain elements. take(from, n) takes n of them, of which rest.index are there already.
template <typename T, typename Take> void read_adjacent(reader &r, frame<reader> rest, Take take) {
  r.align(alignof(T));
  while (rest.index < rest.size) {
    if (r.must_pause())
      return r.defer_rest(rest, r.depth());
    const std::size_t n = std::min(r.n_left(sizeof(T)), rest.size - rest.index);
    if (n == 0)
      fail_message("the message is truncated");
    take(r.get(n * sizeof(T)), n);
    rest.index += n;
  }
}
template <typename T> void read_plain(reader &r, T *to, std::size_t n) {
  if (n <= short_bytes / sizeof(T))
    r.get(to, n * sizeof(T));
  else
    r.defer({[](reader &side, frame<reader> rest) {
               read_adjacent<T>(side, rest, [&rest](const char *from, std::size_t k) {
                 std::memcpy(static_cast<void *>(static_cast<T *>(rest.object) + rest.index), from, k * sizeof(T));
               });
             },
             to, 0, n});
}

/// Appends elements that are adjacent in a packet, which need not be aligned if there are few.
template <typename C> void append_plain(C &all, const char *from, std::size_t n) {
  using T = typename C::value_type;
  if (reinterpret_cast<std::uintptr_t>(from) % alignof(T) == 0) {
    const auto *elements = reinterpret_cast<const T *>(from);
    all.insert(all.end(), elements, elements + n);
    return;
  }
  for (std::size_t i = 0; i < n; ++i) {
    alignas(T) char element[sizeof(T)];
    std::memcpy(element, from + i * sizeof(T), sizeof(T));
    const auto *one = reinterpret_cast<const T *>(element);
    all.insert(all.end(), one, one + 1);
  }
}

/// Appends plain elements to a container that has reserved their memory.
template <typename C> void read_run(reader &r, C &all, std::size_t n) {
  using T = typename C::value_type;
  if (n <= short_bytes / sizeof(T))
    return append_plain(all, r.get(n * sizeof(T)), n);
  r.defer({[](reader &side, frame<reader> rest) {
             read_adjacent<T>(side, rest, [&rest](const char *from, std::size_t k) {
               append_plain(*static_cast<C *>(rest.object), from, k);
             });
           },
           &all, 0, n});
}

/// What all plain types have in common. `T` must be trivially copyable.
template <typename T> struct plain_content {
  static constexpr bool is_plain = true;
  static void write(writer &w, const T &value) {
    if constexpr (is_short<T>)
      write_short(w, value);
    else
      write_plain(w, &value, 1);
  }
  static void read(reader &r, T &value) {
    if constexpr (is_short<T>)
      read_short(r, value);
    else
      read_plain(r, &value, 1);
  }
  static void release(graveyard &, T &) {}
};

template <typename T> struct content<T, std::enable_if_t<std::is_arithmetic_v<T>>> : plain_content<T> {
  static void describe(description &out) {
    out.add(std::is_floating_point_v<T>                             ? 'f'
            : std::is_same_v<T, char> || std::is_same_v<T, wchar_t> ? 'c'
            : std::is_signed_v<T>                                   ? 'i'
                                                                    : 'u',
            sizeof(T));
    if constexpr (alignof(T) != sizeof(T))
      out.note('%' + std::to_string(alignof(T)) + ' ');
  }
};
/// Not all bytes are truth values, so that each one is checked.
template <> struct content<bool> {
  static constexpr bool is_plain = false;
  static void describe(description &out) { out.add('b', 1); }
  static void write(writer &w, bool value) { w.number(static_cast<unsigned char>(value)); }
  static void read(reader &r, bool &value) {
    const auto read = r.number<unsigned char>();
    if (read > 1)
      fail_message("a truth value is neither 0 nor 1");
    value = read == 1;
  }
  static void release(graveyard &, bool &) {}
};
template <typename T> struct content<T, std::enable_if_t<std::is_enum_v<T>>> : plain_content<T> {
  static void describe(description &out) { content<std::underlying_type_t<T>>::describe(out); }
};
template <typename T> struct content<std::complex<T>> : plain_content<std::complex<T>> {
  static void describe(description &out) {
    out.text += 'z';
    content<T>::describe(out);
  }
};

// ------------------------------------------------------------------------------------------------ arrays

/// Describes a member or element.
template <typename T, typename Content = content<T>> void describe_part(description &out) {
  out.add_part(typeid(T));
  Content::describe(out);
}

/// Fetches what a pointer some elements ahead is written by.
template <typename T> void fetch(const writer &, const T &) {}
template <typename T, typename D> void fetch(const writer &, const std::unique_ptr<T, D> &pointer) {
  __builtin_prefetch(pointer.get());
}
template <typename T> void fetch(const writer &w, const std::shared_ptr<T> &pointer) {
  w.labels.fetch(pointer.get());
  if constexpr (std::is_polymorphic_v<T>) // it tells its class
    __builtin_prefetch(pointer.get());
}
constexpr std::size_t fetched_ahead = 8;

/// Adjacent elements that are not plain.
template <typename T, typename Content = content<T>> void write_elements(writer &w, frame<writer> rest) {
  const auto *elements = static_cast<const T *>(rest.object);
  if (rest.index == 0) // this is called again after each element that lets something wait
    for (std::size_t i = 0; i < std::min(fetched_ahead, rest.size); ++i)
      fetch(w, elements[i]);
  each_left(w, rest, [&] {
    if (rest.index + fetched_ahead < rest.size)
      fetch(w, elements[rest.index + fetched_ahead]);
    Content::write(w, elements[rest.index]);
  });
}
template <typename T, typename Content = content<T>> void read_elements(reader &r, frame<reader> rest) {
  auto *elements = static_cast<T *>(rest.object);
  each_left(r, rest, [&] { Content::read(r, elements[rest.index]); });
}

template <typename Array, typename T, std::size_t size, typename Content = content<T>> struct array_content {
  static constexpr bool is_plain = detail::is_plain<T>;

  static void describe(description &out) {
    out.text += '[' + std::to_string(size) + ']';
    describe_part<T, Content>(out);
  }
  static void write(writer &w, const Array &array) {
    if constexpr (size == 0)
      return;
    else if constexpr (is_plain && is_short<Array>)
      write_short(w, array);
    else if constexpr (is_plain)
      write_plain(w, &array[0], size);
    else
      w.defer({write_elements<T, Content>, const_cast<T *>(&array[0]), 0, size});
  }
  static void read(reader &r, Array &array) {
    if constexpr (size == 0)
      return;
    else if constexpr (is_plain && is_short<Array>)
      read_short(r, array);
    else if constexpr (is_plain)
      read_plain(r, &array[0], size);
    else
      r.defer({read_elements<T, Content>, &array[0], 0, size});
  }
  static void release(graveyard &dead, Array &array) {
    if constexpr (!is_plain)
      for (T &one : array)
        Content::release(dead, one);
  }
};
template <typename T, std::size_t size> struct content<T[size]> : array_content<T[size], T, size> {};
template <typename T, std::size_t size>
struct content<std::array<T, size>> : array_content<std::array<T, size>, T, size> {};

/// How a member that is a weak pointer travels, or an array of them.
template <typename T> struct weak_content;
template <typename T, std::size_t size>
struct weak_content<T[size]> : array_content<T[size], T, size, weak_content<T>> {};
template <typename T, std::size_t size>
struct weak_content<std::array<T, size>> : array_content<std::array<T, size>, T, size, weak_content<T>> {};

// ------------------------------------------------------------------------------------------------ where pointers lead

template <typename T> target target_of(const T *at) {
  return {reinterpret_cast<const char *>(at), &typeid(T), sizeof(T), alignof(T), is_plain<T>};
}

/// Whether the pointer may lead to a T, or to the end of some.
template <typename T> bool fits(const target &to) { return (is_plain<T> && to.is_plain) || typeid(T) == *to.type; }

/// What a T consists of in its own bytes: part by part, hold(object, to) says whether `to` is there.
template <typename T, typename = void> struct parts_of {
  static bool hold(const T &, const target &) { return false; }
};

/// Whether what a pointer expects is where it leads, in the object or at the end of an array in it.
template <typename T> bool holds(const T &object, const target &to) {
  const auto *const begin = reinterpret_cast<const char *>(std::addressof(object));
  const std::less<const char *> is_before;
  if (is_before(to.at, begin) || is_before(begin + sizeof(T), to.at))
    return false;
  const auto offset = static_cast<std::size_t>(to.at - begin);
  if (is_plain<T> && to.is_plain && to.size <= sizeof(T) - offset)
    return true;
  return (offset == 0 && typeid(T) == *to.type) || parts_of<T>::hold(object, to);
}

template <typename T> bool elements_hold(const T *elements, std::size_t n, const target &to) {
  const auto offset = static_cast<std::size_t>(to.at - reinterpret_cast<const char *>(elements));
  const std::size_t i = offset / sizeof(T);
  if (i < n ? holds(elements[i], to) : to.may_be_end && offset == n * sizeof(T) && fits<T>(to))
    return true;
  return to.may_be_end && i > 0 && i <= n && offset % sizeof(T) == 0 &&
         holds(elements[i - 1], to); // the end of an array in that
}

template <typename T>
constexpr element_type elements_of = {sizeof(T), [](const void *elements, std::size_t n, const target &to) {
                                        return elements_hold(static_cast<const T *>(elements), n, to);
                                      }};

template <typename T, std::size_t size> struct parts_of<T[size]> {
  static bool hold(const T (&array)[size], const target &to) { return elements_hold(&array[0], size, to); }
};
template <typename T, std::size_t size> struct parts_of<std::array<T, size>> {
  static bool hold(const std::array<T, size> &array, const target &to) { return elements_hold(array.data(), size, to); }
};
template <typename A, typename B> struct parts_of<std::pair<A, B>> {
  static bool hold(const std::pair<A, B> &pair, const target &to) {
    return holds(pair.first, to) || holds(pair.second, to);
  }
};
template <typename... T> struct parts_of<std::tuple<T...>> {
  static bool hold(const std::tuple<T...> &tuple, const target &to) {
    return std::apply([&](const T &...parts) { return (... || holds(parts, to)); }, tuple);
  }
};
template <typename T> struct parts_of<std::optional<T>> {
  static bool hold(const std::optional<T> &optional, const target &to) { return optional && holds(*optional, to); }
};
template <typename... T> struct parts_of<std::variant<T...>> {
  static bool hold(const std::variant<T...> &variant, const target &to) {
    return !variant.valueless_by_exception() && std::visit([&](const auto &one) { return holds(one, to); }, variant);
  }
};

// ------------------------------------------------------------------------------------------------ classes

template <typename T, typename = void> struct bases_of {
  using type = types<>;
};
template <typename T> struct bases_of<T, std::void_t<typename object_type<T>::bases>> {
  using type = typename object_type<T>::bases;
};
template <typename T, typename = void> struct virtual_bases_of {
  using type = types<>;
};
template <typename T> struct virtual_bases_of<T, std::void_t<typename object_type<T>::virtual_bases>> {
  using type = typename object_type<T>::virtual_bases;
};
template <typename T, typename = void> struct bits_of {
  using type = byte_ranges<>;
};
template <typename T> struct bits_of<T, std::void_t<typename object_type<T>::bits>> {
  using type = typename object_type<T>::bits;
};
template <typename T, typename = void> struct weak_of {
  using type = std::index_sequence<>;
};
template <typename T> struct weak_of<T, std::void_t<typename object_type<T>::weak>> {
  using type = typename object_type<T>::weak;
};
template <std::size_t... all> constexpr bool is_among(std::size_t one, std::index_sequence<all...>) {
  return (... || (all == one));
}
template <typename T, std::size_t i, typename M> struct pointer_member;
/// How member number `i` of a class travels.
template <typename T, std::size_t i, typename M>
using content_at = std::conditional_t<
    is_among(i, typename weak_of<T>::type()), weak_content<M>,
    std::conditional_t<std::is_pointer_v<std::remove_all_extents_t<M>>, pointer_member<T, i, M>, content<M>>>;

template <typename T, typename = void> struct derived_of {
  using type = types<T>;
};
template <typename T> struct derived_of<T, std::void_t<typename object_type<T>::derived>> {
  using type = typename object_type<T>::derived;
};

template <typename Member> struct member_type;
template <typename M, typename C> struct member_type<M C::*> {
  using type = M;
};
template <auto member> using type_of_member = typename member_type<decltype(member)>::type;

/// Calls f(offset, bytes) for what travels as bytes.
template <std::size_t... numbers, typename F> void each_bits(byte_ranges<numbers...>, F f) {
  constexpr std::size_t pairs[] = {numbers..., 0, 0};
  for (std::size_t i = 0; i < sizeof...(numbers); i += 2)
    f(pairs[i], pairs[i + 1]);
}

template <typename N> bool is_negative(N n) {
  if constexpr (std::is_signed_v<N>)
    return n < 0;
  else
    return false;
}

template <typename T, typename = void> struct names_of {
  static constexpr const char *names = "";
};
template <typename T> struct names_of<T, std::void_t<decltype(object_type<T>::names)>> {
  static constexpr const char *names = object_type<T>::names;
};
/// Returns the names of the parts of a class one by one; empty ones if it has none.
class next_name {
public:
  explicit next_name(const char *names) : at_(names) {}
  std::string operator()() {
    const char *const begin = at_;
    while (*at_ && *at_ != ' ')
      ++at_;
    return std::string(begin, *at_ ? at_++ : at_);
  }

private:
  const char *at_;
};

/// A place in an object that is not known: it may be another one in each object.
constexpr std::size_t no_place = static_cast<std::size_t>(-1);

/// Returns the place of a part of a T in the object that has the T at `at`. part_of(object) returns it.
template <typename T, typename PartOf> std::size_t place_in(std::size_t at, PartOf part_of) {
  if constexpr (std::is_polymorphic_v<T>) {
    return no_place;
  } else {
    alignas(T) static const char room[sizeof(T)] = {}; // no object is made
    const auto *const part = std::addressof(part_of(*reinterpret_cast<const T *>(room)));
    return at == no_place ? no_place : at + static_cast<std::size_t>(reinterpret_cast<const char *>(part) - room);
  }
}

inline void note_part(description &out, const std::string &name, std::size_t place) {
  out.note_name(name);
  if (place != no_place)
    out.note('@' + std::to_string(place) + ' ');
}

/// What a member `unique_ptr<E[]>` owns, whose length another member has. `members` are pairs of these.
template <typename T, auto... members> struct array_members {
  static constexpr std::size_t n_arrays = 0;
  static void describe(description &, std::size_t, next_name &) {}
  static void write(writer &, const T &) {}
  static void clear(T &, const std::vector<bool> *, std::size_t) {}
  static void read(reader &, T &, const std::vector<bool> *, std::size_t) {}
  static void release(graveyard &, T &) {}
};
template <typename T, auto array, auto length, auto... rest> struct array_members<T, array, length, rest...> {
  using E = typename type_of_member<array>::element_type;
  using others = array_members<T, rest...>;
  static constexpr std::size_t n_arrays = 1 + others::n_arrays;

  static void describe(description &out, std::size_t at, next_name &name) {
    note_part(out, name(), place_in<T>(at, [](const T &object) -> const auto & { return object.*array; }));
    out.text += 'a';
    out.add_block('v', sizeof(E));
    describe_part<E>(out);
    others::describe(out, at, name);
  }
  static void write(writer &w, const T &object) {
    const E *const elements = (object.*array).get();
    if (elements && is_negative(object.*length))
      fail(AL_ERR_STRUCTURE, "an array has a negative length");
    const auto n = static_cast<std::size_t>(object.*length);
    w.count(elements ? n + 1 : 0);
    if (elements) {
      w.note_block(elements, n * sizeof(E), elements_of<E>);
      if constexpr (is_plain<E>)
        write_plain(w, elements, n);
      else if (n > 0)
        w.defer({write_elements<E>, const_cast<E *>(elements), 0, n});
    }
    others::write(w, object);
  }
  /// Frees what the constructor has made, while the lengths are still right. `part`: the number of the first array.
  static void clear(T &object, const std::vector<bool> *left_out, std::size_t part) {
    if (!is_left_out(left_out, part))
      (object.*array).reset();
    others::clear(object, left_out, part + 1);
  }
  static void read(reader &r, T &object, const std::vector<bool> *left_out, std::size_t part) {
    if (!is_left_out(left_out, part))
      read_one(r, object);
    others::read(r, object, left_out, part + 1);
  }
  static void read_one(reader &r, T &object) {
    if (const std::uint64_t count = r.count()) {
      const std::uint64_t n = count - 1;
      if (is_negative(object.*length) || n != static_cast<std::uint64_t>(object.*length))
        fail_message("an array has another length than the member that gives it");
      r.note_elements(n, sizeof(E));
      (object.*array).reset(new E[static_cast<std::size_t>(n)]());
      E *const elements = (object.*array).get();
      r.note_block(elements, static_cast<std::size_t>(n) * sizeof(E), elements_of<E>);
      if constexpr (is_plain<E>)
        read_plain(r, elements, static_cast<std::size_t>(n));
      else if (n > 0)
        r.defer({read_elements<E>, elements, 0, static_cast<std::size_t>(n)});
    }
  }
  static void release(graveyard &dead, T &object) {
    if constexpr (!is_plain<E>)
      if (object.*array) {
        const auto n = static_cast<std::size_t>(object.*length);
        try {
          dead.add(new owned{std::move(object.*array), n}, [](graveyard &more, void *of) {
            const std::unique_ptr<owned> mine(static_cast<owned *>(of));
            release_elements(more, *mine);
          });
        } catch (const std::bad_alloc &) {
          release_elements(dead, owned{std::move(object.*array), n});
        }
      }
    others::release(dead, object);
  }

private:
  struct owned {
    std::unique_ptr<E[]> elements;
    std::size_t n;
  };
  static void release_elements(graveyard &dead, const owned &all) {
    for (std::size_t i = 0; i < all.n; ++i)
      content<E>::release(dead, all.elements[i]);
  }
};
template <typename T, typename = void> struct arrays_of : array_members<T> {};
template <typename T> struct arrays_of<T, std::enable_if_t<object_type<T>::has_arrays>> {
  template <auto... members> static array_members<T, members...> all(member_list<members...>);
  using type = decltype(all(al_arrays(arrays_key<T>())));

  static void describe(description &out, std::size_t at, next_name &name) { type::describe(out, at, name); }
  static void write(writer &w, const T &object) { type::write(w, object); }
  static constexpr std::size_t n_arrays = type::n_arrays;
  static void clear(T &object, const std::vector<bool> *left_out, std::size_t part) {
    type::clear(object, left_out, part);
  }
  static void read(reader &r, T &object, const std::vector<bool> *left_out, std::size_t part) {
    type::read(r, object, left_out, part);
  }
  static void release(graveyard &dead, T &object) { type::release(dead, object); }
};
#ifdef __GNUC__
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wold-style-cast"
#endif
/// Returns the base of an object. The language lets only this cast reach bases that are not public.
template <typename Base, typename T> Base &base_of(T &object) { return (Base &)object; }
#ifdef __GNUC__
#pragma GCC diagnostic pop
#endif

/// Whether a class of which bytes travel has its size, on which the places of these depend.
template <typename T, typename = void> struct size_of_bits : std::integral_constant<std::size_t, sizeof(T)> {};
template <typename T>
struct size_of_bits<T, std::void_t<decltype(object_type<T>::size)>>
    : std::integral_constant<std::size_t, object_type<T>::size> {};
template <typename T> constexpr bool has_size() { return size_of_bits<T>::value == sizeof(T); }

/// One class without its virtual bases: its other bases, its bit-fields, and its members.
template <typename T> struct part {
  template <auto... members> static constexpr bool are_plain(member_list<members...>) {
    return (... && is_plain<type_of_member<members>>);
  }
  template <typename... Base> static constexpr bool are_plain(types<Base...>) { return (... && is_plain<Base>); }

  static auto members() { return al_members(members_key<T>()); }
  template <auto... members> static auto numbers(member_list<members...>) {
    return std::make_index_sequence<sizeof...(members)>();
  }

  /// Whether the members fill the class, as far as that can be told: a member that was added would not be among them.
  template <auto... members> static constexpr bool fill(member_list<members...>) {
    std::size_t end = std::is_polymorphic_v<T> ? sizeof(void *) : 0;
    const auto place = [&end](std::size_t size, std::size_t align) { end = (end + align - 1) / align * align + size; };
    (place(sizeof(type_of_member<members>), alignof(type_of_member<members>)), ...);
    place(0, alignof(T));
    return end == sizeof(T);
  }
  static constexpr bool is_up_to_date() {
    if constexpr (object_type<T>::is_filled)
      return fill(decltype(members())());
    else
      return true;
  }

  /// `at`: the place in the object.
  static void describe(description &out, std::size_t at) {
    static_assert(is_up_to_date() && has_size<T>(), "this class has changed since automap read it, or the standard "
                                                    "library is another one: run automap again");
    out.has_arrivals = out.has_arrivals || has_arrived<T>::value;
    describe_bases(out, at, typename bases_of<T>::type());
    next_name name(names_of<T>::names);
    out.fits_c = out.fits_c && (decltype(numbers(members()))::size() == 0 || *names_of<T>::names);
    describe_members(out, at, name, members(), numbers(members()));
    arrays_of<T>::describe(out, at, name);
    each_bits(typename bits_of<T>::type(), [&](std::size_t offset, std::size_t bytes) {
      note_part(out, name(), at == no_place ? no_place : at + offset);
      out.add('y', bytes);
    });
    out.note("|");
  }
  static void write(writer &w, const T &object) {
    write(w, object, typename bases_of<T>::type());
    each_bits(typename bits_of<T>::type(), [&](std::size_t offset, std::size_t bytes) {
      w.put(reinterpret_cast<const char *>(&object) + offset, bytes);
    });
    write(w, object, members(), numbers(members()));
    arrays_of<T>::write(w, object);
  }
  /// Comes before what the object contains.
  static void note_arrivals(reader &r, T &object) {
    if constexpr (has_arrived<T>::value)
      r.note_arrival([](void *arrived) { object_type<T>::arrived(*static_cast<T *>(arrived)); }, &object);
    note_arrivals(r, object, typename bases_of<T>::type());
  }
  static void read(reader &r, T &object) {
    // Parts are numbered in the order of the description: members, arrays, what travels as bytes.
    const std::vector<bool> *const left_out = r.left_out_of(object_type<T>::name);
    constexpr std::size_t n = decltype(numbers(members()))::size();
    arrays_of<T>::clear(object, left_out, n);
    read(r, object, typename bases_of<T>::type());
    each_bits(typename bits_of<T>::type(),
              [&, part = n + arrays_of<T>::n_arrays](std::size_t offset, std::size_t bytes) mutable {
                if (!is_left_out(left_out, part++))
                  r.get(reinterpret_cast<char *>(&object) + offset, bytes);
              });
    read(r, object, members(), numbers(members()), left_out);
    arrays_of<T>::read(r, object, left_out, n);
    if constexpr (has_arrived<T>::value)
      if (r.is_key())
        object_type<T>::arrived(object);
  }
  static void release(graveyard &dead, T &object) {
    release(dead, object, typename bases_of<T>::type(), members(), numbers(members()));
    arrays_of<T>::release(dead, object);
  }

private:
  template <typename... Base>
  static void note_arrivals([[maybe_unused]] reader &r, [[maybe_unused]] T &object, types<Base...>) {
    (part<Base>::note_arrivals(r, base_of<Base>(object)), ...);
  }
  template <typename Base> static void describe_base(description &out, std::size_t at) {
    out.note("+");
    out.note_name(object_type<Base>::name);
    if constexpr (!std::is_polymorphic_v<Base>)
      out.add_part(typeid(Base));
    part<Base>::describe(out,
                         place_in<T>(at, [](const T &object) -> const Base & { return base_of<const Base>(object); }));
  }
  template <typename... Base>
  static void describe_bases(description &out, [[maybe_unused]] std::size_t at, types<Base...>) {
    (describe_base<Base>(out, at), ...);
  }
  template <auto member, typename Content>
  static void describe_member(description &out, std::size_t at, const std::string &name) {
    note_part(out, name, place_in<T>(at, [](const T &object) -> const auto & { return object.*member; }));
    describe_part<type_of_member<member>, Content>(out);
  }
  template <auto... members, std::size_t... i>
  static void describe_members(description &out, [[maybe_unused]] std::size_t at, [[maybe_unused]] next_name &name,
                               member_list<members...>, std::index_sequence<i...>) {
    (describe_member<members, content_at<T, i, type_of_member<members>>>(out, at, name()), ...);
  }
  template <typename... Base> static void write(writer &w, const T &object, types<Base...>) {
    (part<Base>::write(w, base_of<const Base>(object)), ...);
  }
  template <auto... members, std::size_t... i>
  static void write(writer &w, const T &object, member_list<members...>, std::index_sequence<i...>) {
    (content_at<T, i, type_of_member<members>>::write(w, object.*members), ...);
  }
  template <typename... Base> static void read(reader &r, T &object, types<Base...>) {
    (part<Base>::read(r, base_of<Base>(object)), ...);
  }
  template <auto... members, std::size_t... i>
  static void read(reader &r, T &object, member_list<members...>, std::index_sequence<i...>,
                   [[maybe_unused]] const std::vector<bool> *left_out) {
    ((is_left_out(left_out, i) ? void() : content_at<T, i, type_of_member<members>>::read(r, object.*members)), ...);
  }
  template <typename... Base, auto... members, std::size_t... i>
  static void release(graveyard &dead, T &object, types<Base...>, member_list<members...>, std::index_sequence<i...>) {
    (part<Base>::release(dead, base_of<Base>(object)), ...);
    (content_at<T, i, type_of_member<members>>::release(dead, object.*members), ...);
  }
};

/// Of members that are left out, nothing is known but that they are in the object.
template <typename T> struct parts_of<T, std::enable_if_t<is_object<T>::value>> {
  static bool hold(const T &object, const target &to) {
    if (!object_type<T>::is_whole && to.is_plain)
      return true;
    bool is_among_bits = false;
    each_bits(typename bits_of<T>::type(), [&](std::size_t offset, std::size_t bytes) {
      const auto *const begin = reinterpret_cast<const char *>(&object) + offset;
      is_among_bits = is_among_bits || (to.is_plain && to.at >= begin && to.at + to.size <= begin + bytes);
    });
    return is_among_bits || bases_hold(object, to, typename bases_of<T>::type()) ||
           bases_hold(object, to, typename virtual_bases_of<T>::type()) ||
           members_hold(object, to, al_members(members_key<T>()));
  }

private:
  template <typename... Base>
  static bool bases_hold([[maybe_unused]] const T &object, [[maybe_unused]] const target &to, types<Base...>) {
    return (... || holds(base_of<const Base>(object), to));
  }
  template <auto... members>
  static bool members_hold([[maybe_unused]] const T &object, [[maybe_unused]] const target &to,
                           member_list<members...>) {
    return (... || holds(object.*members, to));
  }
};

template <typename T> struct content<T, std::enable_if_t<is_object<T>::value>> {
private:
  /// Classes whose members are all plain; no class has itself as a member.
  static constexpr bool find_plain() {
    if constexpr (std::is_trivially_copyable_v<T> && object_type<T>::is_whole && !has_arrived<T>::value)
      return part<T>::are_plain(decltype(part<T>::members())()) && part<T>::are_plain(typename bases_of<T>::type());
    else
      return false;
  }
  using virtual_bases = typename virtual_bases_of<T>::type;

  /// Returns a function that returns a new object, for what the sender's class does not have; null if there is none.
  static const void *(*initial())() {
    if constexpr (is_plain && (!maker<T>::is_default || std::is_default_constructible_v<T>))
      return []() -> const void * {
        static const T object = make<T>();
        return std::addressof(object);
      };
    else
      return nullptr;
  }

public:
  static constexpr bool is_plain = find_plain();

  static void describe(description &out) {
    if (!out.begin(typeid(T), initial()))
      return;
    out.text += '{';
    out.note_name(object_type<T>::name);
    out.note('@' + std::to_string(sizeof(T)) + '/' + std::to_string(alignof(T)) + ' ');
    if constexpr (is_plain)
      out.text += std::to_string(sizeof(T)) + ':';
    each(virtual_bases(), [&](auto key) {
      out.note("+");
      out.note_name(object_type<typename decltype(key)::type>::name);
      decltype(key)::part::describe(out, no_place);
    });
    part<T>::describe(out, 0);
    out.text += '}';
  }
  static void write(writer &w, const T &object) {
    if constexpr (is_plain) {
      plain_content<T>::write(w, object);
    } else {
      each(virtual_bases(),
           [&](auto key) { decltype(key)::part::write(w, base_of<const typename decltype(key)::type>(object)); });
      part<T>::write(w, object);
    }
  }
  static void read(reader &r, T &object) {
    if constexpr (is_plain) {
      plain_content<T>::read(r, object);
    } else {
      if (!r.is_key()) {
        part<T>::note_arrivals(r, object);
        each_reversed(virtual_bases(), [&](auto key) {
          decltype(key)::part::note_arrivals(r, base_of<typename decltype(key)::type>(object));
        });
      }
      each(virtual_bases(),
           [&](auto key) { decltype(key)::part::read(r, base_of<typename decltype(key)::type>(object)); });
      part<T>::read(r, object);
    }
  }
  static void release(graveyard &dead, T &object) {
    if constexpr (!is_plain) {
      each(virtual_bases(),
           [&](auto key) { decltype(key)::part::release(dead, base_of<typename decltype(key)::type>(object)); });
      part<T>::release(dead, object);
    }
  }

private:
  template <typename Base> struct base_key {
    using type = Base;
    using part = detail::part<Base>;
  };
  template <typename... Base, typename F> static void each(types<Base...>, [[maybe_unused]] F f) {
    (f(base_key<Base>()), ...);
  }
  template <typename... Base, typename F> static void each_reversed(types<Base...>, [[maybe_unused]] F f) {
    [[maybe_unused]] int last_first = 0;
    static_cast<void>(((f(base_key<Base>()), last_first) = ... = 0));
  }
};

// ------------------------------------------------------------------------------------------------ small classes

template <typename A, typename B>
struct maker<std::pair<A, B>, std::enable_if_t<!maker<A>::is_default || !maker<B>::is_default>> {
  static constexpr bool is_default = false;
  static std::pair<A, B> make() { return std::pair<A, B>(detail::make<A>(), detail::make<B>()); }
};
template <typename... T> struct maker<std::tuple<T...>, std::enable_if_t<!(... && maker<T>::is_default)>> {
  static constexpr bool is_default = false;
  static std::tuple<T...> make() { return std::tuple<T...>(detail::make<T>()...); }
};
template <typename T, std::size_t size> struct maker<std::array<T, size>, std::enable_if_t<!maker<T>::is_default>> {
  static constexpr bool is_default = false;
  static std::array<T, size> make() { return make(std::make_index_sequence<size>()); }

private:
  template <std::size_t... i> static std::array<T, size> make(std::index_sequence<i...>) {
    return {{(static_cast<void>(i), detail::make<T>())...}};
  }
};
template <typename T, typename... Rest>
struct maker<std::variant<T, Rest...>, std::enable_if_t<!maker<T>::is_default>> {
  static constexpr bool is_default = false;
  static std::variant<T, Rest...> make() { return std::variant<T, Rest...>(std::in_place_index<0>, detail::make<T>()); }
};

template <typename A, typename B> struct content<std::pair<A, B>> {
  static constexpr bool is_plain = false;
  static void describe(description &out) {
    out.text += '(';
    describe_part<A>(out);
    describe_part<B>(out);
    out.text += ')';
  }
  static void write(writer &w, const std::pair<A, B> &pair) {
    content<A>::write(w, pair.first);
    content<B>::write(w, pair.second);
  }
  static void read(reader &r, std::pair<A, B> &pair) {
    content<A>::read(r, pair.first);
    content<B>::read(r, pair.second);
  }
  static void release(graveyard &dead, std::pair<A, B> &pair) {
    content<A>::release(dead, pair.first);
    content<B>::release(dead, pair.second);
  }
};

/// An object that is sent by itself, or in a tuple of several: std::tie(…).
template <typename P> struct content<P &> {
  using T = std::remove_const_t<P>;
  static constexpr bool is_plain = false;
  static void describe(description &out) { content<T>::describe(out); }
  static void write(writer &w, const T &object) {
    if constexpr (std::is_polymorphic_v<T>)
      if (typeid(object) != typeid(T))
        fail(AL_ERR_STRUCTURE, "the object is a " + readable(typeid(object).name()) + ", and would be sent as a " +
                                   readable(typeid(T).name()) + ": send a smart pointer to it");
    content<T>::write(w, object);
  }
  static void read(reader &r, T &object) { content<T>::read(r, object); }
  static void release(graveyard &dead, T &object) { content<T>::release(dead, object); }
};

template <typename... T> struct content<std::tuple<T...>> {
  static constexpr bool is_plain = false;
  static void describe(description &out) {
    out.text += '(';
    (describe_part<T>(out), ...);
    out.text += ')';
  }
  static void write(writer &w, const std::tuple<T...> &tuple) {
    std::apply([&](const T &...one) { (content<T>::write(w, one), ...); }, tuple);
  }
  static void read(reader &r, std::tuple<T...> &tuple) {
    std::apply([&](T &...one) { (content<T>::read(r, one), ...); }, tuple);
  }
  static void release(graveyard &dead, std::tuple<T...> &tuple) {
    std::apply([&](T &...one) { (content<T>::release(dead, one), ...); }, tuple);
  }
};

template <typename T> struct content<std::optional<T>> {
  static constexpr bool is_plain = false;
  static void describe(description &out) {
    out.fits_c = false;
    out.text += '?';
    describe_part<T>(out);
  }
  static void write(writer &w, const std::optional<T> &value) {
    w.count(value ? 1 : 0);
    if (value)
      content<T>::write(w, *value);
  }
  static void read(reader &r, std::optional<T> &value) {
    const std::uint64_t n = r.count();
    if (n > 1)
      fail_message("an optional value has an impossible state");
    value.reset();
    if (n == 0)
      return;
    if constexpr (maker<T>::is_default)
      content<T>::read(r, value.emplace());
    else
      content<T>::read(r, value.emplace(make<T>()));
  }
  static void release(graveyard &dead, std::optional<T> &value) {
    if (value)
      content<T>::release(dead, *value);
  }
};

template <typename... T> struct content<std::variant<T...>> {
  static constexpr bool is_plain = false;
  static void describe(description &out) {
    out.fits_c = false;
    out.text += '<';
    (describe_part<T>(out), ...);
    out.text += '>';
  }
  static void write(writer &w, const std::variant<T...> &value) {
    if (value.valueless_by_exception())
      fail(AL_ERR_STRUCTURE, "a variant has lost its value to an exception");
    w.count(value.index());
    std::visit([&](const auto &one) { content<std::decay_t<decltype(one)>>::write(w, one); }, value);
  }
  static void read(reader &r, std::variant<T...> &value) {
    const std::uint64_t chosen = r.count();
    if (chosen >= sizeof...(T))
      fail_message("a variant has an impossible alternative");
    read_choice(r, value, static_cast<std::size_t>(chosen), std::index_sequence_for<T...>());
  }
  static void release(graveyard &dead, std::variant<T...> &value) {
    if (!value.valueless_by_exception())
      std::visit([&](auto &one) { content<std::decay_t<decltype(one)>>::release(dead, one); }, value);
  }

private:
  template <std::size_t i, typename One> static One &made(std::variant<T...> &value) {
    if constexpr (maker<One>::is_default)
      return value.template emplace<i>();
    else
      return value.template emplace<i>(make<One>());
  }
  template <std::size_t... i>
  static void read_choice(reader &r, std::variant<T...> &value, std::size_t chosen, std::index_sequence<i...>) {
    ((i == chosen ? content<T>::read(r, made<i, T>(value)) : void()), ...);
  }
};
template <> struct content<std::monostate> : plain_content<std::monostate> {
  static constexpr bool is_plain = false;
  static void describe(description &out) { out.text += '0'; }
  static void write(writer &, const std::monostate &) {}
  static void read(reader &, std::monostate &) {}
};

template <typename Rep, typename Period> struct content<std::chrono::duration<Rep, Period>> {
  using duration = std::chrono::duration<Rep, Period>;
  static constexpr bool is_plain = std::is_trivially_copyable_v<duration> && detail::is_plain<Rep>;
  static void describe(description &out) {
    out.text += 'd' + std::to_string(Period::num) + '/' + std::to_string(Period::den) + ' ';
    content<Rep>::describe(out);
  }
  static void write(writer &w, const duration &value) { content<Rep>::write(w, value.count()); }
  static void read(reader &r, duration &value) {
    Rep count{};
    content<Rep>::read(r, count);
    value = duration(count);
  }
  static void release(graveyard &, duration &) {}
};
template <typename Clock, typename Duration> struct content<std::chrono::time_point<Clock, Duration>> {
  using time_point = std::chrono::time_point<Clock, Duration>;
  static constexpr bool is_plain = std::is_trivially_copyable_v<time_point> && detail::is_plain<Duration>;
  static void describe(description &out) {
    out.text += 't';
    content<Duration>::describe(out);
  }
  static void write(writer &w, const time_point &value) { content<Duration>::write(w, value.time_since_epoch()); }
  static void read(reader &r, time_point &value) {
    Duration since{};
    content<Duration>::read(r, since);
    value = time_point(since);
  }
  static void release(graveyard &, time_point &) {}
};

template <std::size_t size> struct content<std::bitset<size>> {
  static constexpr bool is_plain = false;
  static void describe(description &out) {
    out.fits_c = false;
    out.add('B', size);
  }
  static void write(writer &w, const std::bitset<size> &bits) {
    char *to = w.room((size + 7) / 8);
    for (std::size_t i = 0; i < size; ++i) {
      if (i % 8 == 0)
        to[i / 8] = 0;
      to[i / 8] = static_cast<char>(to[i / 8] | bits[i] << i % 8);
    }
  }
  static void read(reader &r, std::bitset<size> &bits) {
    const char *from = r.get((size + 7) / 8);
    for (std::size_t i = 0; i < size; ++i)
      bits[i] = from[i / 8] >> i % 8 & 1;
  }
  static void release(graveyard &, std::bitset<size> &) {}
};

template <typename C, typename... A> struct content<std::basic_string<C, A...>> {
  using string = std::basic_string<C, A...>;
  static constexpr bool is_plain = false;
  static void describe(description &out) {
    out.text += 's';
    content<C>::describe(out);
  }
  static void write(writer &w, const string &text) {
    w.count(text.size());
    write_plain(w, text.data(), text.size());
  }
  static void read(reader &r, string &text) {
    const std::size_t n = r.n_elements(sizeof(C));
    if constexpr (sizeof(C) == 1) {
      if (n <= short_bytes) {
        text.assign(reinterpret_cast<const C *>(r.get(n)), n);
        return;
      }
    }
    text.clear();
    text.reserve(n);
    read_run(r, text, n);
  }
  static void release(graveyard &, string &) {}
};

template <> struct content<std::filesystem::path> {
  using string = std::filesystem::path::string_type;
  static constexpr bool is_plain = false;
  static void describe(description &out) {
    out.note("k"); // nothing waits
    content<string>::describe(out);
  }
  static void write(writer &w, const std::filesystem::path &path) {
    const writer::whole at_once(w);
    content<string>::write(w, path.native());
  }
  static void read(reader &r, std::filesystem::path &path) {
    const reader::whole at_once(r);
    string text;
    content<string>::read(r, text);
    path = std::move(text);
  }
  static void release(graveyard &, std::filesystem::path &) {}
};

template <typename A> struct content<std::vector<bool, A>> {
  using vector = std::vector<bool, A>;
  static constexpr bool is_plain = false;
  static void describe(description &out) {
    out.fits_c = false;
    out.text += out.has_notes ? "V" : "n(b)";
  }
  static void write(writer &w, const vector &bits) {
    w.count(bits.size());
    w.defer({[](writer &side, frame<writer> rest) {
               const auto &from = *static_cast<const vector *>(rest.object);
               each_left(side, rest, [&] {
                 unsigned byte = 0;
                 for (std::size_t i = 0; i < 8 && 8 * rest.index + i < from.size(); ++i)
                   byte |= unsigned(from[8 * rest.index + i]) << i;
                 side.number(static_cast<unsigned char>(byte));
               });
             },
             const_cast<vector *>(&bits), 0, (bits.size() + 7) / 8});
  }
  static void read(reader &r, vector &bits) {
    const std::size_t n = r.n_elements(1);
    bits.assign(n, false);
    r.defer({[](reader &side, frame<reader> rest) {
               auto &to = *static_cast<vector *>(rest.object);
               each_left(side, rest, [&] {
                 const unsigned byte = side.number<unsigned char>();
                 for (std::size_t i = 0; i < 8 && 8 * rest.index + i < to.size(); ++i)
                   to[8 * rest.index + i] = byte >> i & 1;
               });
             },
             &bits, 0, (n + 7) / 8});
  }
  static void release(graveyard &, vector &) {}
};

// ------------------------------------------------------------------------------------------------ containers

/// What all containers have in common: their number of elements, and the elements.
template <typename C, typename Element> struct sequence_content {
  static constexpr bool is_plain = false;

  static void describe(description &out) {
    out.text += "n(";
    content<Element>::describe(out);
    out.text += ')';
  }

protected:
  using T = typename C::value_type;

  /// Writes n elements one by one, as those of vectors. The place is kept while the packet is full, or while what an
  /// element owns is written.
  static void write_each(writer &w, const C &all, std::size_t n) {
    w.count(n);
    if (n == 0)
      return;
    if constexpr (detail::is_plain<T>)
      if (n <= short_bytes / sizeof(T)) {
        for (const T &one : all)
          content<Element>::write_noted(w, one);
        return;
      }
    w.defer({[](writer &side, frame<writer> rest) {
               go_on(side, {static_cast<const C *>(rest.object)->begin(), rest.size});
             },
             const_cast<C *>(&all), 0, n});
  }
  /// Reads n elements by Content::read_one(r, all), and calls Content::end(all) when all are there.
  template <typename Content> static void read_each(reader &r, C &all, std::size_t n) {
    if (n == 0)
      return;
    if constexpr (detail::is_plain<T>)
      if (n <= short_bytes / sizeof(T)) {
        for (std::size_t i = 0; i < n; ++i)
          Content::read_one(r, all);
        return Content::end(all);
      }
    r.defer({[](reader &side, frame<reader> rest) {
               if constexpr (detail::is_plain<T>)
                 side.align(alignof(T));
               auto &to = *static_cast<C *>(rest.object);
               if (each_left(side, rest, [&] { Content::read_one(side, to); }))
                 Content::end(to);
             },
             &all, 0, n});
  }
  static void end(C &) {}

  /// Takes the container itself, so that nested ones are not taken apart by recursion.
  template <typename Release> static void take(graveyard &dead, C &all, Release) {
    if (all.begin() == all.end())
      return;
    try {
      dead.add(new C(std::move(all)), [](graveyard &more, void *object) {
        const std::unique_ptr<C> mine(static_cast<C *>(object));
        for (auto &&one : *mine)
          Release()(more, one);
      });
    } catch (const std::bad_alloc &) {
      for (auto &&one : all)
        Release()(dead, one);
    }
    all.clear();
  }

private:
  struct place {
    typename C::const_iterator at;
    std::size_t left;
  };
  static void go_on(writer &w, place from) {
    if constexpr (detail::is_plain<T>)
      w.align(alignof(T));
    for (; from.left > 0; --from.left, ++from.at) {
      if (w.must_pause())
        return keep(w, from, w.depth());
      const std::size_t depth = w.depth();
      content<Element>::write_noted(w, *from.at);
      if (w.depth() != depth && from.left > 1)
        return keep(w, {std::next(from.at), from.left - 1}, depth);
    }
  }
  static void keep(writer &w, const place &from, std::size_t depth) {
    auto kept = std::make_unique<place>(from);
    w.defer_rest({[](writer &side, frame<writer> rest) {
                    const std::unique_ptr<place> mine(static_cast<place *>(rest.object));
                    go_on(side, *mine);
                  },
                  kept.get(), 0, 0, [](void *object) { delete static_cast<place *>(object); }},
                 depth);
    static_cast<void>(kept.release());
  }
};

/// An element of a sequence, which is cut as the elements of vectors are: a long plain one not at all.
template <typename T> void write_element(writer &w, const T &element) {
  if constexpr (is_plain<T> && sizeof(T) > short_bytes)
    write_plain(w, &element, 1);
  else
    content<T>::write(w, element);
}
template <typename T> void read_element(reader &r, T &element) {
  if constexpr (is_plain<T> && sizeof(T) > short_bytes)
    read_plain(r, &element, 1);
  else
    content<T>::read(r, element);
}

/// An element that has memory of its own.
template <typename T> struct element_of {};
template <typename T> struct content<element_of<T>> {
  static void describe(description &out) {
    out.add_block('l', sizeof(T));
    describe_part<T>(out);
  }
  static void write_noted(writer &w, const T &element) {
    w.note_block(std::addressof(element), sizeof element, elements_of<T>);
    write_element(w, element);
  }
};

struct release_element {
  template <typename T> void operator()(graveyard &dead, T &one) const { content<T>::release(dead, one); }
};

/// Adds an element to be filled in.
template <typename C> void append_one(C &all) {
  using T = typename C::value_type;
  if constexpr (maker<T>::is_default)
    all.emplace_back();
  else
    all.emplace_back(make<T>());
}

template <typename C>
struct content<C, std::enable_if_t<is_container<C, vector_like>>> : sequence_content<C, typename C::value_type> {
  using T = typename C::value_type;

  static void describe(description &out) {
    out.add_block('v', sizeof(T));
    out.add_part(typeid(T));
    sequence_content<C, T>::describe(out);
  }

  static void write(writer &w, const C &all) {
    w.count(all.size());
    w.note_block(all.data(), all.size() * sizeof(T), elements_of<T>);
    if constexpr (is_plain<T>) {
      write_plain(w, all.data(), all.size());
    } else if (!all.empty()) {
      w.defer({write_elements<T>, const_cast<T *>(all.data()), 0, all.size()});
    }
  }

  static void read(reader &r, C &all) {
    static_assert(std::is_move_constructible_v<T>,
                  "elements that cannot be moved cannot be added to a vector when they "
                  "arrive: let it be a list, or hold smart pointers to them");
    const std::size_t n = r.n_elements(sizeof(T));
    all.clear();
    all.reserve(n);
    prefer_huge_pages(all.data(), n * sizeof(T));
    r.note_block(all.data(), n * sizeof(T), elements_of<T>);
    if constexpr (is_plain<T>) {
      read_run(r, all, n);
    } else if (n > 0) {
      r.defer({[](reader &side, frame<reader> rest) {
                 auto &to = *static_cast<C *>(rest.object);
                 each_left(side, rest, [&] {
                   append_one(to);
                   content<T>::read(side, to.back());
                 });
               },
               &all, 0, n});
    }
  }
  static void release(graveyard &dead, C &all) {
    if constexpr (!is_plain<T>)
      sequence_content<C, T>::take(dead, all, release_element());
  }
};

template <typename C>
struct content<C, std::enable_if_t<is_container<C, list_like> || is_container<C, forward_list_like>>>
    : sequence_content<C, element_of<typename C::value_type>> {
  using T = typename C::value_type;
  using sequence = sequence_content<C, element_of<T>>;
  static constexpr bool is_forward = is_container<C, forward_list_like>;

  static void write(writer &w, const C &all) {
    if constexpr (is_forward)
      sequence::write_each(w, all, static_cast<std::size_t>(std::distance(all.begin(), all.end())));
    else
      sequence::write_each(w, all, all.size());
  }
  static void read(reader &r, C &all) {
    const std::size_t n = r.n_elements(sizeof(T) + 2 * sizeof(void *));
    all.clear();
    sequence::template read_each<content>(r, all, n);
  }
  static void release(graveyard &dead, C &all) { sequence::take(dead, all, release_element()); }

  static void read_one(reader &r, C &all) {
    if constexpr (is_forward) {
      if constexpr (maker<T>::is_default) // in the wrong order, until the end
        all.emplace_front();
      else
        all.emplace_front(make<T>());
      fill(r, all.front());
    } else {
      append_one(all);
      fill(r, all.back());
    }
  }
  static void end(C &all) {
    if constexpr (is_forward)
      all.reverse();
  }

private:
  static void fill(reader &r, T &one) {
    r.note_block(std::addressof(one), sizeof(T), elements_of<T>);
    read_element(r, one);
  }
};

/// Whether two objects of these classes compare, or hash, alike: those that hold nothing.
template <typename C, typename = void> struct orders_alike : std::true_type {};
template <typename C>
struct orders_alike<C, std::void_t<typename C::key_compare>> : std::is_empty<typename C::key_compare> {};
template <typename C, typename = void> struct hashes_alike : std::true_type {};
template <typename C>
struct hashes_alike<C, std::void_t<typename C::hasher>>
    : std::bool_constant<std::is_empty_v<typename C::hasher> && std::is_empty_v<typename C::key_equal>> {};

template <typename C, typename = void> struct can_reserve : std::false_type {};
template <typename C> struct can_reserve<C, std::void_t<decltype(std::declval<C &>().reserve(1))>> : std::true_type {};

/// Sets and maps. Keys are complete before they are inserted.
template <typename C, typename Element> struct keyed_content : sequence_content<C, Element> {
  static_assert(orders_alike<C>::value && hashes_alike<C>::value,
                "AutoLink cannot send the state of a comparison or hash function");

protected:
  static std::size_t begin(reader &r, C &all) {
    const std::size_t n = r.n_elements(sizeof(typename C::value_type) + 4 * sizeof(void *));
    all.clear();
    if constexpr (can_reserve<C>::value)
      all.reserve(n);
    return n;
  }
  /// Returns the element at the end, from the key and what else emplace_hint() takes.
  template <typename... Rest> static auto add(C &all, Rest &&...rest) {
    const std::size_t before = all.size();
    const auto place = all.emplace_hint(all.end(), std::forward<Rest>(rest)...);
    if (all.size() == before)
      fail_message("a set or map has a key twice");
    if constexpr (is_container<C, flat_map_like>)
      if (std::next(place) != all.end())
        fail_message("the keys of a map are not in their order");
    return place;
  }
  template <typename Key> static void read_key(reader &r, Key &key) {
    const reader::whole at_once(r, true);
    content<Key>::read(r, key);
  }
};

template <typename Key> void write_key(writer &w, const Key &key) {
  const writer::whole at_once(w, true);
  content<Key>::write(w, key);
}
/// What travels at once is not the same as what may be cut.
template <typename Key> void describe_key(description &out) {
  if constexpr (!is_plain<Key> || sizeof(Key) > short_bytes)
    out.text += 'k';
  out.has_compared_keys = out.has_compared_keys || !is_plain<Key>;
  describe_part<Key>(out);
}

/// Elements of sets and maps. What a key owns is noted before the place of the key, which a reader makes later.
template <typename Key> struct key_of {};
template <typename Key> struct content<key_of<Key>> {
  static void describe(description &out) {
    out.add_block('k', sizeof(Key));
    describe_key<Key>(out);
  }
  static void write_noted(writer &w, const Key &key) {
    write_key(w, key);
    w.note_block(std::addressof(key), sizeof key, elements_of<Key>);
  }
};

template <typename C>
struct content<C, std::enable_if_t<is_container<C, set_like>>> : keyed_content<C, key_of<typename C::key_type>> {
  using Key = typename C::key_type;

  using keyed = keyed_content<C, key_of<Key>>;

  static void write(writer &w, const C &all) { keyed::write_each(w, all, all.size()); }
  static void read(reader &r, C &all) {
    const std::size_t n = keyed::begin(r, all);
    keyed::template read_each<content>(r, all, n);
  }
  static void read_one(reader &r, C &all) {
    Key key = make<Key>();
    keyed::read_key(r, key);
    r.note_block(std::addressof(*keyed::add(all, std::move(key))), sizeof(Key), elements_of<Key>);
  }
  using keyed::end;
  static void release(graveyard &, C &all) { all.clear(); }
};

template <typename Key, typename Value> struct entry_of {};
template <typename Key, typename Value> struct content<entry_of<Key, Value>> {
  static void describe(description &out) {
    using entry = std::pair<const Key, Value>;
    out.add_block('m', sizeof(entry));
    out.text += '(';
    out.note('@' + std::to_string(place_in<entry>(0, [](const entry &one) -> const auto & { return one.second; })) +
             ' ');
    describe_key<Key>(out);
    describe_part<Value>(out);
    out.text += ')';
  }
  template <typename Entry> static void write_noted(writer &w, const Entry &entry) {
    write_key(w, entry.first);
    w.note_block(std::addressof(entry), sizeof entry, elements_of<Entry>);
    content<Value>::write(w, entry.second);
  }
};

template <typename C>
struct content<C, std::enable_if_t<is_container<C, map_like> || is_container<C, flat_map_like>>>
    : keyed_content<C, entry_of<typename C::key_type, typename C::mapped_type>> {
  using Key = typename C::key_type;
  using Value = typename C::mapped_type;
  using keyed = keyed_content<C, entry_of<Key, Value>>;

  static void write(writer &w, const C &all) { keyed::write_each(w, all, all.size()); }
  static void read(reader &r, C &all) {
    const std::size_t n = keyed::begin(r, all);
    keyed::template read_each<content>(r, all, n);
  }
  static auto add(C &all, Key &&key) {
    if constexpr (maker<Value>::is_default)
      return keyed::add(all, std::piecewise_construct, std::forward_as_tuple(std::move(key)), std::tuple<>());
    else
      return keyed::add(all, std::move(key), make<Value>());
  }
  static void read_one(reader &r, C &all) {
    Key key = make<Key>();
    keyed::read_key(r, key);
    auto &entry = *add(all, std::move(key));
    r.note_block(std::addressof(entry), sizeof entry, elements_of<std::remove_reference_t<decltype(entry)>>);
    content<Value>::read(r, entry.second);
  }
  using keyed::end;
  static void release(graveyard &dead, C &all) {
    if constexpr (!is_plain<Value>)
      keyed::take(dead, all, release_value());
  }

private:
  struct release_value {
    template <typename Entry> void operator()(graveyard &dead, Entry &&entry) const {
      content<Value>::release(dead, entry.second);
    }
  };
};

template <typename C> struct content<C, std::enable_if_t<is_container<C, matrix_like>>> {
  using traits = container<C>;
  using T = std::remove_const_t<std::remove_pointer_t<decltype(std::declval<C &>().data())>>;
  static constexpr bool is_plain = false;
  static constexpr std::size_t rank = traits::rank;
  static_assert(detail::is_plain<T>, "AutoLink sends matrices of numbers and of classes without pointers alone");

  static void describe(description &out) {
    out.fits_c = false;
    out.add_block('x', sizeof(T));
    out.add(traits::is_row_major ? 'r' : 'm', rank);
    describe_part<T>(out);
  }
  static void write(writer &w, const C &all) {
    std::size_t n = 1;
    for (std::size_t i = 0; i < rank; ++i) {
      w.count(traits::extent(all, i));
      n *= traits::extent(all, i);
    }
    w.note_block(all.data(), n * sizeof(T), elements_of<T>);
    write_plain(w, all.data(), n);
  }
  static void read(reader &r, C &all) {
    std::size_t extents[rank];
    std::uint64_t n = 1;
    for (std::size_t &extent : extents) {
      const std::uint64_t read = r.count();
      if (read > std::uint64_t(PTRDIFF_MAX) || (read > 0 && n > std::uint64_t(PTRDIFF_MAX) / read))
        fail_message("a matrix has impossible extents");
      extent = static_cast<std::size_t>(read);
      n *= read;
    }
    r.note_elements(n, sizeof(T));
    traits::resize(all, extents);
    for (std::size_t i = 0; i < rank; ++i)
      if (traits::extent(all, i) != extents[i])
        fail_message("a matrix of fixed size has other extents");
    prefer_huge_pages(all.data(), static_cast<std::size_t>(n) * sizeof(T));
    r.note_block(all.data(), static_cast<std::size_t>(n) * sizeof(T), elements_of<T>);
    read_plain(r, all.data(), static_cast<std::size_t>(n));
  }
  static void release(graveyard &, C &) {}
};

// ------------------------------------------------------------------------------------------------ pointers

/// What a pointer to T may lead to: T alone, or the classes that automap has seen derive from it.
template <typename T> struct pointee {
  static constexpr bool is_polymorphic = std::is_polymorphic_v<T>;

  /// What is done with a complete object of one of the classes.
  struct kind : object_kind {
    void (*read)(reader &, frame<reader>);
    void (*release)(graveyard &, void *);
    void (*bury)(graveyard &, void *);
    T *(*as_base)(void *);
    void *(*make)();
    std::shared_ptr<void> (*make_shared)();
  };

  static void describe(description &out) {
    if constexpr (is_polymorphic) {
      if (!out.begin(typeid(pointee)))
        return;
      describe(out, typename derived_of<T>::type());
    } else {
      content<T>::describe(out);
    }
  }

  /// Returns the class of an object.
  static const kind &kind_of([[maybe_unused]] const T &object) {
    if constexpr (is_polymorphic) {
      const std::type_info &type = typeid(object);
      for (const kind &one : kinds())
        if (one.type == &type)
          return one;
      if (const kind *found = find(type)) // a class of two shared libraries
        return *found;
      fail(AL_ERR_STRUCTURE, "a pointer to " + readable(typeid(T).name()) + " leads to a " + readable(type.name()) +
                                 ", which automap has not seen: give it a header that names that class, too");
    } else {
      return kinds()[0];
    }
  }
  static std::uint64_t number_of(const object_kind &one) {
    return static_cast<std::uint64_t>(static_cast<const kind *>(&one) - kinds().data());
  }
  static const kind &kind_number(std::uint64_t number) {
    if (number >= kinds().size())
      fail_message("an object has an impossible dynamic type");
    return kinds()[static_cast<std::size_t>(number)];
  }
  /// Returns the class with this type; null if a pointer to T cannot lead to it.
  static const kind *find(const std::type_info &type) {
    for (const kind &one : kinds())
      if (*one.type == type)
        return &one;
    return nullptr;
  }
  /// Notes what a pointer leads to that is part of what has the pointer.
  static void add_parts_to(description &out) {
    for (const kind &one : kinds())
      out.add_part(*one.type);
  }
  /// Notes what a shared or weak pointer leads to.
  static void add_to(description &out) {
    out.pointees.push_back({&typeid(T), [](const std::type_info &type) { return find(type) != nullptr; },
                            [](reader &r) { content<std::shared_ptr<T>>::read_new(r); }});
  }
  /// Returns the class of the object that a shared or weak pointer leads to.
  static const kind &kind_in(const reader::inner &inner) {
    for (const kind &one : kinds())
      if (inner.holds(*one.type))
        return one;
    fail_message("a shared pointer leads to a place where no object of its type is");
  }
  /// Returns the complete object to which this one belongs.
  static void *complete(const T *object) {
    if constexpr (is_polymorphic)
      return const_cast<void *>(dynamic_cast<const void *>(object));
    else
      return const_cast<T *>(object);
  }

private:
  template <typename... D> static void describe(description &out, types<D...>) {
    out.fits_c = false;
    out.note("^");
    out.text += '<';
    (describe_class<D>(out), ...);
    out.text += '>';
  }
  template <typename D> static void describe_class(description &out) {
    if (out.has_notes)
      out.note_name(object_type<D>::name);
    else
      out.text += object_type<D>::name + std::string(":");
    content<D>::describe(out);
  }

  static const auto &kinds() { return kinds(typename derived_of<T>::type()); }
  template <typename... D> static const auto &kinds(types<D...>) {
    static_assert(sizeof...(D) > 0, "AutoLink knows no class of which there could be an object behind this pointer");
    static const std::array<kind, sizeof...(D)> all{kind_of_class<D>()...};
    return all;
  }
  template <typename D> static kind kind_of_class() {
    return {{&typeid(D),
             [](writer &w, frame<writer> one) { content<D>::write(w, *static_cast<const D *>(one.object)); },
             &elements_of<D>},
            [](reader &r, frame<reader> one) { content<D>::read(r, *static_cast<D *>(one.object)); },
            [](graveyard &dead, void *object) { content<D>::release(dead, *static_cast<D *>(object)); },
            [](graveyard &dead, void *object) {
              const std::unique_ptr<D> mine(static_cast<D *>(object));
              content<D>::release(dead, *mine);
            },
            [](void *object) { return static_cast<T *>(static_cast<D *>(object)); },
            []() -> void * { return new D(detail::make<D>()); },
            []() -> std::shared_ptr<void> {
              if constexpr (maker<D>::is_default)
                return std::make_shared<D>();
              else
                return std::shared_ptr<D>(new D(detail::make<D>()));
            }};
  }
};

template <typename P> struct content<std::unique_ptr<P>> {
  static_assert(!std::is_array_v<P>, "AutoLink does not know the length of unique_ptr<T[]>: use std::vector<T>");
  using T = std::remove_const_t<P>;
  static constexpr bool is_plain = false;

  static void describe(description &out) {
    out.text += '1';
    pointee<T>::add_parts_to(out);
    out.add_block('p', sizeof(T));
    pointee<T>::describe(out);
  }
  static void write(writer &w, const std::unique_ptr<P> &pointer) {
    if (!pointer)
      return w.count(0);
    const auto &kind = pointee<T>::kind_of(*pointer);
    void *const object = pointee<T>::complete(pointer.get());
    w.count(pointee<T>::number_of(kind) + 1);
    w.note_block(object, kind.elements->size, *kind.elements);
    __builtin_prefetch(object);
    w.defer_target({kind.write, object, 0, 1});
  }
  static void read(reader &r, std::unique_ptr<P> &pointer) {
    pointer.reset();
    const std::uint64_t number = r.count();
    if (number == 0)
      return;
    const auto &kind = pointee<T>::kind_number(number - 1);
    r.note_made(kind.elements->size);
    void *const object = kind.make();
    pointer.reset(kind.as_base(object));
    r.note_block(object, kind.elements->size, *kind.elements);
    r.defer_target({kind.read, object, 0, 1});
  }
  static void release(graveyard &dead, std::unique_ptr<P> &pointer) {
    if (!pointer)
      return;
    const T &target = *pointer;
    if (const auto *kind = pointee<T>::find(typeid(target)))
      dead.add(pointee<T>::complete(pointer.release()), kind->bury);
    else
      pointer.reset();
  }
};

template <typename P> struct content<std::shared_ptr<P>> {
  static_assert(!std::is_array_v<P>, "AutoLink does not know the length of shared_ptr<T[]>: use std::vector<T>");
  using T = std::remove_const_t<P>;
  static constexpr bool is_plain = false;

  static void describe(description &out) {
    out.text += '*';
    pointee<T>::add_to(out);
    out.add_block('p', sizeof(T));
    pointee<T>::describe(out);
  }
  static void write(writer &w, const std::shared_ptr<P> &pointer) {
    if (!pointer)
      return w.count(0);
    const auto &kind = pointee<T>::kind_of(*pointer);
    void *const object = pointee<T>::complete(pointer.get());
    if (w.has_inner() && take(w, pointer, object, kind))
      return;
    const auto [label, is_new] = w.labels.add(object, *kind.type);
    if (!is_new) {
      w.count(label + 2);
      return w.complete(label + 1);
    }
    w.count(1);
    w.count(pointee<T>::number_of(kind));
    if (w.has_inner())
      w.note_owner({&pointer, &functions, object, &kind});
    w.note_block(object, kind.elements->size, *kind.elements, label + 1);
    __builtin_prefetch(object);
    w.defer_target({kind.write, object, 0, 1}, label + 1);
  }
  static void read(reader &r, std::shared_ptr<P> &pointer) {
    pointer.reset();
    const std::uint64_t label = r.count();
    if (label == 0)
      return;
    if (label == inner_pointer) {
      r.note_inner();
      r.refer_late(
          [](reader &late, void *place) {
            const std::uint64_t number = late.count();
            *static_cast<std::shared_ptr<P> *>(place) =
                number == 0 ? labelled<P>(late, late.count()) : inner<P>(late, number - 1);
          },
          &pointer);
    } else if (label > 1) {
      pointer = labelled<P>(r, label - 2);
      r.note_shared(label - 2);
      r.complete(label - 1);
    } else {
      read_new(r, &pointer);
    }
  }
  /// Reads a new object, and lets the pointer lead to it.
  static void read_new(reader &r, std::shared_ptr<P> *pointer = nullptr) {
    const auto &kind = pointee<T>::kind_number(r.count());
    r.note_made(kind.elements->size);
    const reader::shared &made = r.labels.emplace_back(reader::shared{kind.make_shared(), kind.type, kind.release});
    void *const object = made.object.get();
    if (pointer)
      *pointer = std::shared_ptr<P>(made.object, kind.as_base(object));
    r.note_shared(r.labels.size() - 1);
    r.note_block(object, kind.elements->size, *kind.elements, r.labels.size());
    r.defer_target({kind.read, object, 0, 1}, r.labels.size());
  }
  static void release(graveyard &dead, std::shared_ptr<P> &pointer) {
    if (!pointer)
      return;
    try {
      if (pointer.use_count() == 1)
        dead.add(new std::shared_ptr<P>(std::move(pointer)), [](graveyard &more, void *object) {
          const std::unique_ptr<std::shared_ptr<P>> mine(static_cast<std::shared_ptr<P> *>(object));
          release_target(more, *mine);
        });
    } catch (const std::bad_alloc &) {
      release_target(dead, pointer);
    }
    pointer.reset();
  }
  static void release_target(graveyard &dead, const std::shared_ptr<P> &pointer) {
    T &target = const_cast<T &>(*pointer);
    if (const auto *kind = pointee<T>::find(typeid(target)); kind && pointer.use_count() == 1)
      kind->release(dead, pointee<T>::complete(&target));
  }

  /// Returns a pointer to the object with this label.
  template <typename Q> static std::shared_ptr<Q> labelled(reader &r, std::uint64_t label) {
    if (label >= r.labels.size())
      fail_message("a shared pointer leads to an unknown object");
    const reader::shared &one = r.labels[static_cast<std::size_t>(label)];
    const auto *kind = pointee<T>::find(*one.type);
    if (!kind)
      fail_message("a shared pointer leads to an object of another type");
    return std::shared_ptr<Q>(one.object, kind->as_base(one.object.get()));
  }
  /// Returns a pointer into what a shared object owns, which shares the ownership of that.
  template <typename Q> static std::shared_ptr<Q> inner(reader &r, std::uint64_t block) {
    const reader::inner found = r.inner_in(block);
    return std::shared_ptr<Q>(r.labels[static_cast<std::size_t>(found.label)].object,
                              pointee<T>::kind_in(found).as_base(const_cast<void *>(found.at)));
  }

private:
  static constexpr shared_pointer::functions functions = {
      &typeid(T),
      [](const void *place) { return std::weak_ptr<const void>(*static_cast<const std::shared_ptr<P> *>(place)); },
      [](const void *place) { return static_cast<const std::shared_ptr<P> *>(place)->use_count(); },
      [](const object_kind &kind) { return pointee<T>::number_of(kind); }};

  /// Returns whether the pointer leads into what another one owns, or this is a survey.
  static bool take(writer &w, const std::shared_ptr<P> &pointer, void *object, const object_kind &kind) {
    const writer::taken taken = w.take_shared({&pointer, &functions, object, &kind});
    if (taken == writer::taken::as_inner)
      write_inner(w, pointer);
    return taken != writer::taken::no;
  }
  static void write_inner(writer &w, const std::shared_ptr<P> &pointer) {
    w.count(inner_pointer);
    w.refer_late(
        [](writer &late, void *place) {
          const T &object = **static_cast<const std::shared_ptr<P> *>(place);
          late.shared_inner(pointee<T>::complete(&object), typeid(object));
        },
        &pointer);
  }
};

/// Says nothing of what it leads to unless something else owns that: so all else is sent first.
template <typename P> struct content<std::weak_ptr<P>> {
  using T = std::remove_const_t<P>;
  static constexpr bool is_plain = false;

  static void describe(description &out) {
    out.fits_c = false;
    out.text += '~';
    pointee<T>::add_to(out);
    pointee<T>::describe(out);
  }
  static void write(writer &w, const std::weak_ptr<P> &pointer) {
    w.refer_late(
        [](writer &late, void *place) {
          const std::shared_ptr<P> target = static_cast<const std::weak_ptr<P> *>(place)->lock();
          if (!target)
            return late.count(0);
          const T &object = *target;
          late.weak(target, pointee<T>::complete(&object), typeid(object));
        },
        &pointer);
  }
  static void read(reader &r, std::weak_ptr<P> &pointer) {
    pointer.reset();
    r.refer_late(
        [](reader &late, void *place) {
          if (const std::uint64_t label = late.count())
            *static_cast<std::weak_ptr<P> *>(place) =
                label == inner_pointer ? content<std::shared_ptr<P>>::template inner<P>(late, late.count())
                                       : content<std::shared_ptr<P>>::template labelled<P>(late, label - 1);
        },
        &pointer);
  }
  static void release(graveyard &, std::weak_ptr<P> &pointer) { pointer.reset(); }
};

template <typename P> struct content<P *, std::enable_if_t<std::is_object_v<P>>> {
  using T = std::remove_const_t<P>;
  static constexpr bool is_plain = false;

  static void describe(description &out) {
    out.fits_c = false;
    out.has_plain_pointers = true;
    out.add('>', sizeof(T));
    pointee<T>::describe(out);
  }
  static void write(writer &w, P *const &pointer) { write_as<nullptr>(w, pointer); }
  /// `name`: returns what an error calls it.
  template <std::string (*name)(), bool is_weak = false> static void write_as(writer &w, P *const &pointer) {
    w.refer_late([](writer &late,
                    void *place) { late.plain_pointer(target_of<T>(*static_cast<P *const *>(place)), is_weak, name); },
                 &pointer);
  }
  static void read(reader &r, P *&pointer) {
    pointer = nullptr;
    r.refer_late(
        [](reader &late, void *place) {
          *static_cast<P **>(place) = static_cast<P *>(late.plain_pointer(target_of<T>(nullptr)));
        },
        &pointer);
  }
  static void release(graveyard &, P *&) {}
};

template <typename P> struct weak_content<P *> : content<P *> {
  static void describe(description &out) {
    out.text += 'w';
    content<P *>::describe(out);
  }
  static void write(writer &w, P *const &pointer) { content<P *>::template write_as<nullptr, true>(w, pointer); }
};

/// A member, or an array in one, whose pointers own nothing.
template <typename T, std::size_t i, typename P> struct pointer_member<T, i, P *> : content<P *> {
  static std::string name() {
    next_name names(names_of<T>::names);
    for (std::size_t n = 0; n < i; ++n)
      names();
    return std::string(object_type<T>::name) + '.' + names();
  }
  static void write(writer &w, P *const &pointer) { content<P *>::template write_as<name>(w, pointer); }
};
template <typename T, std::size_t i, typename M, std::size_t size>
struct pointer_member<T, i, M[size]> : array_content<M[size], M, size, pointer_member<T, i, M>> {};

} // namespace detail
} // namespace autolink

#endif
