// Classes of all kinds, with what `automap --autolink` generates about them written by hand. For the tests, each class
// lists its members a second time in members().
#pragma once

#include <autolink/al_content.hpp>

#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>
#include <variant>
#include <vector>

namespace objects {

enum class Color : short { red, green };

/// A class whose bytes are its value.
struct Grain {
  double weight = 0;
  int kind = 0;
  Color colors[2] = {Color::red, Color::green};
  auto members() const { return std::tie(weight, kind, colors[0], colors[1]); }
};

/// A class with bytes that belong to no member.
struct Padded {
  char letter = 0;
  double number = 0;
  auto members() const { return std::tie(letter, number); }
};

struct alignas(64) Wide {
  double numbers[8] = {};
  auto members() const { return std::tie(numbers[0], numbers[7]); }
};

/// Elements that are longer than a packet may be.
struct Large {
  int numbers[1500] = {};
  auto members() const { return std::tie(numbers[0], numbers[1], numbers[1499]); }
};

struct Cell {
  double place[3] = {};
  std::vector<double> values;
  std::string name;
  auto members() const { return std::tie(place[0], place[1], place[2], values, name); }
  friend bool operator<(const Cell &a, const Cell &b) { return a.members() < b.members(); }
};

struct Bits {
  int before = 0;
  unsigned low : 3, high : 7;
  signed last : 4;
  int after = 0;
  std::string name;
  Bits() : low(0), high(0), last(0) {}
  auto members() const { return std::make_tuple(before, int(low), int(high), int(last), after, name); }
};

/// Has private members and a private base.
class Secret : Cell {
public:
  Secret() = default;
  explicit Secret(int n) : hidden_{{n, "hidden"}} { name = "base"; }
  auto members() const { return std::tie(static_cast<const Cell &>(*this), hidden_, names_[0], names_[1]); }

private:
  std::map<int, std::string> hidden_;
  std::string names_[2] = {"first", "second"};
};

/// Has no default constructor.
struct Fixed {
  explicit Fixed(int made) : number(made) {}
  static Fixed make() { return Fixed(-1); }
  int number;
  std::string text;
  auto members() const { return std::tie(number, text); }
};

/// Keeps a sum of all below, which does not travel. Its parts have to arrive first.
struct Total {
  unsigned own = 0;
  std::vector<Total> parts;
  std::unique_ptr<Total> more;
  unsigned sum = 0;
  void arrived() {
    if (throw_in-- == 0)
      throw std::runtime_error("arrived() of the test");
    sum = own + (more ? more->sum : 0);
    for (const Total &part : parts)
      sum += part.sum;
  }
  auto members() const { return std::tie(own, parts, more, sum); }
  static inline int throw_in = -1;
};

/// Counts its objects; its constructor throws on request.
struct Fragile {
  Fragile() {
    if (throw_in-- == 0)
      throw std::runtime_error("constructor of the test");
    ++live;
  }
  Fragile(const Fragile &other) : number(other.number), next(other.next) { ++live; }
  Fragile &operator=(const Fragile &) = default;
  ~Fragile() { --live; }
  int number = 0;
  std::shared_ptr<Fragile> next; // cyclic in places
  std::shared_ptr<std::vector<std::shared_ptr<Fragile>>> others;
  auto members() const { return std::tie(number, next, others); }
  static inline int throw_in = -1, live = 0;
};

struct Chain {
  int number = 0;
  std::unique_ptr<Chain> next;
};
struct SharedChain {
  int number = 0;
  std::shared_ptr<SharedChain> next;
};
struct Nested {
  int number = 0;
  std::vector<Nested> inner;
  auto members() const { return std::tie(number, inner); }
};

// ---------------------------------------------------------------------------------------- with virtual functions

struct Thing {
  virtual ~Thing() = default;
  virtual int sides() const = 0;
  int color = 0;
  auto members() const { return std::tie(color); }
};
struct Tag {
  std::string tag;
  auto members() const { return std::tie(tag); }
};
/// A Thing that does not begin where the object does.
struct Box : Tag, Thing {
  int sides() const override { return 6; }
  std::vector<std::unique_ptr<Thing>> things;
  auto members() const { return std::tuple_cat(Tag::members(), Thing::members(), std::tie(things)); }
};
struct Left : virtual Thing {
  int sides() const override { return 1; }
  std::string left;
  auto members() const { return std::tuple_cat(Thing::members(), std::tie(left)); }
};
struct Right : virtual Thing {
  int sides() const override { return 1; }
  std::vector<int> right;
  auto members() const { return std::tuple_cat(Thing::members(), std::tie(right)); }
};
struct Both : Tag, Left, Right {
  int sides() const override { return 2; }
  std::weak_ptr<Thing> friend_;
  auto members() const {
    return std::tuple_cat(Tag::members(), Thing::members(), std::tie(left), std::tie(right), std::tie(friend_));
  }
};
/// Not known to AutoLink.
struct Unseen : Thing {
  int sides() const override { return 0; }
};

/// Holds other nodes in every way.
struct Node : Thing {
  int sides() const override { return 0; }
  int number = 0;
  std::string name;
  std::vector<Node> children;
  std::map<std::string, Node> named;
  std::unique_ptr<Node> only;
  std::vector<std::unique_ptr<Thing>> things;
  std::shared_ptr<Thing> shared, other;
  std::shared_ptr<const Node> node;
  std::weak_ptr<Thing> weak;
  std::variant<int, std::string, std::unique_ptr<Node>, std::shared_ptr<Node>> choice;
  std::optional<std::vector<std::string>> texts;
  const Node *plain = nullptr;
  Thing *plain_thing = nullptr;
  const std::string *plain_text = nullptr;
  auto members() const {
    return std::tuple_cat(Thing::members(), std::tie(number, name, children, named, only, things, shared, other, node,
                                                     weak, choice, texts, plain, plain_thing, plain_text));
  }
};

} // namespace objects

// ---------------------------------------------------------------------------------------- what automap generates

namespace autolink {

template <> struct object_type<objects::Grain> {
  static constexpr const char *name = "objects::Grain";
  static constexpr const char *names = "weight kind colors ";
  static constexpr bool is_whole = true;
  static constexpr bool is_filled = true;
};
template struct expose<objects::Grain, &objects::Grain::weight, &objects::Grain::kind, &objects::Grain::colors>;

template <> struct object_type<objects::Padded> {
  static constexpr const char *name = "objects::Padded";
  static constexpr const char *names = "letter number ";
  static constexpr bool is_whole = false;
  static constexpr bool is_filled = true;
};
template struct expose<objects::Padded, &objects::Padded::letter, &objects::Padded::number>;

template <> struct object_type<objects::Wide> {
  static constexpr const char *name = "objects::Wide";
  static constexpr const char *names = "numbers ";
  static constexpr bool is_whole = true;
  static constexpr bool is_filled = true;
};
template struct expose<objects::Wide, &objects::Wide::numbers>;

template <> struct object_type<objects::Large> {
  static constexpr const char *name = "objects::Large";
  static constexpr const char *names = "numbers ";
  static constexpr bool is_whole = true;
  static constexpr bool is_filled = true;
};
template struct expose<objects::Large, &objects::Large::numbers>;

template <> struct object_type<objects::Cell> {
  static constexpr const char *name = "objects::Cell";
  static constexpr const char *names = "place values name ";
  static constexpr bool is_whole = true;
  static constexpr bool is_filled = true;
};
template struct expose<objects::Cell, &objects::Cell::place, &objects::Cell::values, &objects::Cell::name>;

template <> struct object_type<objects::Bits> {
  static constexpr const char *name = "objects::Bits";
  static constexpr const char *names = "before after name low:3,high:7,last:4 ";
  static constexpr bool is_whole = false;
  static constexpr bool is_filled = false;
  using bits = byte_ranges<4, 2>;
};
template struct expose<objects::Bits, &objects::Bits::before, &objects::Bits::after, &objects::Bits::name>;

template <> struct object_type<objects::Secret> {
  static constexpr const char *name = "objects::Secret";
  static constexpr const char *names = "hidden_ names_ ";
  static constexpr bool is_whole = true;
  static constexpr bool is_filled = false;
  using bases = types<objects::Cell>;
};
template struct expose<objects::Secret, &objects::Secret::hidden_, &objects::Secret::names_>;

template <> struct object_type<objects::Fixed> {
  static constexpr const char *name = "objects::Fixed";
  static constexpr const char *names = "number text ";
  static constexpr bool is_whole = true;
  static constexpr bool is_filled = true;
  static objects::Fixed make() { return objects::Fixed::make(); }
};
template struct expose<objects::Fixed, &objects::Fixed::number, &objects::Fixed::text>;

template <> struct object_type<objects::Total> {
  static constexpr const char *name = "objects::Total";
  static constexpr const char *names = "own parts more ";
  static constexpr bool is_whole = false;
  static constexpr bool is_filled = false;
  static void arrived(objects::Total &object) { object.arrived(); }
};
template struct expose<objects::Total, &objects::Total::own, &objects::Total::parts, &objects::Total::more>;

template <> struct object_type<objects::Fragile> {
  static constexpr const char *name = "objects::Fragile";
  static constexpr const char *names = "number next others ";
  static constexpr bool is_whole = true;
  static constexpr bool is_filled = true;
};
template struct expose<objects::Fragile, &objects::Fragile::number, &objects::Fragile::next, &objects::Fragile::others>;

template <> struct object_type<objects::Chain> {
  static constexpr const char *name = "objects::Chain";
  static constexpr const char *names = "number next ";
  static constexpr bool is_whole = true;
  static constexpr bool is_filled = true;
};
template struct expose<objects::Chain, &objects::Chain::number, &objects::Chain::next>;

template <> struct object_type<objects::SharedChain> {
  static constexpr const char *name = "objects::SharedChain";
  static constexpr const char *names = "number next ";
  static constexpr bool is_whole = true;
  static constexpr bool is_filled = true;
};
template struct expose<objects::SharedChain, &objects::SharedChain::number, &objects::SharedChain::next>;

template <> struct object_type<objects::Nested> {
  static constexpr const char *name = "objects::Nested";
  static constexpr const char *names = "number inner ";
  static constexpr bool is_whole = true;
  static constexpr bool is_filled = true;
};
template struct expose<objects::Nested, &objects::Nested::number, &objects::Nested::inner>;

template <> struct object_type<objects::Thing> {
  static constexpr const char *name = "objects::Thing";
  static constexpr const char *names = "color ";
  static constexpr bool is_whole = true;
  static constexpr bool is_filled = false;
  using derived = types<objects::Box, objects::Left, objects::Right, objects::Both, objects::Node>;
};
template struct expose<objects::Thing, &objects::Thing::color>;

template <> struct object_type<objects::Tag> {
  static constexpr const char *name = "objects::Tag";
  static constexpr const char *names = "tag ";
  static constexpr bool is_whole = true;
  static constexpr bool is_filled = true;
};
template struct expose<objects::Tag, &objects::Tag::tag>;

template <> struct object_type<objects::Box> {
  static constexpr const char *name = "objects::Box";
  static constexpr const char *names = "things ";
  static constexpr bool is_whole = true;
  static constexpr bool is_filled = false;
  using bases = types<objects::Tag, objects::Thing>;
  using derived = types<objects::Box>;
};
template struct expose<objects::Box, &objects::Box::things>;

template <> struct object_type<objects::Left> {
  static constexpr const char *name = "objects::Left";
  static constexpr const char *names = "left ";
  static constexpr bool is_whole = true;
  static constexpr bool is_filled = false;
  using virtual_bases = types<objects::Thing>;
  using derived = types<objects::Left, objects::Both>;
};
template struct expose<objects::Left, &objects::Left::left>;

template <> struct object_type<objects::Right> {
  static constexpr const char *name = "objects::Right";
  static constexpr const char *names = "right ";
  static constexpr bool is_whole = true;
  static constexpr bool is_filled = false;
  using virtual_bases = types<objects::Thing>;
  using derived = types<objects::Right, objects::Both>;
};
template struct expose<objects::Right, &objects::Right::right>;

template <> struct object_type<objects::Both> {
  static constexpr const char *name = "objects::Both";
  static constexpr const char *names = "friend_ ";
  static constexpr bool is_whole = true;
  static constexpr bool is_filled = false;
  using bases = types<objects::Tag, objects::Left, objects::Right>;
  using virtual_bases = types<objects::Thing>;
  using derived = types<objects::Both>;
};
template struct expose<objects::Both, &objects::Both::friend_>;

template <> struct object_type<objects::Node> {
  static constexpr const char *name = "objects::Node";
  static constexpr const char *names =
      "number name children named only things shared other node weak choice texts plain plain_thing plain_text ";
  static constexpr bool is_whole = true;
  static constexpr bool is_filled = false;
  using bases = types<objects::Thing>;
  using derived = types<objects::Node>;
};
template struct expose<objects::Node, &objects::Node::number, &objects::Node::name, &objects::Node::children,
                       &objects::Node::named, &objects::Node::only, &objects::Node::things, &objects::Node::shared,
                       &objects::Node::other, &objects::Node::node, &objects::Node::weak, &objects::Node::choice,
                       &objects::Node::texts, &objects::Node::plain, &objects::Node::plain_thing,
                       &objects::Node::plain_text>;

} // namespace autolink
