// Compares two objects member by member, and the shapes that their pointers make. Knows nothing of AutoLink.
#pragma once

#include "classes.h"

#include <complex>
#include <filesystem>
#include <map>
#include <typeindex>

namespace objects {

template <typename T, template <typename...> typename Of> constexpr bool is_a = false;
template <template <typename...> typename Of, typename... A> constexpr bool is_a<Of<A...>, Of> = true;

class Walker {
public:
  /// Returns an empty text if the objects are alike, else the type where they differ.
  template <typename T> static std::string difference(const T &a, const T &b) {
    Walker walker;
    walker.walk(a, b);
    for (const auto &[from, to] : walker.pointers_)
      if (const auto found = walker.places_.find(from); found == walker.places_.end() || found->second != to)
        walker.differ(std::string("pointer to ") + from.second.name());
    return walker.difference_;
  }

private:
  using Place = std::pair<const void *, std::type_index>;
  using Owner = std::weak_ptr<const void>;

  void differ(const std::string &where) {
    if (difference_.empty())
      difference_ = where;
  }
  void require(bool holds, const std::type_info &type) {
    if (!holds)
      differ(type.name());
  }

  template <typename T> void walk(const T &a, const T &b) {
    const auto [known, is_new] = places_.insert({{&a, typeid(T)}, &b});
    require(known->second == &b, typeid(T));
    compare(a, b);
  }

  template <typename T> void compare(const T &a, const T &b) {
    if constexpr (requires { a.members(); }) {
      all(a.members(), b.members());
    } else if constexpr (is_a<T, std::unique_ptr> || is_a<T, std::shared_ptr>) {
      require(!a == !b, typeid(T));
      if constexpr (is_a<T, std::shared_ptr>) {
        if (!same_owner(a, b))
          differ("owner");
      }
      if (a && b)
        follow(*a, *b);
    } else if constexpr (is_a<T, std::weak_ptr>) {
      require(a.expired() == b.expired(), typeid(T));
      if (const auto x = a.lock(), y = b.lock(); x && y) {
        if (!same_owner(a, b))
          differ("owner");
        pointers_.push_back({place_of(*x), complete(*y)});
      }
    } else if constexpr (std::is_pointer_v<T>) {
      require(!a == !b, typeid(T));
      if (a && b)
        pointers_.push_back({place_of(*a), complete(*b)});
    } else if constexpr (is_a<T, std::optional>) {
      require(a.has_value() == b.has_value(), typeid(T));
      if (a && b)
        walk(*a, *b);
    } else if constexpr (is_a<T, std::variant>) {
      require(a.index() == b.index(), typeid(T));
      if (a.index() == b.index())
        std::visit([&](const auto &one) { walk(one, std::get<std::decay_t<decltype(one)>>(b)); }, a);
    } else if constexpr (is_a<T, std::pair> || is_a<T, std::tuple>) {
      all(a, b);
    } else if constexpr (
        !requires { a.begin(); } || requires { typename T::hasher; } || is_a<T, std::basic_string> ||
        std::is_same_v<T, std::filesystem::path>) {
      require(a == b, typeid(T));
    } else {
      auto x = a.begin();
      auto y = b.begin();
      for (; x != a.end() && y != b.end(); ++x, ++y)
        if constexpr (std::is_lvalue_reference_v<decltype(*x)>)
          walk(*x, *y);
        else // vector<bool>
          require(*x == *y, typeid(T));
      require(x == a.end() && y == b.end(), typeid(T));
    }
  }

  template <typename Tuple> void all(const Tuple &a, const Tuple &b) {
    [&]<std::size_t... i>(std::index_sequence<i...>) {
      (walk(std::get<i>(a), std::get<i>(b)), ...);
    }(std::make_index_sequence<std::tuple_size_v<Tuple>>());
  }

  template <typename T> static const void *complete(const T &object) {
    if constexpr (std::is_polymorphic_v<T>)
      return dynamic_cast<const void *>(&object);
    else
      return &object;
  }
  template <typename T> static Place place_of(const T &object) { return {complete(object), typeid(object)}; }

  /// Compares what two pointers lead to, unless that has been done.
  template <typename T> void follow(const T &a, const T &b) {
    if (const auto [known, is_new] = places_.insert({place_of(a), complete(b)}); !is_new)
      return require(known->second == complete(b), typeid(T));
    if constexpr (std::is_polymorphic_v<T>) {
      require(typeid(a) == typeid(b), typeid(T));
      if (typeid(a) == typeid(b))
        (as<Box>(a, b), as<Left>(a, b), as<Right>(a, b), as<Both>(a, b), as<Node>(a, b));
    } else {
      compare(a, b);
    }
  }
  template <typename D, typename T> void as(const T &a, const T &b) {
    if (typeid(a) == typeid(D))
      compare(dynamic_cast<const D &>(a), dynamic_cast<const D &>(b));
  }

  /// Whether the owners of two pointers correspond, one to one.
  bool same_owner(const Owner &a, const Owner &b) {
    const auto alike = [](const Owner &x, const Owner &y) { return !x.owner_before(y) && !y.owner_before(x); };
    return alike(owners_.insert({a, b}).first->second, b) && alike(owners_back_.insert({b, a}).first->second, a);
  }

  std::map<Place, const void *> places_; // of the first object, and where the other one has the same
  std::vector<std::pair<Place, const void *>> pointers_;
  std::map<Owner, Owner, std::owner_less<>> owners_, owners_back_;
  std::string difference_;
};

} // namespace objects
