// Classes for classes.cpp, which accesses their private fields as struct Peek.
#ifndef CLASSES_HPP
#define CLASSES_HPP

#include <array>
#include <complex>
#include <cstdint>
#include <utility>
#include <vector>

struct Peek;

namespace sim {

/*~ AutoMap_Begin */

template <typename T, int N> class Vec {
public:
  T &operator[](int i) { return x_[i]; }

private:
  friend Peek;
  T x_[N];
};

using Vec3 = Vec<double, 3>; /*~ AutoMap_TpUsed */

class Empty {};

class Shape : private Empty {
public:
  virtual ~Shape() {}
  virtual int kind() const { return 1; }
  int id = 0;

protected:
  friend Peek;
  double area_ = 0;
  char tag_ = 0; // derived classes may use the bytes after it
} /*~ AutoMap_TpUsed */;

class Body : public Shape {
public:
  int kind() const override { return 2; }
  short layer = 0;
  std::vector<int> neighbours; /*~ AutoMap_Ignore */

private:
  friend Peek;
  Vec3 velocity_{};
  static int count;
} /*~ AutoMap_TpUsed */ /*~ AutoMap_View(motion: id, velocity_) */;

// A class that owns memory: a view has only what it does not own.
class Owner {
public:
  Owner() : text_(new char[8]) {}
  ~Owner() { delete[] text_; }
  Owner(const Owner &) = delete;
  Owner &operator=(const Owner &) = delete;
  int id = 0;
  const char *text() const { return text_; }

private:
  friend Peek;
  char *text_;
  double weight_ = 0;
} /*~ AutoMap_View(plain: id, weight_) */;

struct Cell {
  std::array<std::array<float, 3>, 2> corners;
  std::pair<char, std::complex<double>> wave;
  enum class State : std::uint8_t { fluid, solid } state;
  unsigned level : 5, refined : 1;
  double *data;
  int count;
} /*~ AutoMap_View(state: state, wave.second) */;

/*~ AutoMap_End */

} // namespace sim

#endif
