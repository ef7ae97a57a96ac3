// See cases.h.
#include "cases.h"

#include "classes.h"
#include "walker.h"

#include <algorithm>
#include <cstdlib>
#include <memory_resource>
#include <random>
#include <utility>

namespace objects {
namespace {

/// An object that is taken apart in the end, because some own themselves in a circle.
template <typename T> struct Owned {
  Owned() = default;
  explicit Owned(T from) : object(std::move(from)) {}
  Owned(const Owned &) = delete;
  Owned &operator=(const Owned &) = delete;
  ~Owned() {
    if constexpr (std::is_same_v<T, std::shared_ptr<Node>>)
      take_apart(std::move(object));
    else
      autolink::destroy(object);
  }
  T object = autolink::detail::make<T>();
};

template <typename T> class TargetOf final : public Target {
public:
  explicit TargetOf(const T &sent) : sent_(sent) {}

  void read(const Packets &packets, std::uint64_t limit_bytes) override {
    objects::read(received_.object, packets, limit_bytes);
  }
  void receive(const Packets &messages, std::uint64_t limit_bytes) override {
    objects::receive(received_.object, messages, limit_bytes);
  }
  void read(autolink::file::StructureReader &file, std::uint64_t which, std::uint64_t limit_bytes) override {
    objects::read(received_.object, file, which, limit_bytes);
  }
  std::string difference() const override { return Walker::difference(sent_, received_.object); }

  void check_valid() const override {
    std::size_t capacity = 1 << 14;
    const auto in_one_piece = [&] { return capacity; };
    Packets first = packets_of(received_.object, in_one_piece);
    for (; first.size() > 1; first = packets_of(received_.object, in_one_piece))
      capacity *= 16;
    Owned<T> copy;
    if (const std::string text = thrown_by([&] { objects::read(copy.object, first); }); !text.empty())
      throw std::logic_error(text);
    const Packets second = packets_of(copy.object, in_one_piece); // in another order if its containers have none
    if (second.size() != first.size() || second[0].size() != first[0].size())
      throw std::logic_error("the object changes when it is sent again");
  }

private:
  const T &sent_;
  Owned<T> received_;
};

template <typename T> class CaseOf final : public Case {
public:
  explicit CaseOf(T object) : owned_(std::move(object)) {}

  const char *type() const override { return autolink::detail::facts_of<T>().name.c_str(); }
  Packets packets(const std::function<std::size_t()> &capacity) const override {
    return packets_of(owned_.object, capacity);
  }
  Packets messages(const autolink::StreamOptions &options) const override {
    return messages_of(owned_.object, options);
  }
  autolink::file::ContentType content_type() const override { return content_type_of<T>(); }
  std::unique_ptr<Target> target() const override { return std::make_unique<TargetOf<T>>(owned_.object); }

private:
  Owned<T> owned_;
};

/// Allocates like std::allocator.
template <typename T> struct OwnAllocator {
  using value_type = T;
  OwnAllocator() = default;
  template <typename U> OwnAllocator(const OwnAllocator<U> &) {}
  T *allocate(std::size_t n) { return std::allocator<T>().allocate(n); }
  void deallocate(T *memory, std::size_t n) { std::allocator<T>().deallocate(memory, n); }
  friend bool operator==(const OwnAllocator &, const OwnAllocator &) { return true; }
};
struct Backwards {
  template <typename T> bool operator()(const T &a, const T &b) const { return b < a; }
};

class Maker {
public:
  explicit Maker(bool is_short) : is_short_(is_short) {}
  std::vector<std::unique_ptr<Case>> out;

  template <typename T> void add(T object) { out.push_back(std::make_unique<CaseOf<T>>(std::move(object))); }

  /// Adds a sequence for each length where the way of sending changes, filled with element(i).
  template <typename C, typename Element> void lengths(Element element) {
    for (const std::size_t n : {0, 1, 7, 8, 9, 254, 255, 512, 513, 4096, 4097, 20000}) {
      if (is_short_ && n > 9)
        break;
      C all;
      for (std::size_t i = 0; i < n; ++i)
        all.push_back(element(static_cast<int>(i)));
      add(std::make_tuple('x', all, all, C(), 'y'));
    }
  }

  /// Returns n different texts, some of them long.
  std::vector<std::string> texts(std::size_t n) const {
    std::vector<std::string> out_;
    for (std::size_t i = 0; i < n; ++i)
      out_.push_back(std::string(i % 7 * 5, 'a') + std::to_string(i));
    if (!is_short_ && n > 2)
      out_[n / 2].assign(5000, 'l');
    return out_;
  }
  template <typename C> C filled(std::size_t n) const {
    C all;
    for (const std::string &one : texts(n))
      all.insert(all.end(), typename C::value_type(one));
    return all;
  }
  Cell cell(int i) const { return {{1.5 * i, 0, -1.0 * i}, std::vector<double>(i % 4u, i), texts(9)[i % 9u]}; }
  template <typename C> C cells(std::size_t n) const {
    C all;
    for (std::size_t i = 0; i < n; ++i)
      all.insert(all.end(), cell(static_cast<int>(i)));
    return all;
  }

  void values();
  void containers();
  void classes();
  void pointers();

private:
  bool is_short_;
};

void Maker::values() {
  lengths<std::vector<double>>([](int i) { return i * 0.5; });
  lengths<std::string>([](int i) { return static_cast<char>('a' + i % 26); });
  lengths<std::u16string>([](int i) { return static_cast<char16_t>(i); });
  lengths<std::wstring>([](int i) { return static_cast<wchar_t>(i); });
  lengths<std::vector<bool>>([](int i) { return i % 3 == 0; });
  lengths<std::deque<short>>([](int i) { return static_cast<short>(i); });
  lengths<std::list<char>>([](int i) { return static_cast<char>(i); });
  lengths<std::vector<Grain>>([](int i) { return Grain{i * 0.5, i, {Color::green, Color::red}}; });
  lengths<std::vector<Padded>>([](int i) { return Padded{static_cast<char>(i), i * 0.5}; });
  add(std::tuple(true, 'c', wchar_t(L'w'), char16_t(0xfffe), 1.5f, 2.5L, -5L, Color::green, std::uint64_t(1) << 63));
  add(std::tuple(std::bitset<1>(1), std::bitset<8>(0xa5), std::bitset<77>("1011"), std::bitset<9>(), 'x'));
  add(std::vector<std::complex<double>>{{1, 2}, {3, 4}});
  add(std::tuple(std::chrono::seconds(5), std::chrono::duration<double, std::milli>(1.5),
                 std::chrono::system_clock::time_point(std::chrono::seconds(7)),
                 std::vector<std::chrono::steady_clock::time_point>(3), std::filesystem::path("/tmp/a"),
                 std::filesystem::path()));
  if (is_short_)
    return;
  add(std::pair(std::bitset<100000>(5), std::filesystem::path(std::string(10000, 'p'))));
  add(std::tuple('x', std::vector<Wide>(200), std::vector<Large>(7), std::list<Large>(2), std::array<Large, 2>(), 'y'));
}

void Maker::containers() {
  const std::size_t n = is_short_ ? 3 : 300;
  using Strings = std::vector<std::string>;
  add(std::tuple(filled<std::deque<std::string>>(n), filled<std::list<std::string>>(n), filled<Strings>(n),
                 std::forward_list<std::string>{"a", "b", ""}, std::forward_list<std::string>(), 7));
  add(std::tuple(std::forward_list<short>(n, short(3)), std::deque<double>(n, 3), std::array<int, 0>(),
                 std::array<std::string, 3>{"a", "", "c"}, std::array<short, 3>{1, 2, 3}, std::array<Strings, 0>()));
  add(std::tuple(filled<std::set<std::string>>(n), filled<std::multiset<std::string>>(n),
                 filled<std::set<std::string, Backwards>>(n), std::set<int>{1, 2, 3}, std::multiset<int>{1, 1, 2},
                 std::unordered_set<int>{5, 6}, filled<std::unordered_set<std::string>>(n),
                 filled<std::unordered_multiset<std::string>>(n)));
  std::map<std::string, std::vector<std::map<int, std::string>>> nested;
  std::unordered_map<std::string, Strings> unordered;
  std::multimap<int, std::string> multi;
  std::unordered_multimap<int, int> unordered_multi = {{1, 1}, {1, 1}, {2, 3}};
  std::map<Strings, std::set<std::pair<int, std::string>>> keyed;
  for (const std::string &one : texts(n)) {
    nested[one] = {{}, {{1, one}, {2, ""}}};
    unordered[one] = {one, "x"};
    multi.emplace(static_cast<int>(one.size() % 3), one);
    keyed[{one, "k"}] = {{1, one}, {2, one}};
  }
  add(std::move(nested));
  add(std::tuple(std::move(unordered), std::move(multi), std::move(unordered_multi)));
  add(std::move(keyed));
  std::map<Cell, std::optional<Cell>> of_cells = {{cell(1), {}}, {cell(2), cell(3)}, {Cell(), Cell()}};
  add(std::pair(of_cells, std::set<std::tuple<int, Cell, std::list<int>>>{{1, cell(5), {1, 2}}, {1, cell(6), {}}}));
  using Choice = std::variant<std::monostate, int, std::string, Cell, Strings>;
  add(std::vector<Choice>{{}, 5, "text", cell(7), texts(n)});
  using Maybes = std::vector<std::optional<Strings>>;
  add(std::vector<std::optional<Maybes>>{std::nullopt, Maybes(), Maybes{std::nullopt, texts(2), Strings()}});
  add(std::tuple(std::monostate(), std::pair(std::tuple(), std::pair(1, std::string("b"))),
                 std::vector<std::vector<bool>>{{}, {true}, {false, true}},
                 std::vector<std::vector<std::vector<int>>>{{}, {{}, {1, 2}}, {{3}}}));
  add(std::tuple(
      std::pmr::vector<std::pmr::string>{"a", "b", std::pmr::string(40, 'p')},
      std::pmr::map<std::pmr::string, std::pmr::vector<int>>{{"k", {1, 2}}}, std::vector<int, OwnAllocator<int>>{1, 2},
      std::basic_string<char, std::char_traits<char>, OwnAllocator<char>>("own"),
      std::list<std::string, OwnAllocator<std::string>>{"a"}, std::vector<bool, OwnAllocator<bool>>(9, true)));
}

void Maker::classes() {
  const std::size_t n = is_short_ ? 2 : 500;
  add(std::tuple(Grain{2, 3}, Padded{'p', 4}, Color::green));
  add(cells<std::vector<Cell>>(n));
  add(std::pair(cells<std::list<Cell>>(n), cells<std::set<Cell>>(2)));
  Bits bits;
  bits.before = 1, bits.low = 5, bits.high = 99, bits.last = -3, bits.after = 7, bits.name = "bits";
  add(std::vector<Bits>{bits, Bits()});
  add(std::pair(Secret(5), std::vector<Secret>(2)));
  std::map<int, Fixed> fixed;
  fixed.emplace(1, Fixed(5));
  using Fixeds = std::array<std::pair<Fixed, int>, 2>;
  add(std::tuple(Fixed(1), std::vector<Fixed>(2, Fixed(3)), std::list<Fixed>(2, Fixed(4)), std::optional(Fixed(7)),
                 std::variant<Fixed, int>(Fixed(8)), std::make_unique<Fixed>(9), std::make_shared<Fixed>(10),
                 std::move(fixed), std::forward_list<Fixed>(1, Fixed(11)), std::deque<Fixed>(1, Fixed(12)),
                 std::vector<Fixeds>(1, Fixeds{{{Fixed(13), 1}, {Fixed(14), 2}}})));
  Total total;
  total.own = 1;
  for (unsigned i = 0; i < 3; ++i) {
    Total part;
    part.own = 10 * i;
    part.more = std::make_unique<Total>();
    part.more->own = 100;
    part.more->arrived();
    part.arrived();
    total.parts.push_back(std::move(part));
  }
  total.arrived();
  add(std::move(total));
  Nested nested;
  for (int i = 0; i < 3; ++i)
    nested.inner.emplace_back().inner.resize(static_cast<std::size_t>(i));
  add(std::move(nested));
}

void Maker::pointers() {
  add(std::tuple(std::make_unique<int>(5), std::unique_ptr<const Cell>(new Cell(cell(3))), std::unique_ptr<Cell>(),
                 std::make_unique<std::vector<std::unique_ptr<std::string>>>(2),
                 std::shared_ptr<const std::string>(std::make_shared<std::string>("shared"))));
  const auto shared = std::make_shared<Cell>(cell(5));
  add(std::tuple(std::weak_ptr(shared), std::vector{shared, std::shared_ptr<Cell>(), shared}, std::weak_ptr<Cell>(),
                 std::shared_ptr<const Cell>(shared), std::set{shared},
                 std::map<std::shared_ptr<Cell>, int>{{shared, 1}}));
  Box box;
  box.tag = "box";
  box.things.push_back(std::make_unique<Left>());
  box.things.push_back(nullptr);
  auto inner = std::make_unique<Box>();
  inner->color = 7;
  inner->things.push_back(std::make_unique<Both>());
  box.things.push_back(std::move(inner));
  const auto both = std::make_shared<Both>();
  both->left = "left", both->right = {1, 2}, both->color = 4, both->tag = "both", both->friend_ = both;
  add(std::tuple(std::move(box), std::shared_ptr<Thing>(both), std::shared_ptr<Right>(both), std::weak_ptr<Left>(both),
                 std::make_unique<Right>(), std::unique_ptr<Left>(new Both)));
  using Held = std::tuple<std::pair<int, Cell>, std::array<Grain, 3>, std::optional<std::string>,
                          std::variant<int, Both>, Padded, std::array<std::array<std::string, 2>, 2>>;
  auto held = std::make_unique<Held>();
  const auto &[pair, grains, text, choice, padded, strings] = *held;
  const Both &in = std::get<3>(*held).emplace<Both>();
  std::get<2>(*held) = "text";
  add(std::tuple(std::move(held), &pair.first, &pair.second, &pair.second.values, &grains[1], &grains[2].kind, &*text,
                 &in, static_cast<const Thing *>(&in), static_cast<const Right *>(&in), &in.right, &in.color,
                 &padded.number, &strings[1][1]));
  // Pointers into an object, of which one comes before any to the object.
  const auto all = std::make_shared<std::vector<Cell>>(3, cell(5));
  const std::shared_ptr<Cell> second(all, &(*all)[1]);
  const std::shared_ptr<double> number(all, &(*all)[1].values.front()), other = std::make_shared<double>(3);
  add(std::tuple(second, std::shared_ptr<std::string>(all, &all->back().name), std::weak_ptr<double>(number), all,
                 std::weak_ptr<Cell>(std::shared_ptr<Cell>(all, &all->front())), std::vector{number, other, number},
                 other, second));
  // Nothing leads to all of it; only what it leads to does.
  add(std::pair(std::shared_ptr<std::string>(all, &second->name), second));
  for (std::uint64_t seed = 1; seed <= 4; ++seed)
    add(random_nodes(seed, is_short_ ? 4 : 1 << 2 * seed));
}

} // namespace

std::vector<std::unique_ptr<Case>> all_cases(bool is_short) {
  Maker maker(is_short);
  maker.values();
  maker.containers();
  maker.classes();
  maker.pointers();
  return std::move(maker.out);
}

// -------------------------------------------------------------------------------------------- random structures

namespace {

class RandomNodes {
public:
  RandomNodes(std::uint64_t seed, std::size_t n) : random_(seed), left_(n) {}

  std::shared_ptr<Node> make() {
    const auto root = std::make_shared<Node>();
    shared_.push_back(root);
    fill(*root, 0); // of shared_[0]
    for (std::size_t i = 0; i < nodes_.size(); ++i)
      point(*nodes_[i]);
    return root;
  }

private:
  std::size_t below(std::size_t n) { return random_() % n; }
  bool one_in(std::size_t n) { return below(n) == 0; }
  std::string text() { return std::string(below(one_in(20) ? 6000 : 20), static_cast<char>('a' + below(26))); }
  bool take(int depth) { return depth < 40 && left_ > 0 && left_-- > 0; }

  void fill(Node &node, int depth) {
    nodes_.push_back(&node);
    add(&node);
    node.number = static_cast<int>(below(1000));
    node.name = text();
    node.color = static_cast<int>(nodes_.size());
    if (one_in(3))
      node.texts.emplace(below(5), text());
    const std::size_t n_children = std::min(below(4), left_), n_named = std::min(below(3), left_ - n_children);
    left_ -= n_children + n_named;
    node.children.resize(n_children); // they do not move any more
    for (Node &child : node.children)
      fill(child, depth + 1);
    for (std::size_t i = 0; i < n_named; ++i)
      fill(node.named[std::to_string(i) + text()], depth + 1);
    if (one_in(2) && take(depth))
      fill(*(node.only = std::make_unique<Node>()), depth + 1);
    for (std::size_t i = below(4); i > 0; --i)
      if (std::unique_ptr<Thing> thing = this->thing<std::unique_ptr<Thing>>(depth))
        node.things.push_back(std::move(thing));
    if (one_in(2)) {
      const std::size_t before = std::exchange(owner_, shared_.size());
      shared_.emplace_back();
      node.shared = thing<std::shared_ptr<Thing>>(depth);
      shared_[owner_] = node.shared;
      owner_ = before;
    }
    switch (below(4)) {
    case 0:
      node.choice = text();
      break;
    case 1:
      if (take(depth))
        fill(*node.choice.emplace<std::unique_ptr<Node>>(new Node), depth + 1);
      break;
    case 2:
      node.choice = std::shared_ptr<Node>();
      break;
    default:
      node.choice = node.number;
    }
  }

  template <typename Pointer> Pointer thing(int depth) {
    switch (below(4)) {
    case 0: {
      const auto out = new Left;
      out->left = text();
      add(out);
      return Pointer(out);
    }
    case 1: {
      const auto out = new Both;
      out->right.assign(below(9), 1);
      add(out);
      boths_.push_back(out);
      return Pointer(out);
    }
    case 2: {
      const auto out = new Box;
      Pointer owner(out);
      add(out);
      for (std::size_t i = below(3); i > 0 && take(depth); --i)
        out->things.push_back(thing<std::unique_ptr<Thing>>(depth + 1));
      return owner;
    }
    default:
      if (!take(depth))
        return nullptr;
      const auto out = new Node;
      Pointer owner(out);
      fill(*out, depth + 1);
      return owner;
    }
  }

  template <typename T> T &any(std::vector<T> &all) { return all[below(all.size())]; }

  void add(Thing *thing) {
    things_.push_back(thing);
    owners_.push_back(owner_);
  }
  /// Returns a pointer to a shared object, or into one.
  std::shared_ptr<Thing> any_shared() {
    if (!one_in(3))
      return any(shared_);
    const std::size_t i = below(things_.size());
    return {shared_[owners_[i]], things_[i]};
  }

  /// Lets the node's pointers lead anywhere.
  void point(Node &node) {
    if (one_in(2))
      node.other = any_shared();
    if (one_in(2))
      node.node = std::dynamic_pointer_cast<const Node>(any_shared());
    if (node.choice.index() == 3)
      node.choice = std::dynamic_pointer_cast<Node>(any_shared());
    if (one_in(2))
      node.weak = any_shared();
    else if (one_in(2))
      node.weak = std::make_shared<Left>(); // and it expires
    if (one_in(2))
      node.plain = any(nodes_);
    if (one_in(2))
      node.plain_thing = any(things_);
    if (one_in(3)) {
      const Node &to = *any(nodes_);
      node.plain_text = to.texts && !to.texts->empty() ? &to.texts->back() : &to.name;
    }
    if (!boths_.empty())
      any(boths_)->friend_ = any_shared();
  }

  std::mt19937_64 random_;
  std::size_t left_;
  std::vector<Node *> nodes_;
  std::vector<Thing *> things_;
  std::vector<std::size_t> owners_; // of each of these: which of shared_
  std::size_t owner_ = 0;           // of what is made
  std::vector<Both *> boths_;
  std::vector<std::shared_ptr<Thing>> shared_; // null where nothing was made
};

} // namespace

std::shared_ptr<Node> random_nodes(std::uint64_t seed, std::size_t n) { return RandomNodes(seed, n).make(); }

void take_apart(std::shared_ptr<const Thing> root) {
  std::vector<std::shared_ptr<const Thing>> left = {std::move(root)}, done;
  const std::function<void(Thing &)> take = [&](Thing &thing) {
    if (const auto box = dynamic_cast<Box *>(&thing))
      for (const auto &one : box->things)
        if (one)
          take(*one);
    const auto node = dynamic_cast<Node *>(&thing);
    if (!node)
      return;
    left.insert(left.end(), {std::move(node->shared), std::move(node->other), std::move(node->node)});
    if (const auto choice = std::get_if<std::shared_ptr<Node>>(&node->choice))
      left.push_back(std::move(*choice));
    if (const auto choice = std::get_if<std::unique_ptr<Node>>(&node->choice); choice && *choice)
      take(**choice);
    for (Node &child : node->children)
      take(child);
    for (auto &[key, value] : node->named)
      take(value);
    if (node->only)
      take(*node->only);
    for (const auto &one : node->things)
      if (one)
        take(*one);
  };
  while (!left.empty()) {
    done.push_back(std::move(left.back()));
    left.pop_back();
    if (done.back())
      take(const_cast<Thing &>(*done.back()));
  }
  // An owner to which nothing but pointers into it has led may hold itself, out of reach. It is no leak of AutoLink's.
  static auto &kept = *new std::vector<std::weak_ptr<const Thing>>;
  kept.insert(kept.end(), done.begin(), done.end());
  done.clear();
  kept.erase(std::remove_if(kept.begin(), kept.end(), [](const auto &one) { return one.expired(); }), kept.end());
}

} // namespace objects
