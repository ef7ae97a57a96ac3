// Requests the signatures of the same datatypes in several threads at once.
#include "automap/automap.h"

#include "with_threads.h"

#include <atomic>
#include <cstdio>
#include <thread>
#include <vector>

namespace {

constexpr int types_made = 200, threads = 4;

MPI_Datatype make(int i) {
  const int blocklengths[] = {1 + i % 3, 2 + i};
  const MPI_Aint displacements[] = {0, 64};
  const MPI_Datatype types[] = {MPI_INT, MPI_DOUBLE};
  MPI_Datatype out;
  MPI_Type_create_struct(2, blocklengths, displacements, types, &out);
  return out;
}

} // namespace

int main(int argc, char **argv) {
  if (!init_with_threads(argc, argv))
    return 0;
  std::vector<MPI_Datatype> shared;
  for (int i = 0; i < types_made; ++i)
    shared.push_back(make(i));
  std::vector<std::vector<AM_Signature>> found(threads, std::vector<AM_Signature>(types_made));
  std::atomic<int> failures = 0, ready = 0;
  std::vector<std::thread> running;
  for (int t = 0; t < threads; ++t)
    running.emplace_back([&, t] {
      for (++ready; ready < threads;) {
      }
      for (int i = 0; i < types_made; ++i) {
        AM_Signature &signature = found[static_cast<std::size_t>(t)][static_cast<std::size_t>(i)];
        failures += AM_Type_signature(shared[static_cast<std::size_t>(i)], 1, &signature) != MPI_SUCCESS;
        MPI_Datatype own = make(i);
        AM_Signature of_own{};
        failures += AM_Type_signature(own, 1, &of_own) != MPI_SUCCESS;
        failures += of_own.count != signature.count || of_own.hash != signature.hash;
        MPI_Type_free(&own);
      }
    });
  for (std::thread &thread : running)
    thread.join();
  for (int i = 0; i < types_made; ++i) {
    const auto index = static_cast<std::size_t>(i);
    for (const auto &of_thread : found)
      failures += of_thread[index].count != 3 + i % 3 + i || of_thread[index].hash != found[0][index].hash;
    MPI_Type_free(&shared[index]);
  }
  MPI_Finalize();
  std::printf("%d failures\n", failures.load());
  return failures != 0;
}
