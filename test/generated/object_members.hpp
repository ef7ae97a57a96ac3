// A member of each kind that travels in C++ objects: as the only member of a class, deeper, beside what may share its
// place or padding, as a root by itself, and beside all others. Whether a class is an object may depend on none of this.
#pragma once

#include <Eigen/Dense>
#include <boost/container/flat_map.hpp>
#include <boost/container/small_vector.hpp>
#include <boost/container/vector.hpp>

#include <algorithm>
#include <array>
#include <bitset>
#include <chrono>
#include <complex>
#include <deque>
#include <filesystem>
#include <forward_list>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <typeinfo>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <variant>
#include <vector>

namespace members {

enum class colour : short { red, green };

struct plain {
  int a;
  double b[2];
};
inline bool operator==(const plain &x, const plain &y) { return x.a == y.a && x.b[0] == y.b[0] && x.b[1] == y.b[1]; }

class cleaned { // has a destructor of its own
public:
  cleaned(int n = 0) : n_(n) {}
  cleaned(const cleaned &) = default;
  cleaned &operator=(const cleaned &) = default;
  ~cleaned() { n_ = -1; }
  friend bool operator==(const cleaned &x, const cleaned &y) { return x.n_ == y.n_; }

private:
  int n_;
};

struct shape { // may be behind a pointer to itself
  virtual ~shape() = default;
  int sides = 0;
  shape *next = nullptr;
};
inline bool operator==(const shape &x, const shape &y) { return x.sides == y.sides && !x.next && !y.next; }

struct virtual_base : virtual plain {};
struct bits {
  unsigned a : 3, b : 7;
  __extension__ struct {
    int c;
  };
};
inline bool operator==(const bits &x, const bits &y) { return x.a == y.a && x.b == y.b && x.c == y.c; }

struct nothing { // shares its place with others
  [[no_unique_address]] std::allocator<int> alloc;
};
struct ends_early { // whose padding may be that of others
  std::string s;
  char c = 0;
};
class sharing {
public:
  sharing(int n = 0) : p_(new int(n)), c_(static_cast<char>(n + 1)), d_(static_cast<char>(n + 2)) {
    e_.s.assign(static_cast<std::size_t>(n), 'e');
    e_.c = static_cast<char>(n);
  }
  bool is_like(const sharing &other) const {
    return *p_ == *other.p_ && c_ == other.c_ && d_ == other.d_ && e_.s == other.e_.s && e_.c == other.e_.c;
  }

private:
  [[no_unique_address]] nothing none_;
  std::unique_ptr<int> p_;
  char c_;
  [[no_unique_address]] ends_early e_;
  char d_;
};

class hider { // of classes that nobody else can name
public:
  hider(int n = 0) : how_(n > 0 ? way::some : way::none) {
    for (int i = 0; i < n; ++i) {
      leaves_[{i}].numbers = {i, n};
      nodes_ = std::make_unique<leaf>(std::move(nodes_), leaves_[{i}].numbers);
    }
  }
  bool is_like(const hider &other) const {
    const node *x = nodes_.get(), *y = other.nodes_.get();
    for (; x && y && typeid(*x) == typeid(*y) && x->numbers() == y->numbers(); y = y->next.get())
      x = x->next.get();
    return !x && !y && how_ == other.how_ && leaves_.size() == other.leaves_.size() &&
           std::equal(leaves_.begin(), leaves_.end(), other.leaves_.begin(),
                      [](const auto &a, const auto &b) { return a.second.numbers == b.second.numbers; });
  }

protected:
  class node {
  public:
    explicit node(std::unique_ptr<node> then) : next(std::move(then)) {}
    virtual ~node() = default;
    virtual const std::vector<int> &numbers() const = 0;
    std::unique_ptr<node> next;
  };

private:
  struct content {
    std::vector<int> numbers;
  };
  class leaf : public node {
  public:
    explicit leaf(std::unique_ptr<node> then = nullptr, std::vector<int> numbers = {})
        : node(std::move(then)), held_{std::move(numbers)} {}
    const std::vector<int> &numbers() const override { return held_.numbers; }

  private:
    content held_;
  };
  struct key {
    int n;
    bool operator<(const key &other) const { return n < other.n; }
  };
  enum class way { none, some };
  using by_key = std::map<key, content>;

  way how_;
  by_key leaves_;
  std::unique_ptr<node> nodes_;
};

// Numbers and arrays, which are no roots: a name, what follows the type to make a value, and the type.
#define MEMBERS_NUMBERS(DO)                                                                                            \
  DO(number, ({7}), int)                                                                                               \
  DO(truth, ({true}), bool)                                                                                            \
  DO(enumerator, ({colour::green}), colour)

#define MEMBERS_CLASSES(DO)                                                                                            \
  DO(complex_number, ({1, 2}), std::complex<double>)                                                                   \
  DO(bit_set, ({0x123}), std::bitset<70>)                                                                              \
  DO(duration, ({12}), std::chrono::milliseconds)                                                                      \
  DO(time, ({std::chrono::seconds(5)}), std::chrono::system_clock::time_point)                                         \
  DO(string, ({"text"}), std::string)                                                                                  \
  DO(wide_string, ({L"text"}), std::wstring)                                                                           \
  DO(path, ({"/tmp/file"}), std::filesystem::path)                                                                     \
  DO(vector, ({1, 2}), std::vector<int>)                                                                               \
  DO(deque, ({1, 2}), std::deque<int>)                                                                                 \
  DO(list, ({1, 2}), std::list<int>)                                                                                   \
  DO(forward_list, ({1, 2}), std::forward_list<int>)                                                                   \
  DO(array, ({1, 2}), std::array<int, 2>)                                                                              \
  DO(array_of_strings, ({"a", "b"}), std::array<std::string, 2>)                                                       \
  DO(array_of_optionals, ({std::nullopt, 3}), std::array<std::optional<int>, 2>)                                       \
  DO(map, ({{1, 2}, {3, 4}}), std::map<int, int>)                                                                      \
  DO(multimap, ({{1, 2}, {1, 4}}), std::multimap<int, int>)                                                            \
  DO(set, ({1, 2}), std::set<int>)                                                                                     \
  DO(multiset, ({1, 1}), std::multiset<int>)                                                                           \
  DO(unordered_map, ({{1, 2}}), std::unordered_map<int, int>)                                                          \
  DO(unordered_multimap, ({{1, 2}}), std::unordered_multimap<int, int>)                                                \
  DO(unordered_set, ({1, 2}), std::unordered_set<int>)                                                                 \
  DO(unordered_multiset, ({1, 1}), std::unordered_multiset<int>)                                                       \
  DO(pair, ({1, 2.5}), std::pair<int, double>)                                                                         \
  DO(pair_with_optional, ({1, 2}), std::pair<int, std::optional<int>>)                                                 \
  DO(tuple, ({1, 2.5, 'c'}), std::tuple<int, double, char>)                                                            \
  DO(tuple_with_string, ({1, "text"}), std::tuple<int, std::string>)                                                   \
  DO(optional, ({3}), std::optional<int>)                                                                              \
  DO(optional_string, ({"text"}), std::optional<std::string>)                                                          \
  DO(variant, ({2.5}), std::variant<int, double>)                                                                      \
  DO(variant_with_string, ({"text"}), std::variant<std::monostate, std::string>)                                       \
  DO(unique, ({new int(3)}), std::unique_ptr<int>)                                                                     \
  DO(unique_of_base, ({new shape}), std::unique_ptr<shape>)                                                            \
  DO(shared, ({new int(3)}), std::shared_ptr<int>)                                                                     \
  DO(weak, ({}), std::weak_ptr<int>)                                                                                   \
  DO(plain_class, ({1, {2, 3}}), plain)                                                                                \
  DO(cleaned_class, ({3}), cleaned)                                                                                    \
  DO(dynamic_class, ({}), shape)                                                                                       \
  DO(class_with_virtual_base, ({}), virtual_base)                                                                      \
  DO(shared_places, ({5}), sharing)                                                                                    \
  DO(private_classes, ({5}), hider)                                                                                    \
  DO(bit_fields, ({5, 6, {7}}), bits)                                                                                  \
  DO(boost_vector, ({1, 2}), boost::container::vector<int>)                                                            \
  DO(boost_small_vector, ({1, 2}), boost::container::small_vector<int, 4>)                                             \
  DO(boost_flat_map, ({{1, 2}}), boost::container::flat_map<int, int>)                                                 \
  DO(eigen_fixed, ({1, 2, 3}), Eigen::Vector3d)                                                                        \
  DO(eigen_matrix, ((Eigen::MatrixXd::Identity(3, 4))), Eigen::MatrixXd)                                               \
  DO(eigen_array, ((Eigen::ArrayXi::LinSpaced(9, 1, 9))), Eigen::ArrayXi)

/*~ AutoMap_Begin */
#define MEMBERS_ONLY(name, init, ...)                                                                                  \
  struct only_##name {                                                                                                 \
    __VA_ARGS__ member{};                                                                                              \
  } /*~ AutoMap_TpUsed */;                                                                                             \
  struct deeper_##name : only_##name {                                                                                 \
    char in_padding{};                                                                                                 \
    [[no_unique_address]] nothing none;                                                                                \
    only_##name more[2];                                                                                               \
  } /*~ AutoMap_TpUsed */;
#define MEMBERS_ROOT(name, init, ...)                                                                                  \
  typedef __VA_ARGS__ typedef_##name /*~ AutoMap_TpUsed */;                                                            \
  using alias_##name = __VA_ARGS__ /*~ AutoMap_TpUsed */;
#define MEMBERS_MEMBER(name, init, ...) __VA_ARGS__ name##_member{};

MEMBERS_NUMBERS(MEMBERS_ONLY)
MEMBERS_CLASSES(MEMBERS_ONLY)
MEMBERS_CLASSES(MEMBERS_ROOT)
struct all {
  MEMBERS_NUMBERS(MEMBERS_MEMBER)
  MEMBERS_CLASSES(MEMBERS_MEMBER)
} /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */

} // namespace members
