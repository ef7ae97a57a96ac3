// Structures for tests. See structures.h.
#include "structures.h"

#include <cstdlib>
#include <cstring>
#include <deque>
#include <functional>

namespace autolink::test {
namespace {

using Random = std::mt19937_64;

std::size_t below(Random &random, std::size_t n) { return static_cast<std::size_t>(random() % n); }
bool chance(Random &random, unsigned percent) { return random() % 100 < percent; }

/// Pairs the nodes of two structures one to one, by type, and remembers which pairs must still be compared.
class Pairs {
public:
  std::string problem;

  void fail(const std::string &what) {
    if (problem.empty())
      problem = what;
  }

  /// Checks that both are null, or pairs them. `compare` is called later, once for each pair.
  template <typename T>
  void pair(const T *a, const T *b, const char *type, std::function<void(const T &, const T &)> compare) {
    if (!note(a, b, type))
      return;
    waiting_.push_back([=] { compare(*a, *b); });
  }

  template <typename T>
  void pair_arrays(const T *a, const T *b, std::size_t n, const char *type,
                   std::function<void(const T &, const T &)> compare) {
    if (n == 0) { // empty arrays share nothing
      if ((a == nullptr) != (b == nullptr))
        fail(std::string(type) + ": one empty array is NULL");
      return;
    }
    if (!note(a, b, type))
      return;
    waiting_.push_back([=] {
      for (std::size_t i = 0; i < n; ++i)
        compare(a[i], b[i]);
    });
  }

  std::string run() {
    while (!waiting_.empty() && problem.empty()) {
      waiting_.front()();
      waiting_.pop_front();
    }
    return problem;
  }

private:
  /// Returns whether it is a new pair.
  bool note(const void *a, const void *b, const char *type) {
    if (!a && !b)
      return false;
    if (!a || !b) {
      fail(std::string(type) + ": NULL on one side");
      return false;
    }
    if (a == b)
      fail(std::string(type) + ": the same node on both sides");
    auto &[forth, back] = maps_[type];
    const auto [to_b, is_new] = forth.try_emplace(a, b);
    const auto [to_a, is_new_too] = back.try_emplace(b, a);
    if (to_b->second != b || to_a->second != a || is_new != is_new_too)
      fail(std::string(type) + ": nodes are shared on one side and not on the other");
    return is_new;
  }

  using Map = std::unordered_map<const void *, const void *>;
  std::unordered_map<std::string, std::pair<Map, Map>> maps_;
  std::deque<std::function<void()>> waiting_;
};

template <typename T> void same(Pairs &pairs, T a, T b, const char *what) {
  if (!(a == b))
    pairs.fail(std::string(what) + " differs");
}

struct Comparison {
  Pairs pairs;

  void leaves(const Leaf *a, const Leaf *b) {
    pairs.pair<Leaf>(a, b, "Leaf", [this](const Leaf &x, const Leaf &y) { leaf(x, y); });
  }
  void leaf(const Leaf &x, const Leaf &y) {
    same(pairs, x.number, y.number, "Leaf.number");
    same(pairs, x.letter, y.letter, "Leaf.letter");
  }

  void items(const Item *a, const Item *b) {
    pairs.pair<Item>(a, b, "Item", [this](const Item &x, const Item &y) {
      same(pairs, x.value, y.value, "Item.value");
      rings(x.ring.next, y.ring.next);
      rings(x.ring.previous, y.ring.previous);
    });
  }
  static const Item *item_of(const Ring *ring) {
    return ring ? reinterpret_cast<const Item *>(reinterpret_cast<const char *>(ring) - offsetof(Item, ring)) : nullptr;
  }
  void rings(const Ring *a, const Ring *b) { items(item_of(a), item_of(b)); }

  void strings(const char *a, const char *b) {
    if (!a || !b) {
      same(pairs, a == nullptr, b == nullptr, "a string that is NULL");
      return;
    }
    const std::size_t n = std::strlen(a) + 1;
    if (n != std::strlen(b) + 1)
      pairs.fail("a string's length differs");
    else
      pairs.pair_arrays<char>(a, b, n, "string", [this](char x, char y) { same(pairs, x, y, "a string"); });
  }

  template <typename T> void numbers(const T *a, const T *b, std::size_t n, const char *type) {
    pairs.pair_arrays<T>(a, b, n, type, [this, type](T x, T y) { same(pairs, x, y, type); });
  }

  void parts(const Part &x, const Part &y) {
    strings(x.label, y.label);
    same(pairs, x.n, y.n, "Part.n");
    if (x.n == y.n)
      numbers(x.values, y.values, static_cast<std::size_t>(x.n), "float");
    leaves(x.leaf, y.leaf);
  }

  /// Checks a pointer into an array of n elements.
  template <typename T> void inside(const T *array_a, const T *a, const T *array_b, const T *b, std::size_t n) {
    same(pairs, a == nullptr, b == nullptr, "an inside pointer that is NULL");
    if (!a || !b)
      return;
    same(pairs, a - array_a, b - array_b, "an inside pointer's place");
    if (static_cast<std::size_t>(b - array_b) > n)
      pairs.fail("an inside pointer lies outside");
  }

  void kinds(const Kinds *a, const Kinds *b) {
    pairs.pair<Kinds>(a, b, "Kinds", [this](const Kinds &x, const Kinds &y) { kinds_fields(x, y); });
  }
  void kinds_fields(const Kinds &x, const Kinds &y) {
    same(pairs, x.id, y.id, "id");
    kinds(x.next, y.next);
    for (int i = 0; i < 4; ++i)
      kinds(x.four[i], y.four[i]);
    same(pairs, x.n_numbers, y.n_numbers, "n_numbers");
    same(pairs, x.n_records, y.n_records, "n_records");
    same(pairs, x.n_parts, y.n_parts, "n_parts");
    same(pairs, x.n_pointers, y.n_pointers, "n_pointers");
    same(pairs, x.n_rows, y.n_rows, "n_rows");
    same(pairs, x.kind, y.kind, "kind");
    same(pairs, x.tag, y.tag, "tag");
    if (!pairs.problem.empty())
      return;
    const auto n_numbers = static_cast<std::size_t>(x.n_numbers);
    numbers(x.numbers, y.numbers, n_numbers, "double");
    numbers(x.same_numbers, y.same_numbers, n_numbers, "double");
    inside(x.numbers, x.cursor, y.numbers, y.cursor, n_numbers);
    pairs.pair_arrays<Leaf>(x.records, y.records, static_cast<std::size_t>(x.n_records), "Leaf[]",
                            [this](const Leaf &p, const Leaf &q) { leaf(p, q); });
    inside(x.records, x.favourite, y.records, y.favourite, static_cast<std::size_t>(x.n_records));
    pairs.pair_arrays<Part>(x.parts, y.parts, static_cast<std::size_t>(x.n_parts), "Part[]",
                            [this](const Part &p, const Part &q) { parts(p, q); });
    pairs.pair_arrays<Leaf *>(x.pointers, y.pointers, static_cast<std::size_t>(x.n_pointers), "Leaf *[]",
                              [this](Leaf *p, Leaf *q) { leaves(p, q); });
    numbers(&x.rows[0][0], &y.rows[0][0], 3 * static_cast<std::size_t>(x.n_rows), "double");
    strings(x.name, y.name);
    if (y.cache)
      pairs.fail("an ignored pointer has arrived");
    switch (x.kind) {
    case 1:
      leaves(static_cast<const Leaf *>(x.any), static_cast<const Leaf *>(y.any));
      break;
    case 2:
      kinds(static_cast<const Kinds *>(x.any), static_cast<const Kinds *>(y.any));
      break;
    case 3:
      items(static_cast<const Item *>(x.any), static_cast<const Item *>(y.any));
      break;
    default:
      same<const void *>(pairs, y.any, nullptr, "any");
    }
    if (x.tag == 1)
      leaves(x.tagged.leaf, y.tagged.leaf);
    else if (x.tag == 2)
      kinds(x.tagged.kinds, y.tagged.kinds);
    else if (x.tag == 3)
      same(pairs, x.tagged.number, y.tagged.number, "tagged.number");
    items(x.item, y.item);
    for (int i = 0; i < 2; ++i)
      parts(x.inner[i], y.inner[i]);
  }
};

struct ParcelComparison : Comparison {
  void sizes(const Sizes &x, const Sizes &y) {
    same(pairs, x.rows, y.rows, "Sizes.rows");
    for (int i = 0; i < 3; ++i)
      same(pairs, x.some[i], y.some[i], "Sizes.some");
    for (int i = 0; i < 4; ++i)
      same(pairs, x.table[i / 2][i % 2], y.table[i / 2][i % 2], "Sizes.table");
  }

  void disc(const Disc &x, const Disc &y) {
    same(pairs, x.base.type, y.base.type, "Shape.type");
    same(pairs, x.base.letter, y.base.letter, "Shape.letter");
    same(pairs, x.radius, y.radius, "Disc.radius");
  }
  void discs(const Disc *a, const Disc *b) {
    pairs.pair<Disc>(a, b, "Disc", [this](const Disc &x, const Disc &y) { disc(x, y); });
  }
  void boxes(const Box *a, const Box *b) {
    pairs.pair<Box>(a, b, "Box", [this](const Box &x, const Box &y) {
      same(pairs, x.base.letter, y.base.letter, "Shape.letter");
      for (int i = 0; i < 3; ++i)
        same(pairs, x.sides[i], y.sides[i], "Box.sides");
      shapes(x.inside, y.inside);
    });
  }
  void shapes(const Shape *a, const Shape *b) {
    same(pairs, a == nullptr, b == nullptr, "a shape that is NULL");
    if (!a || !b)
      return;
    same(pairs, a->type, b->type, "Shape.type");
    if (a->type == IS_DISC)
      discs(reinterpret_cast<const Disc *>(a), reinterpret_cast<const Disc *>(b));
    else
      boxes(reinterpret_cast<const Box *>(a), reinterpret_cast<const Box *>(b));
  }

  void payloads(const Parcel &x, const Parcel &y) {
    shapes(x.shape, y.shape);
    same(pairs, x.n_shapes, y.n_shapes, "n_shapes");
    same(pairs, x.n_blob, y.n_blob, "n_blob");
    same(pairs, x.kind, y.kind, "kind");
    if (!pairs.problem.empty())
      return;
    pairs.pair_arrays<Shape *>(x.shapes, y.shapes, static_cast<std::size_t>(x.n_shapes), "Shape *[]",
                               [this](Shape *p, Shape *q) { shapes(p, q); });
    numbers(static_cast<const char *>(x.blob), static_cast<const char *>(y.blob), x.n_blob, "byte");
    discs(static_cast<const Disc *>(x.disc), static_cast<const Disc *>(y.disc));
    numbers(static_cast<const long double *>(x.number), static_cast<const long double *>(y.number), 1, "long double");
    const auto n = static_cast<std::size_t>(x.n_shapes + x.start[0]);
    if (x.kind == 1)
      numbers(static_cast<const double *>(x.some), static_cast<const double *>(y.some), n, "double");
    else if (x.kind == 2)
      strings(static_cast<const char *>(x.some), static_cast<const char *>(y.some));
    else if (x.kind == 3)
      pairs.pair_arrays<Sizes>(static_cast<const Sizes *>(x.some), static_cast<const Sizes *>(y.some), n, "Sizes[]",
                               [this](const Sizes &p, const Sizes &q) { sizes(p, q); });
    else if (x.kind == 4)
      numbers(static_cast<const std::int16_t *>(x.some), static_cast<const std::int16_t *>(y.some), n, "short");
    else if (x.kind == 5)
      pairs.pair_arrays<Disc>(static_cast<const Disc *>(x.some), static_cast<const Disc *>(y.some), n, "Disc[]",
                              [this](const Disc &p, const Disc &q) { disc(p, q); });
    else
      same<const void *>(pairs, y.some, nullptr, "some");
  }

  /// Compares arrays by their pointers to the beginning and the end, which may be NULL together.
  template <typename T, typename Compare>
  void spans(const T *a, const T *a_end, const T *b, const T *b_end, const char *type, Compare compare) {
    same(pairs, a == nullptr, b == nullptr, "a span that is NULL");
    if (!a || !b)
      return same<const void *>(pairs, b_end, nullptr, "the end of no span");
    same(pairs, a_end - a, b_end - b, "a span's length");
    if (pairs.problem.empty())
      pairs.pair_arrays<T>(a, b, static_cast<std::size_t>(a_end - a), type, compare);
  }

  void hooks(const Chain &a, const Chain &b) {
    const Hook *p = &a.head, *q = &b.head;
    for (std::size_t i = 0; pairs.problem.empty(); ++i, p = p->next, q = q->next) {
      same(pairs, p->next == &a.head, q->next == &b.head, "the end of a chain");
      same(pairs, p->next == nullptr, q->next == nullptr, "the end of an open chain");
      same(pairs, p->previous == nullptr || p->previous->next == p, q->previous == nullptr || q->previous->next == q,
           "a hook that leads back");
      if (!p->next || !q->next || p->next == &a.head || i > 1000)
        return;
      const auto bead = [](const Hook *hook) {
        return reinterpret_cast<const Bead *>(reinterpret_cast<const char *>(hook) - offsetof(Bead, hook));
      };
      pairs.pair<Bead>(bead(p->next), bead(q->next), "Bead", [this](const Bead &x, const Bead &y) {
        same(pairs, x.id, y.id, "Bead.id");
        chains(x.owner, y.owner);
      });
    }
  }
  void chains(const Chain *a, const Chain *b) {
    pairs.pair<Chain>(a, b, "Chain", [this](const Chain &x, const Chain &y) {
      same(pairs, x.letter, y.letter, "Chain.letter");
      hooks(x, y);
    });
  }

  void tails(const Tail *a, const Tail *b) {
    pairs.pair<Tail>(a, b, "Tail", [this](const Tail &x, const Tail &y) {
      same(pairs, x.n, y.n, "Tail.n");
      same(pairs, x.in.scale, y.in.scale, "Tail.in.scale");
      for (int i = 0; pairs.problem.empty() && i < x.n * x.in.scale; ++i)
        same(pairs, x.values[i], y.values[i], "Tail.values");
    });
  }

  void pairs_and_rows(const Parcel &x, const Parcel &y) {
    spans(x.first, x.last, y.first, y.last, "double",
          [this](double p, double q) { same(pairs, p, q, "a number of a span"); });
    for (int i = 0; i < 2; ++i) {
      const auto &p = x.spans[i], &q = y.spans[i];
      using Three = short[3];
      spans<Three>(p.begin, p.end, q.begin, q.end, "short", [this](const Three &one, const Three &other) {
        for (int j = 0; j < 3; ++j)
          same(pairs, one[j], other[j], "a number of a span");
      });
      spans(p.sizes, p.sizes_end, q.sizes, q.sizes_end, "Sizes[]",
            [this](const Sizes &one, const Sizes &other) { sizes(one, other); });
    }
    chains(x.chain, y.chain);
    chains(x.same_chain, y.same_chain);
    tails(x.tail, y.tail);
    tails(x.same_tail, y.same_tail);
    pairs.pair_arrays<Tail *>(x.tails, y.tails, 2, "Tail *[]", [this](Tail *p, Tail *q) { tails(p, q); });
    same(pairs, x.n_rows, y.n_rows, "n_rows");
    if (!pairs.problem.empty())
      return;
    const auto n = static_cast<std::size_t>(x.n_rows);
    numbers(x.lengths, y.lengths, n, "int");
    // The pointers of an array are compared one after the other.
    pairs.pair_arrays<double *>(x.rows, y.rows, n, "rows", [this, &x, &y](double *const &p, double *const &q) {
      const auto length = static_cast<std::size_t>(x.lengths[&p - x.rows]);
      same(pairs, x.lengths[&p - x.rows], y.lengths[&q - y.rows], "a row's length");
      numbers(p, q, length, "double");
    });
    using Two = float[2];
    pairs.pair_arrays<Two *>(x.triangle, y.triangle, n, "triangle", [this, &x](Two *const &p, Two *const &q) {
      numbers(&p[0][0], &q[0][0], 2 * static_cast<std::size_t>(&p - x.triangle + 1), "float");
    });
    pairs.pair_arrays<Disc *>(x.stacks, y.stacks, 2, "stacks", [this, &x](Disc *const &p, Disc *const &q) {
      pairs.pair_arrays<Disc>(p, q, static_cast<std::size_t>((&p - x.stacks) * x.which + 1), "Disc[]",
                              [this](const Disc &one, const Disc &other) { disc(one, other); });
    });
  }

  void parcels(const Parcel *a, const Parcel *b) {
    pairs.pair<Parcel>(a, b, "Parcel", [this](const Parcel &x, const Parcel &y) { parcel(x, y); });
  }
  void parcel(const Parcel &x, const Parcel &y) {
    same(pairs, x.id, y.id, "Parcel.id");
    same(pairs, x.n, y.n, "Parcel.n");
    same(pairs, x.which, y.which, "Parcel.which");
    for (int i = 0; i < 2; ++i)
      same(pairs, x.dims[i], y.dims[i], "Parcel.dims");
    pairs.pair_arrays<Sizes>(x.sizes, y.sizes, 1, "Sizes[]", [this](const Sizes &p, const Sizes &q) { sizes(p, q); });
    parcels(x.next, y.next);
    if (!pairs.problem.empty())
      return;
    numbers(x.grid, y.grid, static_cast<std::size_t>(x.dims[0] * x.dims[1]), "double");
    numbers(x.picked, y.picked, static_cast<std::size_t>(x.dims[x.which]), "float");
    numbers(x.start, y.start, static_cast<std::size_t>(x.n + 1), "int");
    const int columns = x.start[x.n];
    numbers(x.columns, y.columns, static_cast<std::size_t>(columns), "short");
    numbers(x.weights, y.weights, static_cast<std::size_t>(columns > 3 ? columns : 2 * (x.start[0] <= x.n)), "float");
    numbers(x.bytes, y.bytes, static_cast<std::size_t>(x.sizes->rows + x.sizes->some[x.which]), "char");
    numbers(x.like_next, y.like_next, static_cast<std::size_t>(x.next->n), "short");
    pairs.pair_arrays<Sizes>(x.several, y.several, 2, "Sizes[]",
                             [this](const Sizes &p, const Sizes &q) { sizes(p, q); });
    pairs.pair_arrays<Parcel *>(x.others, y.others,
                                static_cast<std::size_t>(x.several[1].table[x.which][1] + x.several->rows),
                                "Parcel *[]", [this](Parcel *p, Parcel *q) { parcels(p, q); });
    payloads(x, y);
    pairs_and_rows(x, y);
  }
};

} // namespace

char *Made::string(const std::string &text) {
  char *out = many<char>(text.size() + 1);
  std::memcpy(out, text.c_str(), text.size() + 1);
  return out;
}

List *make_list(Made &made, std::size_t n, std::uint64_t seed) {
  Random random(seed);
  List *root = nullptr;
  for (std::size_t i = 0; i < n; ++i) {
    auto *node = made.one<List>();
    for (double &number : node->data)
      number = static_cast<double>(random() >> 12);
    node->next = root;
    root = node;
  }
  return root;
}

Tree *make_tree(Made &made, std::size_t n, std::uint64_t seed) {
  Random random(seed);
  std::vector<Tree *> nodes;
  for (std::size_t i = 0; i < n; ++i) {
    auto *node = made.one<Tree>();
    *node = {static_cast<int>(random()), nullptr, nullptr};
    while (!nodes.empty()) {
      Tree *parent = nodes[below(random, nodes.size())];
      Tree *&place = chance(random, 50) ? parent->left : parent->right;
      if (place)
        continue;
      place = node;
      break;
    }
    nodes.push_back(node);
  }
  return nodes.empty() ? nullptr : nodes[0];
}

Graph *make_graph(Made &made, std::size_t n, std::uint64_t seed) {
  Random random(seed);
  std::vector<Graph *> nodes(n);
  for (auto &node : nodes)
    node = made.one<Graph>();
  for (Graph *node : nodes) {
    node->id = static_cast<std::int64_t>(random());
    for (Graph *&link : node->link)
      link = chance(random, 20) ? nullptr : chance(random, 5) ? node : nodes[below(random, n)];
  }
  return n == 0 ? nullptr : nodes[0];
}

City *make_map(Made &made, std::size_t n, std::uint64_t seed) {
  Random random(seed);
  std::vector<City *> cities(n);
  std::vector<Road *> roads;
  for (City *&city : cities) {
    city = made.one<City>();
    if (chance(random, 70))
      roads.push_back(made.one<Road>());
  }
  const auto any_sign = [&]() -> Sign * {
    if (chance(random, 50))
      return nullptr;
    auto *sign = made.one<Sign>();
    for (char &letter : sign->text)
      letter = static_cast<char>(random());
    return sign;
  };
  const auto fill_road = [&](Road &road, City *to) {
    road = {static_cast<double>(random() >> 12), to, nullptr, any_sign()};
    if (!roads.empty() && chance(random, 60))
      road.next = roads[below(random, roads.size())];
  };
  for (std::size_t i = 0; i < n; ++i) {
    fill_road(cities[i]->main, i + 1 < n ? cities[i + 1] : nullptr);
    cities[i]->id = static_cast<std::int64_t>(random());
    cities[i]->sign = any_sign();
  }
  for (Road *road : roads)
    fill_road(*road, chance(random, 20) ? nullptr : cities[below(random, n)]);
  for (City *city : cities)
    for (Road *&road : city->road) {
      Road &main = cities[below(random, n)]->main;
      road = chance(random, 15) ? &main : roads.empty() ? nullptr : roads[below(random, roads.size())];
      if (road == &main) // it also arrives separately
        main.sign = nullptr;
    }
  return n == 0 ? nullptr : cities[0];
}

Kinds *make_kinds(Made &made, std::size_t n, std::uint64_t seed) {
  Random random(seed);
  std::vector<Kinds *> kinds(n);
  std::vector<Leaf *> leaves(n + 1);
  std::vector<Item *> items(n / 2 + 1);
  std::vector<char *> strings;
  for (auto &node : kinds)
    std::memset(node = made.one<Kinds>(), 0, sizeof(Kinds));
  const auto fill_leaf = [&](Leaf &leaf) {
    leaf.number = static_cast<short>(random());
    leaf.letter = static_cast<char>(random());
  };
  for (auto &leaf : leaves)
    fill_leaf(*(leaf = made.one<Leaf>()));
  for (auto &item : items)
    item = made.one<Item>();
  for (std::size_t i = 0; i < items.size(); ++i) { // a ring
    items[i]->value = static_cast<int>(random());
    items[i]->ring.next = &items[(i + 1) % items.size()]->ring;
    items[i]->ring.previous = &items[(i + items.size() - 1) % items.size()]->ring;
  }
  for (std::size_t i = 0; i <= n / 2; ++i) {
    std::string text;
    for (std::size_t length = below(random, 20); length > 0; --length)
      text += static_cast<char>('a' + below(random, 26));
    strings.push_back(made.string(text));
  }
  const auto any_kinds = [&] { return chance(random, 30) ? nullptr : kinds[below(random, n)]; };
  const auto any_leaf = [&] { return chance(random, 30) ? nullptr : leaves[below(random, leaves.size())]; };
  const auto any_item = [&] { return chance(random, 30) ? nullptr : items[below(random, items.size())]; };
  const auto any_string = [&] { return chance(random, 30) ? nullptr : strings[below(random, strings.size())]; };
  const auto any_length = [&] { return static_cast<int>(chance(random, 5) ? below(random, 600) : below(random, 5)); };
  const auto fill_part = [&](Part &part) {
    part = {any_string(), any_length(), nullptr, any_leaf()};
    part.values = made.many<float>(static_cast<std::size_t>(part.n));
    for (int i = 0; i < part.n; ++i)
      part.values[i] = static_cast<float>(random() >> 40);
  };
  for (std::size_t at = 0; at < n; ++at) {
    Kinds &k = *kinds[at];
    k.id = static_cast<int>(random());
    k.next = at + 1 < n ? kinds[at + 1] : any_kinds();
    for (Kinds *&link : k.four)
      link = any_kinds();
    k.n_numbers = any_length();
    k.numbers = chance(random, 10) ? nullptr : made.many<double>(static_cast<std::size_t>(k.n_numbers));
    if (at > 0 && chance(random, 20)) { // another node's array
      k.n_numbers = kinds[at - 1]->n_numbers;
      k.numbers = kinds[at - 1]->numbers;
    } else if (k.numbers) {
      for (int i = 0; i < k.n_numbers; ++i)
        k.numbers[i] = static_cast<double>(random() >> 12);
    }
    k.same_numbers = chance(random, 50) ? k.numbers : nullptr;
    if (k.numbers && k.n_numbers > 0 && chance(random, 70))
      k.cursor = k.numbers + below(random, static_cast<std::size_t>(k.n_numbers) + 1);
    k.n_records = any_length();
    k.records = made.many<Leaf>(static_cast<std::size_t>(k.n_records));
    for (int i = 0; i < k.n_records; ++i)
      fill_leaf(k.records[i]);
    if (k.n_records > 0 && chance(random, 70))
      k.favourite = k.records + below(random, static_cast<std::size_t>(k.n_records));
    k.n_parts = static_cast<int>(below(random, 4));
    k.parts = made.many<Part>(static_cast<std::size_t>(k.n_parts));
    for (int i = 0; i < k.n_parts; ++i)
      fill_part(k.parts[i]);
    k.n_pointers = any_length();
    k.pointers = made.many<Leaf *>(static_cast<std::size_t>(k.n_pointers));
    for (int i = 0; i < k.n_pointers; ++i)
      k.pointers[i] = any_leaf();
    k.n_rows = static_cast<int>(below(random, 4));
    k.rows = made.many<double[3]>(static_cast<std::size_t>(k.n_rows));
    for (int i = 0; i < k.n_rows; ++i)
      for (double &number : k.rows[i])
        number = static_cast<double>(random() >> 12);
    k.name = any_string();
    k.cache = &k;
    k.kind = static_cast<int>(below(random, 4));
    if (k.kind == 1)
      k.any = any_leaf();
    else if (k.kind == 2)
      k.any = any_kinds();
    else if (k.kind == 3)
      k.any = any_item();
    k.tag = static_cast<unsigned char>(below(random, 4));
    if (k.tag == 1)
      k.tagged.leaf = any_leaf();
    else if (k.tag == 2)
      k.tagged.kinds = any_kinds();
    else if (k.tag == 3)
      k.tagged.number = static_cast<double>(random());
    k.item = any_item();
    for (Part &part : k.inner)
      fill_part(part);
  }
  return n == 0 ? nullptr : kinds[0];
}

Kinds *make_sharing_kinds(Made &made, std::size_t n, int longest, std::uint64_t seed) {
  Random random(seed);
  std::vector<Kinds *> kinds(n);
  for (std::size_t at = 0; at < n; ++at) {
    auto *k = kinds[at] = made.one<Kinds>();
    *k = {};
    k->id = shared_id + static_cast<int>(at);
    if (at > 0)
      kinds[at - 1]->next = k;
    const auto any_length = [&] {
      return chance(random, 1) ? longest : static_cast<int>(below(random, chance(random, 10) ? 300 : 3));
    };
    const Kinds *other = at < (n + 1) / 2 ? nullptr : kinds[below(random, n / 2)];
    // Shares a part of another array that is not empty and comes first.
    const auto share = [&](int &length, auto *&array, int theirs, auto *of_other) {
      using Element = std::remove_reference_t<decltype(*array)>;
      const std::size_t bytes = sizeof(Element);
      length = other ? theirs : any_length();
      array = other ? of_other : made.many<Element>(static_cast<std::size_t>(length));
      if (other)
        length -= static_cast<int>(below(random, static_cast<std::size_t>(std::max(length, 1))));
      else
        std::memset(static_cast<void *>(array), 0, bytes * static_cast<std::size_t>(length));
    };
    const Kinds none = {}, &from = other ? *other : none;
    share(k->n_numbers, k->numbers, from.n_numbers, from.numbers);
    share(k->n_records, k->records, from.n_records, from.records);
    share(k->n_pointers, k->pointers, from.n_pointers, from.pointers);
    share(k->n_rows, k->rows, from.n_rows, from.rows);
    for (Part &part : k->inner)
      share(part.n, part.values, from.inner[0].n, from.inner[0].values);
    k->name = other ? from.name : made.string(std::string(static_cast<std::size_t>(any_length()), 'x'));
    if (k->n_numbers > 0) {
      k->same_numbers = k->numbers;
      k->cursor = k->numbers + below(random, static_cast<std::size_t>(k->n_numbers) + 1);
    }
    if (other) {
      k->n_parts = other->n_parts;
      k->parts = other->parts;
      continue;
    }
    for (int i = 0; i < k->n_numbers; ++i)
      k->numbers[i] = static_cast<double>(random() >> 40);
    k->n_parts = static_cast<int>(below(random, 4));
    k->parts = made.many<Part>(static_cast<std::size_t>(k->n_parts));
    for (int i = 0; i < k->n_parts; ++i) {
      k->parts[i] = {};
      share(k->parts[i].n, k->parts[i].values, 0, static_cast<float *>(nullptr));
    }
    for (int i = 0; i < k->n_pointers; ++i)
      k->pointers[i] = k->n_records > 0 ? nullptr : made.one<Leaf>();
  }
  return kinds.empty() ? nullptr : kinds[0];
}

Parcel *make_parcels(Made &made, std::size_t n, std::uint64_t seed) {
  Random random(seed);
  std::vector<Parcel *> parcels(n);
  for (auto &parcel : parcels)
    std::memset(parcel = made.one<Parcel>(), 0, sizeof(Parcel));
  const auto any_length = [&] { return static_cast<int>(chance(random, 5) ? below(random, 300) : below(random, 4)); };
  const auto fill = [&](auto *&array, int length) {
    array = made.many<std::remove_reference_t<decltype(*array)>>(static_cast<std::size_t>(length));
    for (int i = 0; i < length; ++i)
      array[i] = static_cast<std::remove_reference_t<decltype(*array)>>(random() >> 57);
  };
  const auto fill_sizes = [&](Sizes &sizes) {
    sizes.rows = static_cast<short>(below(random, 5));
    for (unsigned char &some : sizes.some)
      some = static_cast<unsigned char>(below(random, 10));
    for (int i = 0; i < 4; ++i)
      sizes.table[i / 2][i % 2] = static_cast<std::int64_t>(below(random, 6));
  };
  for (std::size_t at = 0; at < n; ++at) {
    Parcel &p = *parcels[at];
    p.id = static_cast<int>(random());
    p.next = at + 1 < n ? parcels[at + 1] : parcels[below(random, n)];
    const bool shares = at > 0 && chance(random, 40);
    const Parcel &before = *parcels[at == 0 ? 0 : below(random, at)];
    if (shares)
      p.sizes = before.sizes;
    else
      fill_sizes(*(p.sizes = made.one<Sizes>()));
    p.dims[0] = any_length();
    p.dims[1] = static_cast<int>(below(random, 4));
    p.which = static_cast<int>(below(random, 2));
    fill(p.grid, p.dims[0] * p.dims[1]);
    fill(p.picked, p.dims[p.which]);
    p.n = any_length();
    fill(p.start, p.n + 1);
    if (shares && chance(random, 50)) {
      p.n = before.n;
      p.start = before.start;
    }
    const int columns = p.start[p.n];
    fill(p.columns, columns);
    fill(p.weights, columns > 3 ? columns : 2 * (p.start[0] <= p.n));
    fill(p.bytes, p.sizes->rows + p.sizes->some[p.which]);
    p.several = made.many<Sizes>(2);
    for (int i = 0; i < 2; ++i)
      fill_sizes(p.several[i]);
    const auto others = static_cast<std::size_t>(p.several[1].table[p.which][1] + p.several->rows);
    p.others = made.many<Parcel *>(others);
    for (std::size_t i = 0; i < others; ++i)
      p.others[i] = chance(random, 30) ? nullptr : parcels[below(random, n)];
    if (chance(random, 5))
      p.columns = nullptr;
  }
  for (Parcel *p : parcels)
    fill(p->like_next, p->next->n);
  std::vector<Shape *> shapes(1 + n);
  std::vector<Disc *> discs;
  const auto any_shape = [&] { return chance(random, 20) ? nullptr : shapes[below(random, shapes.size())]; };
  for (Shape *&shape : shapes) {
    if (discs.empty() || chance(random, 50)) {
      discs.push_back(made.one<Disc>());
      *discs.back() = {{IS_DISC, 'd'}, static_cast<double>(random() >> 12)};
      shape = &discs.back()->base;
    } else {
      auto *box = made.one<Box>();
      *box = {{IS_BOX, static_cast<char>(random())}, {1, 2, static_cast<float>(random() >> 40)}, nullptr};
      shape = &box->base;
    }
  }
  for (Shape *shape : shapes)
    if (shape->type == IS_BOX)
      reinterpret_cast<Box *>(shape)->inside = any_shape();
  std::vector<Chain *> chains(1 + n / 2);
  for (Chain *&chain : chains) {
    chain = made.one<Chain>();
    *chain = {static_cast<char>(random()), {}};
    Hook *last = &chain->head;
    for (std::size_t length = below(random, 5); length > 0; --length) {
      auto *bead = made.one<Bead>();
      *bead = {static_cast<int>(random()), {nullptr, last}, chance(random, 30) ? chain : nullptr};
      last = last->next = &bead->hook;
    }
    if (chance(random, 10)) // an open one
      continue;
    last->next = &chain->head;
    chain->head.previous = last;
  }
  const auto any_disc = [&]() -> Disc * { return discs[below(random, discs.size())]; };
  for (Parcel *p : parcels) {
    p->shape = any_shape();
    p->n_shapes = any_length();
    p->shapes = made.many<Shape *>(static_cast<std::size_t>(p->n_shapes));
    for (int i = 0; i < p->n_shapes; ++i)
      p->shapes[i] = any_shape();
    char *blob = nullptr;
    const int n_blob = any_length();
    fill(blob, n_blob);
    p->n_blob = static_cast<std::size_t>(n_blob);
    p->blob = blob;
    p->disc = chance(random, 70) ? any_disc() : nullptr;
    if (chance(random, 70)) {
      long double *number = nullptr;
      fill(number, 1);
      p->number = number;
    }
    p->kind = static_cast<unsigned char>(below(random, 6));
    const int n_some = p->n_shapes + p->start[0];
    const auto fill_some = [&](auto *array) {
      fill(array, n_some);
      p->some = array;
    };
    if (p->kind == 1)
      fill_some(static_cast<double *>(nullptr));
    else if (p->kind == 2)
      p->some = made.string(std::string(below(random, 9), 's'));
    else if (p->kind == 4)
      fill_some(static_cast<std::int16_t *>(nullptr));
    if (p->kind == 3) {
      auto *some = made.many<Sizes>(static_cast<std::size_t>(n_some));
      for (int i = 0; i < n_some; ++i)
        fill_sizes(some[i]);
      p->some = some;
    } else if (p->kind == 5) {
      auto *some = made.many<Disc>(static_cast<std::size_t>(n_some));
      for (int i = 0; i < n_some; ++i)
        some[i] = *any_disc();
      p->some = some;
    }
    const auto fill_span = [&](auto *&begin, auto *&end) {
      if (chance(random, 20))
        return;
      const int length = any_length();
      fill(begin, length);
      end = begin + length;
    };
    fill_span(p->first, p->last);
    for (auto &span : p->spans) {
      if (chance(random, 70)) {
        short *numbers = nullptr;
        const int length = static_cast<int>(below(random, 4));
        fill(numbers, 3 * length);
        span.begin = reinterpret_cast<short(*)[3]>(numbers);
        span.end = span.begin + length;
      }
      span.sizes = made.many<Sizes>(3);
      span.sizes_end = span.sizes + below(random, 4);
      for (int i = 0; i < 3; ++i)
        fill_sizes(span.sizes[i]);
    }
    const auto any_tail = [&]() -> Tail * {
      if (chance(random, 30))
        return nullptr;
      const auto n = static_cast<short>(below(random, 5)), scale = static_cast<short>(below(random, 3));
      auto *tail = reinterpret_cast<Tail *>(
          made.many<char>(sizeof(Tail) + sizeof(double) * static_cast<std::size_t>(n * scale)));
      tail->n = n;
      tail->in.scale = scale;
      for (int i = 0; i < n * scale; ++i)
        tail->values[i] = static_cast<double>(random() >> 40);
      return tail;
    };
    p->tail = any_tail();
    p->same_tail = chance(random, 50) ? p->tail : nullptr;
    p->tails = made.many<Tail *>(2);
    p->tails[0] = chance(random, 50) ? p->tail : any_tail();
    p->tails[1] = any_tail();
    p->chain = chance(random, 20) ? nullptr : chains[below(random, chains.size())];
    p->same_chain = chance(random, 50) ? p->chain : nullptr;
    p->n_rows = any_length();
    fill(p->lengths, p->n_rows);
    p->rows = made.many<double *>(static_cast<std::size_t>(p->n_rows));
    p->triangle = made.many<float(*)[2]>(static_cast<std::size_t>(p->n_rows));
    for (int i = 0; i < p->n_rows; ++i) {
      p->lengths[i] %= 5;
      p->rows[i] = nullptr;
      if (i > 0 && chance(random, 20) && p->rows[i - 1]) { // one row twice
        p->lengths[i] = p->lengths[i - 1];
        p->rows[i] = p->rows[i - 1];
      } else if (chance(random, 80)) {
        fill(p->rows[i], p->lengths[i]);
      }
      float *numbers = nullptr;
      fill(numbers, 2 * (i + 1));
      p->triangle[i] = reinterpret_cast<float(*)[2]>(numbers);
    }
    p->stacks = made.many<Disc *>(2);
    for (int i = 0; i < 2; ++i) {
      const int length = i * p->which + 1;
      p->stacks[i] = made.many<Disc>(static_cast<std::size_t>(length));
      for (int j = 0; j < length; ++j)
        p->stacks[i][j] = *any_disc();
    }
  }
  return n == 0 ? nullptr : parcels[0];
}

Square *make_figure3(Made &made) {
  auto *c = made.one<Triangle>();
  *c = {{30, 60, 90}};
  auto *b = made.one<Circle>();
  *b = {1.5, nullptr};
  auto *b_prime = made.one<Circle>();
  *b_prime = {2.5, c};
  auto *a = made.one<Square>();
  *a = {7, b_prime, b, c};
  return a;
}

std::string difference(const List *a, const List *b) {
  for (; a && b; a = a->next, b = b->next) {
    if (a == b)
      return "the same node on both sides";
    if (std::memcmp(a->data, b->data, sizeof a->data) != 0)
      return "List.data differs";
  }
  return a || b ? "the lengths differ" : "";
}

std::string difference(const Tree *a, const Tree *b) {
  Pairs pairs;
  std::function<void(const Tree &, const Tree &)> compare = [&](const Tree &x, const Tree &y) {
    same(pairs, x.key, y.key, "Tree.key");
    pairs.pair<Tree>(x.left, y.left, "Tree", compare);
    pairs.pair<Tree>(x.right, y.right, "Tree", compare);
  };
  pairs.pair<Tree>(a, b, "Tree", compare);
  return pairs.run();
}

std::string difference(const Graph *a, const Graph *b) {
  Pairs pairs;
  std::function<void(const Graph &, const Graph &)> compare = [&](const Graph &x, const Graph &y) {
    same(pairs, x.id, y.id, "Graph.id");
    for (int i = 0; i < 4; ++i)
      pairs.pair<Graph>(x.link[i], y.link[i], "Graph", compare);
  };
  pairs.pair<Graph>(a, b, "Graph", compare);
  return pairs.run();
}

std::string difference(const City *a, const City *b) {
  Pairs pairs;
  std::function<void(const City &, const City &)> compare_cities;
  std::function<void(const Road &, const Road &)> compare_roads;
  const auto signs = [&](const Sign *x, const Sign *y) {
    pairs.pair<Sign>(x, y, "Sign", [&](const Sign &p, const Sign &q) {
      same(pairs, std::memcmp(p.text, q.text, sizeof p.text), 0, "Sign.text");
    });
  };
  compare_roads = [&](const Road &x, const Road &y) {
    same(pairs, x.length, y.length, "Road.length");
    pairs.pair<City>(x.to, y.to, "City", compare_cities);
    pairs.pair<Road>(x.next, y.next, "Road", compare_roads);
    signs(x.sign, y.sign);
  };
  compare_cities = [&](const City &x, const City &y) {
    same(pairs, x.id, y.id, "City.id");
    compare_roads(x.main, y.main);
    for (int i = 0; i < 2; ++i)
      pairs.pair<Road>(x.road[i], y.road[i], "Road", compare_roads);
    signs(x.sign, y.sign);
  };
  pairs.pair<City>(a, b, "City", compare_cities);
  return pairs.run();
}

std::string difference(const Kinds *a, const Kinds *b) {
  Comparison comparison;
  comparison.kinds(a, b);
  return comparison.pairs.run();
}

std::string difference(const Parcel *a, const Parcel *b) {
  ParcelComparison comparison;
  comparison.parcels(a, b);
  return comparison.pairs.run();
}

std::string difference(const Square *a, const Square *b) {
  Pairs pairs;
  const auto triangles = [&](const Triangle *x, const Triangle *y) {
    pairs.pair<Triangle>(x, y, "Triangle", [&](const Triangle &p, const Triangle &q) {
      for (int i = 0; i < 3; ++i)
        same(pairs, p.angle[i], q.angle[i], "Triangle.angle");
    });
  };
  const auto circles = [&](const Circle *x, const Circle *y) {
    pairs.pair<Circle>(x, y, "Circle", [&](const Circle &p, const Circle &q) {
      same(pairs, p.radius, q.radius, "Circle.radius");
      triangles(p.inner, q.inner);
    });
  };
  pairs.pair<Square>(a, b, "Square", [&](const Square &p, const Square &q) {
    same(pairs, p.id, q.id, "Square.id");
    circles(p.first, q.first);
    circles(p.second, q.second);
    triangles(p.third, q.third);
  });
  return pairs.run();
}

} // namespace autolink::test
