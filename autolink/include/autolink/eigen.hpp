// Eigen's matrices and arrays in C++ objects, of fixed size and of sizes that are known at run time. The header that
// `automap --autolink` generates includes this one if a class has such members.
#ifndef AUTOLINK_EIGEN_HPP
#define AUTOLINK_EIGEN_HPP

#include "al_content.hpp"

#include <Eigen/Core>

namespace autolink::detail {

template <typename M> struct eigen_container : matrix_like {
  static constexpr std::size_t rank = 2;
  static constexpr bool is_row_major = M::IsRowMajor;

  static std::size_t extent(const M &matrix, std::size_t dimension) {
    return static_cast<std::size_t>(dimension == 0 ? matrix.rows() : matrix.cols());
  }
  static void resize(M &matrix, const std::size_t (&extents)[2]) {
    if (fits<M::RowsAtCompileTime, M::MaxRowsAtCompileTime>(extents[0]) &&
        fits<M::ColsAtCompileTime, M::MaxColsAtCompileTime>(extents[1]))
      matrix.resize(static_cast<Eigen::Index>(extents[0]), static_cast<Eigen::Index>(extents[1]));
  }

private:
  template <int fixed, int most> static bool fits(std::size_t extent) {
    return (fixed == Eigen::Dynamic || extent == static_cast<std::size_t>(fixed)) &&
           (most == Eigen::Dynamic || extent <= static_cast<std::size_t>(most));
  }
};

} // namespace autolink::detail

template <typename T, int... numbers>
struct autolink::container<Eigen::Matrix<T, numbers...>> : detail::eigen_container<Eigen::Matrix<T, numbers...>> {};
template <typename T, int... numbers>
struct autolink::container<Eigen::Array<T, numbers...>> : detail::eigen_container<Eigen::Array<T, numbers...>> {};

#endif
