// Collective calls: what a rank sends to which others and receives from them, and that all ranks learn whether it has
// arrived everywhere.
#pragma once

#include "comm_state.h"
#include "own_comm.h"
#include "receiving.h"
#include "transfer.h"

#include <mpi.h>

#include <cstddef>
#include <cstdint>
#include <exception>
#include <list>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace autolink {

/// What this rank sends and receives in a collective call, with the settings at its beginning. Items are numbered, those that are sent and those that are
/// received each from 0 on.
class CollectiveData {
public:
  virtual ~CollectiveData() = default;

  /// Returns what sends an item. `to` stays.
  virtual std::unique_ptr<Transfer> send(std::size_t item, std::span<const Destination> to) = 0;
  /// Returns where an item is received.
  virtual std::unique_ptr<Contents> receive(std::size_t item) = 0;
  /// Gives the caller what has been received. All of it has come, on all ranks.
  virtual void deliver() = 0;
  /// Frees what has been received.
  virtual void discard() noexcept = 0;
  /// Returns why nothing can be sent or received; null if it can.
  virtual std::exception_ptr failure() const { return nullptr; }
};

/// Returns data of which nothing can be sent or received, for this reason.
std::unique_ptr<CollectiveData> failed_data(std::exception_ptr failure);

/// What this rank does in a collective call. Ranks are those of the OwnComm.
struct Schedule {
  struct Send {
    std::size_t item;
    std::vector<int> to;
  };
  struct Receive {
    std::size_t item;
    int from;
    std::vector<int> relay_to; // ranks to which the messages are passed on
  };
  /// Some of each are under way at a time, the first ones first. So what two ranks have to do for each other stands at
  /// the same place of both ranks' lists, except where a list is short.
  std::vector<Send> sends;
  std::vector<Receive> receives;
};

// Ranks do nothing if `root` is MPI_PROC_NULL, or what has a root in the other group.

/// One item from the rank `root` to all others.
Schedule broadcast(const OwnComm &comm, int root);
/// An item of each rank to the rank `root`, which receives it as the item with that rank's number.
Schedule gather(const OwnComm &comm, int root);
/// The item with each rank's number to that rank.
Schedule scatter(const OwnComm &comm, int root);
/// An item of each rank to all.
Schedule all_gather(const OwnComm &comm);
/// The item with each rank's number to that rank, from all.
Schedule all_to_all(const OwnComm &comm);

/// A collective call on its way. It ends on all ranks alike: with the data, or with an error.
class Collective : public Transfer {
public:
  /// So many transfers of each direction are under way at a time. Each that is received takes 64 KiB. Tests change it.
  static inline std::size_t most_under_way = 16;

  /// `call`: its number.
  Collective(CommState &comm_state, OwnComm &own, std::uint64_t call);
  ~Collective() override;

  /// Must be called next. Takes the data if it does not throw (std::bad_alloc).
  void begin(std::unique_ptr<CollectiveData> &data, const Schedule &schedule);

  bool step() override;
  bool done() const override { return done_; }
  MPI_Status status() const override;

private:
  /// An item that is sent or received.
  struct Part {
    Part(std::size_t item_, int from_) : item(item_), from(from_) {}
    std::size_t item;
    int from;                           // MPI_PROC_NULL: it is sent
    std::vector<Destination> to;        // where it is sent or passed on to
    std::unique_ptr<Transfer> transfer; // null before it begins
    std::optional<Refusal> refusal;     // if it cannot be received
    bool has_ended = false;
  };
  void begin_sending(Part &part);
  void begin_receiving(Part &part);
  bool step_parts(std::list<Part> &parts);
  void keep_failure() noexcept;
  void begin_agreement();
  void end();

  CommState &comm_state_;
  OwnComm &own_;
  std::uint64_t call_;
  std::unique_ptr<CollectiveData> data_;
  std::list<Part> sends_, receives_;
  std::exception_ptr failure_;
  enum { making_comm, exchanging, agreeing } stage_ = making_comm;
  struct Verdict {
    int failure, rank; // laid out as MPI_2INT
  };
  struct Verdicts {
    Verdict mine, all;
  };
  std::unique_ptr<Verdicts> verdicts_;
  MPI_Request agreement_ = MPI_REQUEST_NULL;
  bool done_ = false;
};

} // namespace autolink
