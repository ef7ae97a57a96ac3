// Objects of files whose classes have changed since. Each class is there twice: as it was, and as it is now.
#include "amount.h"
#include "cases.h"
#include "classes.h"
#include "walker.h"

#include "file/memory_file.h"

#include <gtest/gtest.h>

#include <list>
#include <random>

namespace objects {
namespace before {

struct Point {
  float x = 0, y = 0;
  std::int16_t weight = 0;
};
struct Part {
  int id = 0;
  std::string gone;
  std::vector<Part> parts;
  std::map<std::int16_t, Point> points;
};
struct Shape {
  virtual ~Shape() = default;
  std::string title;
};
struct Round : Shape {
  int radius = 0;
  std::shared_ptr<Shape> inner;
};
struct Square : Shape {
  std::unique_ptr<Shape> inner;
};
struct World {
  std::vector<Point> row;
  std::list<Part> parts;
  std::unique_ptr<World> gone;
  std::vector<std::shared_ptr<Shape>> shapes;
  std::weak_ptr<Shape> favourite;
  std::variant<int, std::string> choice;
  std::int64_t number = 0;
  std::vector<bool> flags;
  int fixed[4] = {};
  std::int16_t n_words = 0;
  std::unique_ptr<std::string[]> words;
  const Point *point = nullptr;
  const float *coordinate = nullptr;
  const Part *part = nullptr, *lost = nullptr;
};

} // namespace before

namespace now {

/// Has gained a first member, which has a value from the beginning, and other types.
struct Point {
  double z = 7.5;
  std::int64_t weight = 0;
  double y = 0, x = 0;
};
/// Is not plain any more in its points, and has lost a member and gained others.
struct Part {
  std::vector<std::string> notes = {"new"};
  std::map<std::int64_t, Point> points;
  std::vector<Part> parts;
  long id = -1;
  int more = 42;
};
struct Shape {
  virtual ~Shape() = default;
  int color = 3;
  std::string title;
};
struct Round : Shape {
  std::shared_ptr<Shape> inner, other = nullptr;
  double radius = 0;
};
struct Square : Shape {
  std::unique_ptr<Shape> inner;
};
struct World {
  const Part *lost = nullptr, *part = nullptr;
  const double *coordinate = nullptr;
  const Point *point = nullptr;
  std::int32_t number = 0;
  std::string text = "initial";
  std::unique_ptr<std::string[]> words;
  unsigned n_words = 0, n_more = 2;
  std::unique_ptr<int[]> more = std::make_unique<int[]>(2);
  std::list<std::shared_ptr<Shape>> shapes;
  std::weak_ptr<Shape> favourite;
  std::list<Point> row;
  std::vector<Part> parts;
  std::vector<bool> flags;
  std::variant<double, std::string, Point> choice;
  long fixed[5] = {1, 1, 1, 1, 1};
};

} // namespace now
} // namespace objects

namespace autolink {

#define OBJECT(type, known_as, parts)                                                                                  \
  static constexpr const char *name = known_as;                                                                        \
  static constexpr const char *names = parts;                                                                          \
  static constexpr bool is_whole = true;                                                                               \
  static constexpr bool is_filled = false;

using namespace objects;
template <> struct object_type<before::Point> {
  OBJECT(before::Point, "Point", "x y weight ")
};
template struct expose<before::Point, &before::Point::x, &before::Point::y, &before::Point::weight>;
template <> struct object_type<now::Point> {
  OBJECT(now::Point, "Point", "z weight y x ")
};
template struct expose<now::Point, &now::Point::z, &now::Point::weight, &now::Point::y, &now::Point::x>;

template <> struct object_type<before::Part> {
  OBJECT(before::Part, "Part", "id gone parts points ")
};
template struct expose<before::Part, &before::Part::id, &before::Part::gone, &before::Part::parts,
                       &before::Part::points>;
template <> struct object_type<now::Part> {
  OBJECT(now::Part, "Part", "notes points parts id more ")
};
template struct expose<now::Part, &now::Part::notes, &now::Part::points, &now::Part::parts, &now::Part::id,
                       &now::Part::more>;

template <> struct object_type<before::Shape> {
  OBJECT(before::Shape, "Shape", "title ")
  using derived = types<before::Shape, before::Round, before::Square>;
};
template struct expose<before::Shape, &before::Shape::title>;
template <> struct object_type<now::Shape> {
  OBJECT(now::Shape, "Shape", "color title ")
  using derived = types<now::Round, now::Shape, now::Square>;
};
template struct expose<now::Shape, &now::Shape::color, &now::Shape::title>;
template <> struct object_type<before::Round> {
  OBJECT(before::Round, "Round", "radius inner ")
  using bases = types<before::Shape>;
  using derived = types<before::Round>;
};
template struct expose<before::Round, &before::Round::radius, &before::Round::inner>;
template <> struct object_type<now::Round> {
  OBJECT(now::Round, "Round", "inner other radius ")
  using bases = types<now::Shape>;
  using derived = types<now::Round>;
};
template struct expose<now::Round, &now::Round::inner, &now::Round::other, &now::Round::radius>;
template <> struct object_type<before::Square> {
  OBJECT(before::Square, "Square", "inner ")
  using bases = types<before::Shape>;
  using derived = types<before::Square>;
};
template struct expose<before::Square, &before::Square::inner>;
template <> struct object_type<now::Square> {
  OBJECT(now::Square, "Square", "inner ")
  using bases = types<now::Shape>;
  using derived = types<now::Square>;
};
template struct expose<now::Square, &now::Square::inner>;

template <> struct object_type<before::World> {
  OBJECT(before::World, "World",
         "row parts gone shapes favourite choice number flags fixed n_words point coordinate part lost words ")
  static constexpr bool has_arrays = true;
  using weak = std::index_sequence<13>;
};
template struct expose<before::World, &before::World::row, &before::World::parts, &before::World::gone,
                       &before::World::shapes, &before::World::favourite, &before::World::choice,
                       &before::World::number, &before::World::flags, &before::World::fixed, &before::World::n_words,
                       &before::World::point, &before::World::coordinate, &before::World::part, &before::World::lost>;
template struct expose_arrays<before::World, &before::World::words, &before::World::n_words>;
template <> struct object_type<now::World> {
  OBJECT(now::World, "World",
         "lost part coordinate point number text n_words n_more shapes favourite row parts flags choice fixed words "
         "more ")
  static constexpr bool has_arrays = true;
  using weak = std::index_sequence<0>;
};
template struct expose<now::World, &now::World::lost, &now::World::part, &now::World::coordinate, &now::World::point,
                       &now::World::number, &now::World::text, &now::World::n_words, &now::World::n_more,
                       &now::World::shapes, &now::World::favourite, &now::World::row, &now::World::parts,
                       &now::World::flags, &now::World::choice, &now::World::fixed>;
template struct expose_arrays<now::World, &now::World::words, &now::World::n_words, &now::World::more,
                              &now::World::n_more>;

} // namespace autolink

namespace objects {
namespace {

using namespace autolink::test;
using autolink::file::Container;
using autolink::file::StructureReader;

/// Returns a file as if its classes were others: with another hash. So it is converted, part by part.
FileBytes converted_file(autolink::file::ContentType type, Packets messages) {
  type.hash ^= 1;
  std::vector<char> &first = messages[0]; // has the hash, too
  if (first.size() >= sizeof(autolink::wire::Head) + sizeof type.hash)
    std::memcpy(first.data() + sizeof(autolink::wire::Head), &type.hash, sizeof type.hash);
  return file_of(type, std::vector<Packets>{messages});
}

/// Where nothing has changed, everything arrives, whatever its type.
TEST(ChangedObjects, OfAllTypesAreConverted) {
  for (const auto &one : all_cases()) {
    SCOPED_TRACE(one->type());
    for (const autolink::StreamOptions &options : {autolink::StreamOptions{65536, 1 << 24}, {0, 1024}}) {
      const Container container = open_memory(converted_file(one->content_type(), one->messages(options)));
      StructureReader reader(container);
      const auto target = one->target();
      ASSERT_NO_THROW(target->read(reader, 0));
      EXPECT_EQ(target->difference(), "") << options.packet_bytes;
    }
  }
}

TEST(ChangedObjects, OfRandomShapesAreConverted) {
  for (std::uint64_t seed = 1; seed <= amount("AUTOLINK_SEEDS", 200); ++seed) {
    const auto root = random_nodes(seed, seed % 50 * 5);
    const Container container = open_memory(
        converted_file(content_type_of<std::shared_ptr<Node>>(), messages_of(root, {0, seed % 2 ? 1024u : 1u << 20})));
    StructureReader reader(container);
    std::shared_ptr<Node> copy;
    ASSERT_EQ(thrown_by([&] { read(copy, reader, 0); }), "") << "seed " << seed;
    ASSERT_EQ(Walker::difference(root, copy), "") << "seed " << seed;
    take_apart(root);
    take_apart(copy);
  }
}

template <typename Before, typename Now> void convert(const Before &from, Now &to) {
  const Container container =
      open_memory(file_of(content_type_of<Before>(), std::vector<Packets>{messages_of(from, {0, 1024})}));
  StructureReader reader(container);
  read(to, reader, 0);
}

/// Returns the text of the error.
template <typename Now, typename Before> std::string refusal(const Before &from) {
  return thrown_by([&] {
    Now to;
    convert(from, to);
  });
}

before::World make_world(unsigned seed) {
  std::mt19937 random(seed);
  const auto point = [&] {
    return before::Point{static_cast<float>(random() % 100) / 4, static_cast<float>(random() % 100) / 8,
                         static_cast<std::int16_t>(random() % 1000 - 500)};
  };
  before::World out;
  for (std::size_t n = random() % 2000; n > 0; --n)
    out.row.push_back(point());
  for (int n = 0; n < 5; ++n) {
    before::Part part;
    part.id = static_cast<int>(random() % 1000);
    part.gone = std::string(random() % 5000, 'g');
    part.parts.resize(random() % 3);
    for (before::Part &inner : part.parts) {
      inner.id = 5;
      inner.points[7] = point();
    }
    for (unsigned i = random() % 5; i > 0; --i)
      part.points[static_cast<std::int16_t>(random() % 1000 - 500)] = point();
    out.parts.push_back(part);
  }
  out.gone = std::make_unique<before::World>();
  out.gone->parts.resize(3);
  auto round = std::make_shared<before::Round>();
  round->title = "round";
  round->radius = 5;
  auto square = std::make_shared<before::Square>();
  square->inner = std::make_unique<before::Round>();
  square->inner->title = "inside";
  round->inner = square;
  // The first pointer to a shape is in a part that is gone.
  out.gone->shapes = {square};
  out.shapes = {{square, square->inner.get()}, round, nullptr, square, round};
  out.favourite = square;
  if (seed % 2)
    out.choice = "chosen";
  else
    out.choice = 17;
  out.number = 1'000'000;
  out.flags.resize(random() % 10'000);
  for (std::size_t i = 0; i < out.flags.size(); ++i)
    out.flags[i] = random() % 2;
  for (int &one : out.fixed)
    one = static_cast<int>(random());
  out.n_words = 3;
  out.words.reset(new std::string[3]{"a", std::string(10'000, 'b'), "c"});
  out.row.push_back(point());
  out.point = &out.row[random() % out.row.size()];
  out.coordinate = &out.row[random() % out.row.size()].y;
  out.part = &*std::next(out.parts.begin(), 2);
  out.lost = &out.gone->parts.front();
  return out;
}

void expect_same(const before::Point &a, const now::Point &b) {
  EXPECT_EQ(a.x, b.x);
  EXPECT_EQ(a.y, b.y);
  EXPECT_EQ(a.weight, b.weight);
  EXPECT_EQ(b.z, 7.5) << "what is new keeps its initial value";
}

void expect_same(const before::Part &a, const now::Part &b) {
  EXPECT_EQ(b.id, a.id);
  EXPECT_EQ(b.more, 42);
  EXPECT_EQ(b.notes, std::vector<std::string>{"new"});
  ASSERT_EQ(b.points.size(), a.points.size());
  for (const auto &[key, value] : a.points)
    expect_same(value, b.points.at(key));
  ASSERT_EQ(b.parts.size(), a.parts.size());
  for (std::size_t i = 0; i < a.parts.size(); ++i)
    expect_same(a.parts[i], b.parts[i]);
}

TEST(ChangedObjects, AreReadByTheNamesOfTheirMembers) {
  for (unsigned seed = 0; seed < amount("AUTOLINK_SEEDS", 20); ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const before::World from = make_world(seed);
    now::World to;
    ASSERT_EQ(thrown_by([&] { convert(from, to); }), "");
    ASSERT_EQ(to.row.size(), from.row.size());
    auto point = to.row.begin();
    for (const before::Point &one : from.row)
      expect_same(one, *point++);
    ASSERT_EQ(to.parts.size(), from.parts.size());
    auto part = to.parts.begin();
    for (const before::Part &one : from.parts)
      expect_same(one, *part++);
    ASSERT_EQ(to.shapes.size(), 5u);
    const std::shared_ptr<now::Shape> inside = to.shapes.front();
    to.shapes.pop_front();
    const auto *const round = dynamic_cast<const now::Round *>(to.shapes.front().get());
    ASSERT_TRUE(round);
    EXPECT_EQ(round->title, "round");
    EXPECT_EQ(round->color, 3);
    EXPECT_EQ(round->radius, 5);
    EXPECT_EQ(to.shapes.front(), to.shapes.back());
    EXPECT_EQ(*std::next(to.shapes.begin(), 2), round->inner);
    EXPECT_EQ(to.favourite.lock(), round->inner);
    const auto *const square = dynamic_cast<const now::Square *>(round->inner.get());
    ASSERT_TRUE(square && square->inner);
    EXPECT_EQ(square->inner->title, "inside");
    EXPECT_EQ(inside.get(), square->inner.get());
    EXPECT_FALSE(inside.owner_before(round->inner) || round->inner.owner_before(inside));
    if (seed % 2)
      EXPECT_EQ(std::get<1>(to.choice), "chosen");
    else
      EXPECT_EQ(std::get<0>(to.choice), 17);
    EXPECT_EQ(to.number, 1'000'000);
    EXPECT_EQ(to.text, "initial");
    EXPECT_EQ(to.flags, from.flags);
    for (int i = 0; i < 4; ++i)
      EXPECT_EQ(to.fixed[i], from.fixed[i]);
    EXPECT_EQ(to.fixed[4], 0);
    ASSERT_EQ(to.n_words, 3u);
    for (std::size_t i = 0; i < 3; ++i)
      EXPECT_EQ(to.words[i], from.words[i]);
    EXPECT_EQ(to.n_more, 2u);
    ASSERT_TRUE(to.more) << "a new array keeps what the constructor has made";
    EXPECT_EQ(to.more[1], 0);
    EXPECT_EQ(to.point, &*std::next(to.row.begin(), from.point - from.row.data()));
    const auto *const at = reinterpret_cast<const before::Point *>(reinterpret_cast<const char *>(from.coordinate) -
                                                                   offsetof(before::Point, y));
    EXPECT_EQ(to.coordinate, &std::next(to.row.begin(), at - from.row.data())->y);
    EXPECT_EQ(to.part, &to.parts[2]);
    EXPECT_EQ(to.lost, nullptr) << "nothing owns it any more, and the pointer is weak";
  }
}

TEST(ChangedObjects, RefusalsNameTheMember) {
  before::World world = make_world(1);
  world.number = std::int64_t(1) << 40;
  EXPECT_EQ(refusal<now::World>(world),
            "AutoLink: World.number was int64_t and is int32_t, which cannot have the value");
  world = make_world(1);
  world.part = &world.gone->parts.front();
  EXPECT_EQ(refusal<now::World>(world),
            "AutoLink: World.part leads to something that nothing in the program's classes owns any more");
  EXPECT_EQ(refusal<std::vector<std::string>>(std::vector<int>(1)),
            "AutoLink: it has vector of int32_t, and what is read is vector of string");
  EXPECT_EQ(refusal<std::string>(Cell()), "AutoLink: it has objects::Cell, and what is read is string");
}

/// Converting hostile contents ends, with the object or an error.
TEST(ChangedObjects, HostileContentsAreRefused) {
  const auto root = random_nodes(5, 60);
  const Packets messages = messages_of(root, {0, 1024});
  const auto type = content_type_of<std::shared_ptr<Node>>();
  std::mt19937 random(1);
  for (int i = 0; i < 500; ++i) {
    const Packets changed = damaged(messages, random);
    std::shared_ptr<Node> copy;
    thrown_by([&] {
      const Container container = open_memory(converted_file(type, changed));
      StructureReader reader(container);
      read(copy, reader, 0, 1 << 20);
    });
    take_apart(copy);
  }
  take_apart(root);
}

} // namespace
} // namespace objects
