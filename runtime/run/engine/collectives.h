// Collective calls that move data. Every rank gives MPI bytes, also if its data have no gaps, so that all ranks choose
// the same algorithms (mpi/messages/collective.h). The arguments `leave` make the program's own call.
#pragma once

#include "functions.h"
#include "packed.h"
#include "report.h"
#include "requests.h"
#include "types.h"

#include "mpi/messages/collective.h"

#include <mpi.h>

#include <exception>
#include <memory>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

namespace automap::run {

using mpi::Collective;
using mpi::CollectiveSide;
using mpi::Form;
using mpi::NamedBlocks;
using mpi::one;
using mpi::typed;
using mpi::varying;

/// Throws UsageFailure if MPI would report this datatype.
void require_usable(MPI_Datatype type);

/// Counts the data with gaps of a collective call that is left to MPI.
void count_left(const Call &call, const Collective &collective);

/// Packs and unpacks for a collective call, and counts and times that if there is a report.
class PendingCollective final : public PendingCall {
public:
  PendingCollective(const Call &call, Collective::Kind kind, const NamedBlocks &from, const NamedBlocks &to, int root,
                    MPI_Comm comm);

  void prepare() override;
  void finish(const MPI_Status &) override { unpack(); }
  void unpack();
  const Collective &collective() const { return collective_; }

private:
  /// Data of one side, whose datatype may be freed before the call ends.
  struct Counted {
    Row *row;
    Gapped data;
    Packing packing;
  };
  static std::vector<Counted> counted(const Call &call, const CollectiveSide &side);
  static Row *count_all(const std::vector<Counted> &all);

  Collective collective_;
  std::vector<Counted> sent_, received_; // empty without a report
};

/// Returns a call's arguments for data that are sent or received in blocks of one length, if they need no preparation:
/// they have no gaps, or there are none. Those that are not significant on this rank may be anything.
struct PlainBlocks {
  void *buffer;
  int count;
  MPI_Datatype type;
};
std::optional<PlainBlocks> plain_blocks(const NamedBlocks &named);

/// Whether MPI may refuse the call because what is sent lies where data are received.
inline bool may_be_refused(Collective::Kind kind, const NamedBlocks &from, const NamedBlocks &to) {
  return from.buffer == to.buffer && from.buffer && from.buffer != MPI_IN_PLACE && kind != Collective::Kind::gather &&
         kind != Collective::Kind::scatter;
}

/// Prepares a collective call: make() makes and returns it. Returns nothing then; else the code of leave(), if the call is
/// left to MPI, or of an MPI call that has failed.
template <typename Leave, typename Make> std::optional<int> prepare_or_leave(const Call &call, Leave leave, Make make) {
  try {
    const PendingCollective &made = make();
    if (!is_dry_run())
      return std::nullopt;
    count_left(call, made.collective());
  } catch (const mpi::CallFailure &failure) {
    return failure.code;             // MPI has called the error handler
  } catch (const std::exception &) { // MPI reports it, or does with less memory
  }
  return leave();
}

/// A collective call that does not block, or makes a persistent request. Its last argument is the request.
template <Form sent, Form received, typename Leave, typename Plain, typename Large, typename... Rest>
int start_collective(const Call &call, Collective::Kind kind, Leave leave, Plain plain, Large large,
                     const NamedBlocks &from, const NamedBlocks &to, int root, MPI_Comm comm, bool is_persistent,
                     MPI_Request *request, Rest... rest) {
  if (may_be_refused(kind, from, to))
    return leave();
  if constexpr (sent == Form::one && received == Form::one)
    if (const auto out = plain_blocks(from))
      if (const auto in = plain_blocks(to))
        return plain(out->buffer, out->count, out->type, in->buffer, in->count, in->type, rest..., request);
  std::unique_ptr<PendingCollective> pending;
  const auto make = [&]() -> PendingCollective & {
    return *(pending = std::make_unique<PendingCollective>(call, kind, from, to, root, comm));
  };
  if (const auto left = prepare_or_leave(call, leave, make))
    return *left;
  if (is_persistent)
    pending->make_persistent();
  else
    pending->prepare();
  const int code = pending->collective().template make<sent, received>(plain, large, rest..., request);
  return follow_if_made(code, request, std::move(pending));
}

/// A collective call that blocks.
template <Form sent, Form received, typename Leave, typename Plain, typename Large, typename... Rest>
int make_collective(const Call &call, Collective::Kind kind, Leave leave, Plain plain, Large large,
                    const NamedBlocks &from, const NamedBlocks &to, int root, MPI_Comm comm, Rest... rest) {
  if (may_be_refused(kind, from, to))
    return leave();
  if constexpr (sent == Form::one && received == Form::one)
    if (const auto out = plain_blocks(from))
      if (const auto in = plain_blocks(to))
        return plain(out->buffer, out->count, out->type, in->buffer, in->count, in->type, rest...);
  std::optional<PendingCollective> pending;
  const auto make = [&]() -> PendingCollective & { return pending.emplace(call, kind, from, to, root, comm); };
  if (const auto left = prepare_or_leave(call, leave, make))
    return *left;
  pending->prepare();
  const int code = pending->collective().template make<sent, received>(plain, large, rest...);
  if (code == MPI_SUCCESS)
    pending->unpack();
  return code;
}

/// What one rank has to do for a broadcast.
class PendingBroadcast final : public PendingCall {
public:
  PendingBroadcast(std::unique_ptr<PackedToSend> sent, std::unique_ptr<PackedToReceive> received)
      : sent_(std::move(sent)), received_(std::move(received)) {}

  void *data() const { return mpi_data().data; }
  int bytes() const { return mpi_data().count; }
  void prepare() override {
    if (sent_)
      sent_->pack();
  }
  void finish(const MPI_Status &) override { unpack(); }
  void unpack() {
    if (received_)
      received_->unpack_all();
  }

private:
  mpi::MpiData mpi_data() const { return sent_ ? sent_->mpi_data() : received_->mpi_data(); }

  std::unique_ptr<PackedToSend> sent_;
  std::unique_ptr<PackedToReceive> received_;
};

/// Returns what a broadcast is to pack here, or null if it has no gaps or is left to MPI. `code` becomes that of an MPI call
/// that has failed.
std::unique_ptr<PendingBroadcast> packed_to_broadcast(const Call &call, void *buffer, MPI_Count count,
                                                      MPI_Datatype type, int root, MPI_Comm comm, int &code);

template <typename Real, typename Count>
int broadcast(const Call &call, Real real, void *buffer, Count count, MPI_Datatype type, int root, MPI_Comm comm) {
  if (const auto bytes = adjacent(buffer, count, type))
    return real(bytes->data, bytes->size, MPI_BYTE, root, comm);
  int code = MPI_SUCCESS;
  const auto packed = packed_to_broadcast(call, buffer, count, type, root, comm, code);
  if (code != MPI_SUCCESS)
    return code;
  if (!packed)
    return real(buffer, count, type, root, comm);
  packed->prepare();
  code = real(packed->data(), packed->bytes(), MPI_BYTE, root, comm);
  if (code == MPI_SUCCESS)
    packed->unpack();
  return code;
}

/// `info`: nothing, or the MPI_Info of a persistent call.
template <typename Real, typename Count, typename... Info>
int start_broadcast(const Call &call, Real real, void *buffer, Count count, MPI_Datatype type, int root, MPI_Comm comm,
                    MPI_Request *request, bool is_persistent, Info... info) {
  if (const auto bytes = adjacent(buffer, count, type))
    return real(bytes->data, bytes->size, MPI_BYTE, root, comm, info..., request);
  int code = MPI_SUCCESS;
  auto packed = packed_to_broadcast(call, buffer, count, type, root, comm, code);
  if (code != MPI_SUCCESS)
    return code;
  if (!packed)
    return real(buffer, count, type, root, comm, info..., request);
  if (is_persistent)
    packed->make_persistent();
  else
    packed->prepare();
  code = real(packed->data(), packed->bytes(), MPI_BYTE, root, comm, info..., request);
  return follow_if_made(code, request, std::move(packed));
}

template <typename Real, typename Count>
int start_broadcast(const Call &call, Real real, void *buffer, Count count, MPI_Datatype type, int root, MPI_Comm comm,
                    MPI_Request *request) {
  return start_broadcast(call, real, buffer, count, type, root, comm, request, false);
}

template <typename Real, typename Count>
int init_broadcast(const Call &call, Real real, void *buffer, Count count, MPI_Datatype type, int root, MPI_Comm comm,
                   MPI_Info info, MPI_Request *request) {
  return start_broadcast(call, real, buffer, count, type, root, comm, request, true, info);
}

} // namespace automap::run
