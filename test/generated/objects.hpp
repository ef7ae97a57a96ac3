// Classes of all kinds whose objects travel as C++ objects.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <unordered_set>
#include <variant>
#include <vector>

/*~ AutoMap_Begin */
namespace objects {

struct point {
  double x = 0, y = 0;
  bool operator==(const point &other) const { return x == other.x && y == other.y; }
};

enum class state : std::uint8_t { open, closed };

union number {
  std::int32_t whole;
  float real;
};

/// What a class may have beside members: bit-fields, a union and a struct without names, arrays, what is left out.
class parts {
public:
  parts() = default;
  explicit parts(int seed) : whole(seed), flags_(seed & 7), more_(seed & 255), first(seed), second(seed / 2.0) {
    numbers_[1][2].whole = seed;
    names[1] = std::to_string(seed);
    cache = seed;
    n_words_ = static_cast<std::uint16_t>(seed * 50);
    words_.reset(new std::string[n_words_]);
    for (int i = 0; i < n_words_; ++i)
      words_[i] = std::to_string(i);
    if (seed % 2)
      values_.reset(new double[n_words_]());
  }
  bool operator==(const parts &other) const {
    return whole == other.whole && flags_ == other.flags_ && more_ == other.more_ && first == other.first &&
           second == other.second && numbers_[1][2].whole == other.numbers_[1][2].whole && names[1] == other.names[1] &&
           n_words_ == other.n_words_ && std::equal(&words_[0], &words_[n_words_], &other.words_[0]) &&
           !values_ == !other.values_ && (!values_ || std::equal(&values_[0], &values_[n_words_], &other.values_[0]));
  }
  union {
    int whole = 0;
    float real;
  };
  int cache /*~ AutoMap_Ignore */ = -1;
  const int version = 3;
  std::function<void()> callback /*~ AutoMap_Ignore */;

private:
  unsigned flags_ : 3, more_ : 9;
  __extension__ struct {
    int first;
    double second;
  };
  number numbers_[2][3] = {};
  std::uint16_t n_words_ = 0;
  std::unique_ptr<std::string[]> words_ /*~ AutoMap_Len(n_words_) */;
  std::unique_ptr<double[]> values_ /*~ AutoMap_Len(n_words_) */;
  std::string names[2];
};

/// A diamond, with a virtual base that holds something.
class base {
public:
  virtual ~base() = default;
  virtual int kind() const = 0;
  std::string title;

protected:
  std::vector<int> protected_;
  friend class exact;
};
class left : public virtual base {
public:
  std::vector<std::string> left_words;
};
class right : public virtual base {
public:
  std::set<int> right_numbers;
};
class bottom : public left, public right {
public:
  int kind() const override { return 1; }
  state now = state::open;
};
class alone : public base {
public:
  static alone create(int value = 1) { return alone(value); }
  int kind() const override { return value_; }
  void set(int value) { value_ = value; }

private:
  explicit alone(int value) : value_(value) {}
  int value_;
} /*~ AutoMap_Make(create) */;
template <typename T> class valued : public base {
public:
  int kind() const override { return static_cast<int>(value); }
  T value = 4;
};
using valued_short = valued<short>; // nothing else names it
class empty_leaf : private std::allocator<int>, public base {
public:
  int kind() const override { return 3; }
};

template <typename T> class table {
public:
  std::vector<std::pair<std::string, T>> rows;
  std::map<T, std::vector<std::uint16_t>> by_value;
  struct index {
    std::vector<T> keys;
  };
  std::optional<index> sorted;
};

class tree {
public:
  tree() { ++made; }
  tree(const tree &) = delete;
  tree &operator=(tree &&) = default;
  tree(tree &&) = default;
  static inline int made = 0;
  static inline std::vector<int> arrivals;

  int id = 0;
  std::vector<tree> children;
  std::unique_ptr<tree> next;
  std::map<std::string, tree> named;

  void note() { arrivals.push_back(id); }
} /*~ AutoMap_TpUsed */ /*~ AutoMap_Arrived(note) */;

class family {
public:
  std::list<family> kids;
  family *parent /*~ AutoMap_Ignore */ = nullptr;
  void link() {
    for (family &kid : kids)
      kid.parent = this;
  }
} /*~ AutoMap_TpUsed */ /*~ AutoMap_Arrived(link) */;

/// A tree, any part of which may travel.
class octant {
public:
  int id = 0;
  std::vector<std::unique_ptr<octant>> children;
  octant *parent /*~ AutoMap_Weak */ = nullptr;
  std::array<octant *, 2> near /*~ AutoMap_Weak */ = {};
  const int *ids[3] = {}; /*~ AutoMap_Weak */
} /*~ AutoMap_TpUsed */;

/// Is copied where others are moved, because it declares a destructor.
class mesh {
public:
  mesh() = default;
  virtual ~mesh() = default;
  std::vector<double> values;
  double *largest = nullptr;
  const double *begin /*~ AutoMap_Ignore */ = nullptr;
  void note() { begin = values.data(); }
} /*~ AutoMap_TpUsed */ /*~ AutoMap_Arrived(note) */;

class person {
public:
  std::string name;
  std::weak_ptr<person> partner;
} /*~ AutoMap_TpUsed */;
using person_pointer = std::shared_ptr<person>;
struct by_name {
  bool operator()(const person_pointer &a, const person_pointer &b) const { return a->name < b->name; }
};
struct name_hash {
  std::size_t operator()(const person_pointer &one) const { return std::hash<std::string>()(one->name); }
};
struct name_equal {
  bool operator()(const person_pointer &a, const person_pointer &b) const { return a->name == b->name; }
};
/// Its sets are of objects that other members share, too.
class club {
public:
  person_pointer president;
  std::set<person_pointer, by_name> members;
  std::unordered_set<person_pointer, name_hash, name_equal> guests;
  std::map<person_pointer, double> fees;
  std::vector<person_pointer> founders;
} /*~ AutoMap_TpUsed */;

class measured {
public:
  int value = 0;
  int twice /*~ AutoMap_Ignore */ = 0;
  void measure() { twice = 2 * value; }
} /*~ AutoMap_TpUsed */ /*~ AutoMap_Arrived(measure) */;
class left_measured : public virtual measured {
public:
  int thrice /*~ AutoMap_Ignore */ = 0;
  void measure_left() { thrice = twice + value; }
} /*~ AutoMap_TpUsed */ /*~ AutoMap_Arrived(measure_left) */;
class right_measured : public virtual measured {};
class both_measured : public left_measured, public right_measured {} /*~ AutoMap_TpUsed */;
class measuring {
public:
  std::vector<std::shared_ptr<measured>> all;
  std::vector<std::shared_ptr<measuring>> others;
  int sum /*~ AutoMap_Ignore */ = 0;
  void add() {
    for (const auto &one : all)
      sum += one->twice;
    for (const auto &one : others)
      sum += one->sum;
  }
} /*~ AutoMap_TpUsed */ /*~ AutoMap_Arrived(add) */;

/// Has a datatype, too: it holds numbers, and beside these what is left out or weak.
class counter {
public:
  int n = 0;
  int *scratch /*~ AutoMap_Ignore */ = &own;
  std::function<int()> next /*~ AutoMap_Ignore */ = [] { return 5; };
  std::vector<int> log /*~ AutoMap_Ignore */ = {1, 2};
  counter *up /*~ AutoMap_Weak */ = nullptr;
  static inline int own = 0;
} /*~ AutoMap_TpUsed */;
class counters {
public:
  std::vector<counter> all;
  std::unique_ptr<counter> last;
} /*~ AutoMap_TpUsed */;

class link {
public:
  int n = 0;
  std::unique_ptr<link[]> next /*~ AutoMap_Len(n) */;
} /*~ AutoMap_TpUsed */;

class world {
public:
  std::vector<parts> all_parts;
  std::vector<std::unique_ptr<base>> things;
  std::shared_ptr<base> favourite;
  std::weak_ptr<const base> remembered, forgotten;
  std::vector<point> points;
  const point *picked = nullptr;
  table<int> numbers;
  table<std::string> words;
  std::variant<std::monostate, point, std::vector<std::string>> choice;
  std::tuple<state, long double, std::unique_ptr<point>> mixed;
} /*~ AutoMap_TpUsed */;

} // namespace objects
/*~ AutoMap_End */
