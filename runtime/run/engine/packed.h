// Packed data in place of data with gaps: what MPI is given, and what is unpacked afterwards.
#pragma once

#include "report.h"
#include "types.h"

#include "layout/dataloop/plan.h"
#include "mpi/base/buffers.h"
#include "mpi/guarded_room.h"
#include "mpi/messages/choice.h"

#include <mpi.h>

#include <memory>
#include <new>
#include <optional>

namespace automap::run {

/// Data that are packed and sent or written. The constructors of this class and the next one throw std::bad_alloc.
class PackedToSend {
public:
  /// Makes room for the data at `buffer`. MPI is given one item of `type`, or bytes if that is null. `row`: null if there
  /// is no report.
  PackedToSend(const Gapped &data, const void *buffer, Row *row, std::shared_ptr<const mpi::OwnedType> type = nullptr)
      : plan_(data.plan->shared_from_this()), buffer_(buffer), count_(data.count), size_(data.size), row_(row),
        type_(std::move(type)), packed_(static_cast<std::size_t>(data.size)) {}

  /// Packs the data as they are now.
  void pack() {
    const Timing timing(row_, {plan_.get(), count_, size_});
    plan_->pack_all(buffer_, count_, packed_.data());
  }

  mpi::MpiData mpi_data() const {
    if (type_)
      return {packed_.data(), 1, *type_};
    return {packed_.data(), static_cast<int>(size_), MPI_PACKED};
  }

private:
  std::shared_ptr<const layout::Plan> plan_; // the datatype may be freed meanwhile
  const void *buffer_;
  std::int64_t count_;
  std::int64_t size_;
  Row *row_;
  std::shared_ptr<const mpi::OwnedType> type_;
  mpi::Buffer packed_;
};

/// Room for packed data that are received or read, and then unpacked to the program's buffer.
class PackedToReceive {
public:
  PackedToReceive(const Gapped &data, void *buffer, Row *row)
      : plan_(data.plan->shared_from_this()), buffer_(buffer), count_(data.count), size_(data.size), row_(row),
        packed_(static_cast<std::size_t>(data.size)) {}
  ~PackedToReceive();

  /// Returns what MPI is to read into.
  mpi::MpiData mpi_data() const { return {packed_.data(), static_cast<int>(size_), MPI_PACKED}; }

  /// Returns what MPI is to receive into. The message may be longer than the room: some MPI libraries then write beyond
  /// it if they are given bytes.
  mpi::MpiData guarded_mpi_data();

  /// Moves what was received, which may be less than there is room for, to its places.
  void unpack(const MPI_Status &status);

  /// Does so if all was received.
  void unpack_all() {
    const Timing timing(row_, {plan_.get(), count_, size_});
    plan_->unpack_all(packed_.data(), buffer_, count_);
  }

private:
  std::shared_ptr<const layout::Plan> plan_;
  void *buffer_;
  std::int64_t count_;
  std::int64_t size_;
  Row *row_;
  mpi::Buffer packed_;
  std::optional<mpi::GuardedRoom> guarded_;
};

/// Makes a call, with the program's status or another one, and unpacks what it has received or read. make_call(status)
/// returns MPI's code, and unpack(status) is called if that is MPI_SUCCESS. Returns the code.
template <typename MakeCall, typename Unpack> int unpack_after(MPI_Status *status, MakeCall make_call, Unpack unpack) {
  MPI_Status own, *const filled = status == MPI_STATUS_IGNORE ? &own : status;
  const int code = make_call(filled);
  if (code == MPI_SUCCESS)
    unpack(*filled);
  return code;
}
template <typename MakeCall> int unpack_after(MPI_Status *status, PackedToReceive &packed, MakeCall make_call) {
  return unpack_after(status, make_call, [&](const MPI_Status &filled) { packed.unpack(filled); });
}

/// Returns a new object, or null if memory is short.
template <typename Packed, typename... Arguments> std::unique_ptr<Packed> make_or_null(const Arguments &...arguments) {
  try {
    return std::make_unique<Packed>(arguments...);
  } catch (const std::bad_alloc &) {
    return nullptr;
  }
}

} // namespace automap::run
