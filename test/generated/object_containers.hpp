// Containers of other libraries, and of the program's own, in classes whose objects travel.
#pragma once

#include <Eigen/Dense>
#include <boost/container/flat_map.hpp>
#include <boost/container/small_vector.hpp>
#include <boost/container/vector.hpp>

#include <autolink/al_object.hpp>

#include <string>
#include <vector>

namespace own {

/// A vector of the program's own.
template <typename T> class row {
public:
  using value_type = T;
  using const_iterator = typename std::vector<T>::const_iterator;
  std::size_t size() const { return all_.size(); }
  bool empty() const { return all_.empty(); }
  const_iterator begin() const { return all_.begin(); }
  const_iterator end() const { return all_.end(); }
  auto begin() { return all_.begin(); }
  auto end() { return all_.end(); }
  T *data() { return all_.data(); }
  const T *data() const { return all_.data(); }
  T &back() { return all_.back(); }
  void clear() { all_.clear(); }
  void reserve(std::size_t n) { all_.reserve(n); }
  template <typename... A> void emplace_back(A &&...a) { all_.emplace_back(std::forward<A>(a)...); }
  void insert(const_iterator at, const T *first, const T *last) { all_.insert(at, first, last); }

private:
  std::vector<T> all_;
};

} // namespace own

template <typename T> struct autolink::container<own::row<T>> : autolink::vector_like {};

/*~ AutoMap_Begin */
class containers {
public:
  boost::container::vector<std::string> texts;
  boost::container::small_vector<double, 4> few;
  boost::container::flat_map<std::string, boost::container::vector<int>> sorted;
  Eigen::MatrixXd matrix;
  Eigen::Matrix<float, 3, Eigen::Dynamic, Eigen::RowMajor> rows;
  Eigen::Vector3d fixed = Eigen::Vector3d::Zero();
  Eigen::ArrayXi array;
  own::row<std::string> own_texts;
  own::row<double> own_numbers;
} /*~ AutoMap_TpUsed */;
/*~ AutoMap_End */
