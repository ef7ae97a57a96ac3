// Packing in the public C API. See automap/automap.h.
#include "automap/automap.h"

#include "mpi/base/failure.h"
#include "plan_of.h"

#include "layout/checked.h"
#include "layout/dataloop/actions.h"

using namespace automap;
using layout::Plan;
using mpi::require;
using mpi::require_arguments;

namespace {

/// Returns the bytes to which `count` items of a plan are packed. Throws UsageFailure if `count` is negative, and
/// std::length_error if a displacement in an array of so many exceeds 64 bits.
inline std::int64_t packed_size(const Plan &plan, MPI_Count count) {
  mpi::require_count(count);
  if (count > 1 && plan.size() > 0) {
    const std::int64_t last = layout::checked_multiply(count - 1, plan.loops().bounds().extent);
    layout::checked_add(last, plan.loops().true_lower_bound());
    layout::checked_add(last, plan.loops().true_upper_bound());
  }
  return layout::checked_multiply(count, plan.size());
}

/// Throws UsageFailure unless [position, position + bytes) lies in a buffer of `size` bytes.
void require_room(MPI_Count position, MPI_Count bytes, MPI_Count size) {
  require(position >= 0 && position <= size, MPI_ERR_ARG, "AutoMap: the position is outside of the packed buffer");
  require(bytes <= size - position, MPI_ERR_TRUNCATE, "AutoMap: the packed buffer is too short");
}

/// Throws UsageFailure unless [begin, end) lies in packed data of `size` bytes.
void require_range(MPI_Count begin, MPI_Count end, MPI_Count size) {
  require(begin >= 0 && begin <= end && end <= size, MPI_ERR_ARG, "AutoMap: the range is not one of the packed data");
}

/// Returns the plan if it was just used and a few comparisons show that the arguments of a call are right. Returns null
/// if all must be checked. Complete checks take as long as copying the data of a short call.
inline const Plan *quickly_checked_plan(MPI_Datatype type, const void *buffer, MPI_Count count, const void *packed,
                                        MPI_Count packed_size, const MPI_Count *position) {
  const Plan *const plan = mpi::recent_plan_of(type);
  if (!plan || !buffer || buffer == MPI_IN_PLACE || !packed || !position)
    return nullptr;
  if (count <= 0 || count > plan->most_within_64_bits() || *position < 0 || *position > packed_size)
    return nullptr;
  return count * plan->size() <= packed_size - *position ? plan : nullptr;
}

/// Checks all arguments and returns the bytes that the call packs or unpacks.
std::int64_t checked_size(const Plan &plan, const void *buffer, MPI_Count count, const void *packed, MPI_Count room,
                          const MPI_Count *position) {
  require_arguments(position);
  const std::int64_t size = packed_size(plan, count);
  require_room(*position, size, room);
  require_arguments(packed || size == 0);
  mpi::require_buffer(plan, buffer, size);
  return size;
}

/// AM_Pack() with all checks.
[[gnu::noinline]] int pack(const void *inbuf, MPI_Count incount, MPI_Datatype type, void *outbuf, MPI_Count outsize,
                           MPI_Count *position) {
  return mpi::with_plan_of(
      type,
      [&](const Plan &plan) {
        const std::int64_t size = checked_size(plan, inbuf, incount, outbuf, outsize, position);
        plan.pack(inbuf, incount, 0, size, static_cast<char *>(outbuf) + *position);
        *position += size;
      },
      MPI_COMM_NULL, "AM_Pack");
}

/// AM_Unpack() with all checks.
[[gnu::noinline]] int unpack(const void *inbuf, MPI_Count insize, MPI_Count *position, void *outbuf, MPI_Count outcount,
                             MPI_Datatype type) {
  return mpi::with_plan_of(
      type,
      [&](const Plan &plan) {
        const std::int64_t size = checked_size(plan, outbuf, outcount, inbuf, insize, position);
        plan.unpack(static_cast<const char *>(inbuf) + *position, 0, size, outbuf, outcount);
        *position += size;
      },
      MPI_COMM_NULL, "AM_Unpack");
}

} // namespace

extern "C" int AM_Type_commit(MPI_Datatype *type) {
  return mpi::run_call([&] {
    require_arguments(type);
    mpi::plan_of(*type);
    mpi::check_call(MPI_Type_commit(type));
  });
}

extern "C" int AM_Type_set_packing(MPI_Datatype type, AM_Packing_function *pack, AM_Packing_function *unpack) {
  return mpi::run_call([&] {
    require_arguments(pack && unpack);
    mpi::set_functions(type, {pack, unpack});
  });
}

extern "C" int AM_Pack_size(MPI_Count count, MPI_Datatype type, MPI_Count *size) {
  return mpi::with_plan_of(type, [&](const Plan &plan) {
    require_arguments(size);
    *size = packed_size(plan, count);
  });
}

extern "C" int AM_Pack(const void *inbuf, MPI_Count incount, MPI_Datatype type, void *outbuf, MPI_Count outsize,
                       MPI_Count *position) {
  const Plan *const plan = quickly_checked_plan(type, inbuf, incount, outbuf, outsize, position);
  if (!plan)
    return pack(inbuf, incount, type, outbuf, outsize, position);
  char *const out = static_cast<char *>(outbuf) + *position;
  *position += incount * plan->size();
  plan->pack_all(inbuf, incount, out);
  return MPI_SUCCESS;
}

extern "C" int AM_Unpack(const void *inbuf, MPI_Count insize, MPI_Count *position, void *outbuf, MPI_Count outcount,
                         MPI_Datatype type) {
  const Plan *const plan = quickly_checked_plan(type, outbuf, outcount, inbuf, insize, position);
  if (!plan)
    return unpack(inbuf, insize, position, outbuf, outcount, type);
  const char *const in = static_cast<const char *>(inbuf) + *position;
  *position += outcount * plan->size();
  plan->unpack_all(in, outbuf, outcount);
  return MPI_SUCCESS;
}

extern "C" int AM_Pack_part(const void *inbuf, MPI_Count incount, MPI_Datatype type, MPI_Count begin, MPI_Count end,
                            void *outbuf) {
  return mpi::with_plan_of(type, [&](const Plan &plan) {
    require_range(begin, end, packed_size(plan, incount));
    require_arguments(outbuf || begin == end);
    mpi::require_buffer(plan, inbuf, end - begin);
    plan.pack(inbuf, incount, begin, end, outbuf);
  });
}

extern "C" int AM_Unpack_part(const void *inbuf, MPI_Count begin, MPI_Count end, void *outbuf, MPI_Count outcount,
                              MPI_Datatype type) {
  return mpi::with_plan_of(type, [&](const Plan &plan) {
    require_range(begin, end, packed_size(plan, outcount));
    require_arguments(inbuf || begin == end);
    mpi::require_buffer(plan, outbuf, end - begin);
    plan.unpack(inbuf, begin, end, outbuf, outcount);
  });
}

extern "C" int AM_Type_iov(MPI_Count count, MPI_Datatype type, MPI_Count position, MPI_Count max_entries,
                           AM_Iov entries[], MPI_Count *n, MPI_Count *next) {
  return mpi::with_plan_of(type, [&](const Plan &plan) {
    const std::int64_t size = packed_size(plan, count);
    mpi::require_count(max_entries);
    require_arguments(n && (entries || max_entries == 0));
    require_range(position, size, size);
    if (max_entries == 0) {
      layout::CountAction all(plan.loops());
      layout::walk(plan.loops(), count, 0, position, size, all);
      *n = all.parts();
      if (next)
        *next = position;
      return;
    }
    layout::ListAction list(static_cast<std::size_t>(max_entries));
    const std::int64_t end = layout::walk(plan.loops(), count, 0, position, size, list);
    for (std::size_t i = 0; i < list.ranges().size(); ++i)
      entries[i] = {static_cast<MPI_Aint>(list.ranges()[i].offset), list.ranges()[i].length};
    *n = static_cast<MPI_Count>(list.ranges().size());
    if (next)
      *next = end;
  });
}
