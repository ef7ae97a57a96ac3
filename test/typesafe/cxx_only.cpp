// Features that only C++ has. Lines are marked as in buffers.c.
#include INCLUDES
#include <complex>
#include <memory>
#include <utility>
#include <vector>

namespace {

enum class Color { red };
enum class Small : unsigned char { one };

template <typename T> void send(const T *data, int n, MPI_Datatype type, MPI_Comm comm) {
  MPI_Send(data, n, type, 0, 0, comm);
}
template <typename T> void send_doubles(const T *data, int n, MPI_Comm comm) {
  MPI_Send(data, n, MPI_DOUBLE, 0, 0, comm);
}
template <typename T> void send_ints(const T &data, MPI_Comm comm) {
  MPI_Send(data, 1, MPI_INT, 0, 0, comm); /* wrong */
}

template <typename T, int n> T *advanced(T *data) { return data + n; }

struct Memory {
  operator double *() const { return nullptr; }
};

} // namespace

int use_cxx(MPI_Comm comm, std::vector<double> &x, const std::vector<float> &f, const geo::Body *body,
            geo::Planet *planet, std::vector<geo::Vec<double, 3>> &vecs, const geo::Vec<float, 2> *floats);

int use_cxx(MPI_Comm comm, std::vector<double> &x, const std::vector<float> &f, const geo::Body *body,
            geo::Planet *planet, std::vector<geo::Vec<double, 3>> &vecs, const geo::Vec<float, 2> *floats) {
  const int n = static_cast<int>(x.size());
  std::array<std::array<double, 3>, 2> grid{};
  const std::array<int, 4> fixed{};
  std::vector<std::complex<double>> z(3);
  const std::complex<float> w{};
  std::vector<std::pair<double, int>> best(1);
  Color color = Color::red;
  const Small small = Small::one;
  std::unique_ptr<double[]> owned(new double[3]);
  auto *const pointer = &MPI_Send;

  MPI_Send(x.data(), n, MPI_DOUBLE, 0, 0, comm);
  MPI_Send(&x[1], n - 1, MPI_DOUBLE, 0, 0, comm);
  MPI_Send(&x.front(), n, MPI_DOUBLE, 0, 0, comm);
  MPI_Send(f.data(), n, MPI_FLOAT, 0, 0, comm);
  MPI_Send(owned.get(), 3, MPI_DOUBLE, 0, 0, comm);
  MPI_Send(Memory(), 3, MPI_DOUBLE, 0, 0, comm);
  MPI_Send(nullptr, 0, MPI_DOUBLE, 0, 0, comm);
  MPI_Send(grid.data(), 6, MPI_DOUBLE, 0, 0, comm);
  MPI_Send(&grid, 6, MPI_DOUBLE, 0, 0, comm);
  MPI_Send(&fixed, 4, MPI_INT, 0, 0, comm);
  MPI_Recv(grid[0].data(), 3, MPI_DOUBLE, 0, 0, comm, MPI_STATUS_IGNORE);
  MPI_Send(z.data(), 3, MPI_C_DOUBLE_COMPLEX, 0, 0, comm);
  MPI_Send(z.data(), 3, MPI_CXX_DOUBLE_COMPLEX, 0, 0, comm);
  MPI_Send(z.data(), 3, MPI_DOUBLE_COMPLEX, 0, 0, comm);
  MPI_Send(&w, 1, MPI_CXX_FLOAT_COMPLEX, 0, 0, comm);
  MPI_Send(best.data(), 1, MPI_DOUBLE_INT, 0, 0, comm);
  MPI_Send(best.data(), 1, AutoMap_Ranked, 0, 0, comm);
  MPI_Send(&color, 1, MPI_INT, 0, 0, comm);
  MPI_Send(&small, 1, MPI_UNSIGNED_CHAR, 0, 0, comm);
  MPI_Send(body, 1, AutoMap_geo_Body, 0, 0, comm);
  MPI_Send(planet, 1, AutoMap_geo_Planet, 0, 0, comm);
  MPI_Send(static_cast<const geo::Planet *>(planet), 1, AutoMap_geo_Planet, 0, 0, comm);
  MPI_Send(static_cast<geo::Body *>(planet), 1, AutoMap_geo_Body, 0, 0, comm);
  MPI_Send(vecs.data(), 1, AutoMap_geo_Vec_double_3, 0, 0, comm);
  MPI_Send(floats, 1, AutoMap_geo_Vec_float_2, 0, 0, comm);
  MPI_Send(&body->position, 1, AutoMap_geo_Vec_double_3, 0, 0, comm);
  ::MPI_Send(x.data(), n, MPI_DOUBLE, 0, 0, comm);
  MPI_Send(advanced<const double, 1>(x.data()), n - 1, MPI_DOUBLE, 0, 0, comm);
  MPI_Send((advanced<const double, 1>(x.data())), n - 1, MPI_DOUBLE, 0, 0, comm);
  MPI_Send(std::vector<int>{1, 2}.data(), 2, MPI_INT, 0, 0, comm);
  send(x.data(), n, MPI_INT, comm);
  send_doubles(x.data(), n, comm);
  send_ints(&n, comm);
  send_ints(x.data(), comm);
  pointer(x.data(), n, MPI_INT, 0, 0, comm);
#ifdef __cpp_lib_byte
  std::vector<std::byte> raw(100);
  MPI_Send(raw.data(), 1, AutoMap_geo_Body, 0, 0, comm);
#endif

  MPI_Send(x.data(), n, MPI_FLOAT, 0, 0, comm); /* wrong */
  MPI_Send(f.data(), n, MPI_DOUBLE, 0, 0, comm); /* wrong */
  MPI_Send(&x, n, MPI_DOUBLE, 0, 0, comm); /* wrong */
  MPI_Send((advanced<const double, 1>(x.data())), n - 1, MPI_INT, 0, 0, comm); /* wrong */
  MPI_Send(grid.data(), 6, MPI_INT, 0, 0, comm); /* wrong */
  MPI_Send(z.data(), 6, MPI_DOUBLE, 0, 0, comm); /* wrong */
  MPI_Send(&w, 1, MPI_C_DOUBLE_COMPLEX, 0, 0, comm); /* wrong */
  MPI_Send(best.data(), 1, MPI_FLOAT_INT, 0, 0, comm); /* wrong */
  MPI_Send(&small, 1, MPI_INT, 0, 0, comm); /* wrong */
  MPI_Send(&color, 1, MPI_UNSIGNED_CHAR, 0, 0, comm); /* wrong */
  MPI_Send(planet, 1, AutoMap_geo_Body, 0, 0, comm); /* wrong */
  MPI_Send(body, 1, AutoMap_geo_Planet, 0, 0, comm); /* wrong */
  MPI_Send(floats, 1, AutoMap_geo_Vec_double_3, 0, 0, comm); /* wrong */
  MPI_Recv(vecs.data(), 3, MPI_DOUBLE, 0, 0, comm, MPI_STATUS_IGNORE); /* wrong */
  return 0;
}
