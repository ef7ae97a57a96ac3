// Broadcasts of packed data in the public C API: AM_Bcast. See automap/automap.h.
#include "automap/automap.h"

#include "choice.h"
#include "keep_alive.h"
#include "mpi/base/buffers.h"
#include "mpi/base/failure.h"
#include "mpi/base/named_call.h"
#include "mpi/open_mpi.h"
#include "plan_of.h"

#include "layout/dataloop/plan.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>

using namespace automap;
using layout::Plan;
using mpi::Buffer;
using mpi::bytes_of;
using mpi::check_call;
using mpi::first_byte;
using mpi::KeepAlive;
using mpi::Method;
using mpi::require_comm;
using mpi::Travel;

namespace {

// The least size for which the ranks agree on a method, and the parts of shorter broadcasts. Open MPI copies short
// parts through shared memory, and moves longer ones by system calls.
std::int64_t least_asked() { return mpi::is_open_mpi() ? 18 << 10 : 32 << 10; }
std::int64_t short_part() { return mpi::is_open_mpi() ? 3968 : least_asked(); }
constexpr std::int64_t least_in_long_parts = 32 << 10;

/// Returns the method for a broadcast. It is the same on all ranks, though their datatypes need not have the same
/// holes. Data go packed if that is better on some rank. They also do if the datatypes differ in size: Open MPI splits
/// long broadcasts at multiples of that, on each rank by its own. Short data always go packed, because asking would
/// take too long. Throws UsageFailure on all ranks that ask if they have not the same amount of data: MPI might write
/// after the end of a buffer.
Method choose(const Plan &plan, int count, std::int64_t size, MPI_Comm comm) {
  int is_between_groups = 0;
  check_call(MPI_Comm_test_inter(comm, &is_between_groups));
  if (is_between_groups) // the other ranks of the root's group do not know the size
    return Method::by_mpi;
  if (size < least_asked())
    return Method::packed;
  const bool packs = choose_method(plan, count, size, Travel::in_parts) == Method::packed;
  const long long mine[] = {packs, plan.size(), -plan.size(), size, -size};
  long long most[5];
  check_call(MPI_Allreduce(mine, most, 5, MPI_LONG_LONG, MPI_MAX, comm));
  mpi::require(most[3] == -most[4], MPI_ERR_TRUNCATE, "AutoMap: the ranks broadcast different amounts of data");
  return most[0] != 0 || most[1] != -most[2] ? Method::packed : Method::by_mpi;
}

/// Broadcasts packed data in parts. One part may be packed while other ranks unpack the one before it.
void broadcast_packed(const Plan &plan, void *buffer, int count, std::int64_t size, int root, MPI_Comm comm) {
  const std::int64_t longest_part =
      size < least_in_long_parts ? short_part() : 1 << 20; // the caches hold it until it is unpacked
  const bool copies = !plan.is_contiguous(count);
  const KeepAlive kept(plan);
  int rank = 0;
  if (copies)
    check_call(MPI_Comm_rank(comm, &rank));
  const Buffer packed(copies ? static_cast<std::size_t>(std::min(size, longest_part)) : 0);
  std::int64_t begin = 0;
  do {
    const std::int64_t end = std::min(size, begin + longest_part);
    char *const data = copies ? packed.data() : layout::moved(first_byte(plan, buffer, size), begin);
    if (copies && rank == root)
      plan.pack(buffer, count, begin, end, data);
    check_call(MPI_Bcast(data, static_cast<int>(end - begin), MPI_PACKED, root, comm));
    if (copies && rank != root)
      plan.unpack(data, begin, end, buffer, count);
    begin = end;
  } while (begin < size);
}

} // namespace

extern "C" int AM_Bcast(void *buffer, int count, MPI_Datatype type, int root, MPI_Comm comm) {
  const mpi::ThisCall call = AUTOMAP_CALLING;
  if (root == MPI_PROC_NULL) // this rank is in the root's group, but not the root: there are no data
    return mpi::run_call(
        [&] {
          const mpi::Naming naming = call.name_sent(0, MPI_BYTE);
          require_comm(comm);
          check_call(MPI_Bcast(nullptr, 0, MPI_BYTE, root, comm));
        },
        comm);
  return mpi::with_plan_of(
      type,
      [&](const Plan &plan) {
        const mpi::Naming naming = call.name_sent(count, type); // names the first MPI_Bcast
        require_comm(comm);
        const std::int64_t size = bytes_of(plan, count);
        mpi::require_buffer(plan, buffer, size);
        if (choose(plan, count, size, comm) == Method::packed)
          broadcast_packed(plan, buffer, count, size, root, comm);
        else
          check_call(MPI_Bcast(buffer, count, type, root, comm));
      },
      comm);
}
