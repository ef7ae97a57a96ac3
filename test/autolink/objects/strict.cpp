// Uses all of autolink.hpp. Compiled with many warnings, which are errors.
#include <autolink/autolink.hpp>

#include "classes.h"

using Everything =
    std::tuple<std::deque<int>, std::list<std::string>, std::forward_list<std::string>, std::set<std::string>,
               std::multiset<int>, std::unordered_map<int, std::vector<int>>, std::optional<objects::Cell>,
               std::variant<int, std::string>, std::bitset<77>, std::complex<double>, std::chrono::seconds,
               std::filesystem::path, std::vector<bool>, std::array<std::string, 3>, std::multimap<int, std::string>,
               std::wstring, std::shared_ptr<objects::Node>, std::vector<objects::Fixed>, objects::Bits,
               objects::Secret, objects::Total, std::unordered_set<std::string>, std::set<long double>, std::tuple<>,
               std::array<int, 0>>;
void use();
void use() {
  Everything e;
  autolink::send(e, 1, 0, MPI_COMM_WORLD);
  autolink::recv(e, 1, 0, MPI_COMM_WORLD);
  e = autolink::recv<Everything>(1, 0, MPI_COMM_WORLD);
  autolink::isend(e, 1, 0, MPI_COMM_WORLD).wait();
  autolink::irecv(e, 1, 0, MPI_COMM_WORLD).wait();
  e = autolink::unpack<Everything>(autolink::pack(e));
  autolink::send(e, 1, 0, MPI_COMM_WORLD, std::nothrow);
  autolink::recv(e, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE, std::nothrow);
  autolink::send_roots(std::tie(e), 1, 0, MPI_COMM_WORLD);
  autolink::recv_roots(std::tie(e), 1, 0, MPI_COMM_WORLD);
  autolink::file_write("file", e, MPI_COMM_WORLD);
  const autolink::file_reader file("file");
  file.read(e, 0);
  e = file.read<Everything>(0);
  autolink::destroy(e);
}
