// Collective calls. See collective.h.
#include "collective.h"

#include "errors.h"
#include "sending.h"
#include "status.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

namespace autolink {
namespace {

/// What one rank tells the others of its failure is the AL_ERR_… and this number, or one of these.
constexpr int no_failure = 0, failure_of_partner = 1, failure_of_mpi = 2, first_of_class = 3;

int verdict_of(const std::exception_ptr &failure) {
  if (!failure)
    return no_failure;
  try {
    std::rethrow_exception(failure);
  } catch (const Failure &one) { // AL_ERR_SENDER: the sender says more
    if (one.error == AL_ERR_SENDER)
      return failure_of_partner;
    return first_of_class +
           (one.error > 0 ? one.error : AL_ERR_STRUCTURE); // the caller's functions may return anything
  } catch (const CallFailure &) {
    return failure_of_mpi;
  } catch (...) {
    return first_of_class + AL_ERR_MEMORY;
  }
}

class FailedData : public CollectiveData {
public:
  explicit FailedData(std::exception_ptr failure) : failure_(std::move(failure)) {}

  std::unique_ptr<Transfer> send(std::size_t, std::span<const Destination>) override {
    std::rethrow_exception(failure_);
  }
  std::unique_ptr<Contents> receive(std::size_t) override { std::rethrow_exception(failure_); }
  void deliver() override {}
  void discard() noexcept override {}
  std::exception_ptr failure() const override { return failure_; }

private:
  std::exception_ptr failure_;
};

/// Returns the processes among which the root's item is passed on, the root first.
std::vector<int> in_order(const OwnComm &comm, int root) {
  std::vector<int> out = {root};
  for (const int one : comm.is_inter() && root == comm.rank() ? comm.peers() : comm.group())
    if (one != root)
      out.push_back(one);
  return out;
}

} // namespace

std::unique_ptr<CollectiveData> failed_data(std::exception_ptr failure) {
  return std::make_unique<FailedData>(std::move(failure));
}

Schedule broadcast(const OwnComm &comm, int root) {
  if (root == MPI_PROC_NULL)
    return {};
  const std::vector<int> order = in_order(comm, root);
  const auto at = static_cast<std::size_t>(std::find(order.begin(), order.end(), comm.rank()) - order.begin());
  std::vector<int> children;
  for (std::size_t child = 2 * at + 1; child < std::min(2 * at + 3, order.size()); ++child)
    children.push_back(order[child]);
  Schedule out;
  if (at > 0)
    out.receives.push_back({0, order[(at - 1) / 2], children});
  else if (!children.empty())
    out.sends.push_back({0, children});
  return out;
}

Schedule gather(const OwnComm &comm, int root) {
  if (root == MPI_PROC_NULL)
    return {};
  Schedule out;
  if (!comm.is_inter() || root != comm.rank())
    out.sends.push_back({0, {root}});
  if (root == comm.rank())
    for (std::size_t i = 0; i < comm.peers().size(); ++i)
      out.receives.push_back({i, comm.peers()[i], {}});
  return out;
}

Schedule scatter(const OwnComm &comm, int root) {
  if (root == MPI_PROC_NULL)
    return {};
  Schedule out;
  if (root == comm.rank())
    for (std::size_t i = 0; i < comm.peers().size(); ++i)
      out.sends.push_back({i, {comm.peers()[i]}});
  if (!comm.is_inter() || root != comm.rank())
    out.receives.push_back({0, root, {}});
  return out;
}

Schedule all_gather(const OwnComm &comm) {
  Schedule out;
  out.sends.push_back({0, comm.peers()});
  // All ranks receive in the same order, so that the first ones' items go to all that wait for them.
  for (std::size_t i = 0; i < comm.peers().size(); ++i)
    out.receives.push_back({i, comm.peers()[i], {}});
  return out;
}

Schedule all_to_all(const OwnComm &comm) {
  // In each round, a rank sends to the one so many after it, and receives from the one so many before it. For
  // intercommunicators, the shorter group's ranks wait in the rounds in which nobody comes to them.
  Schedule out;
  const std::size_t n = comm.peers().size(), n_rounds = std::max(n, comm.group().size());
  const auto me =
      static_cast<std::size_t>(std::find(comm.group().begin(), comm.group().end(), comm.rank()) - comm.group().begin());
  for (std::size_t round = 0; round < n_rounds; ++round) {
    if (const std::size_t to = (me + round) % n_rounds; to < n)
      out.sends.push_back({to, {comm.peers()[to]}});
    if (const std::size_t from = (me + n_rounds - round) % n_rounds; from < n)
      out.receives.push_back({from, comm.peers()[from], {}});
  }
  return out;
}

Collective::Collective(CommState &comm_state, OwnComm &own, std::uint64_t call)
    : comm_state_(comm_state), own_(own), call_(call), verdicts_(std::make_unique<Verdicts>()) {}

Collective::~Collective() {
  if (data_ && !done_)
    data_->discard();
  if (agreement_ != MPI_REQUEST_NULL)
    static_cast<void>(verdicts_.release()); // an MPI call has failed, and MPI may still write there
}

void Collective::begin(std::unique_ptr<CollectiveData> &data, const Schedule &schedule) {
  const auto add = [this](std::list<Part> &parts, std::size_t item, int from, const std::vector<int> &to) {
    parts.emplace_back(item, from);
    for (const int rank : to)
      parts.back().to.push_back({rank, packet_tag(call_), MPI_COMM_NULL});
  };
  for (const Schedule::Send &one : schedule.sends)
    add(sends_, one.item, MPI_PROC_NULL, one.to);
  for (const Schedule::Receive &one : schedule.receives)
    add(receives_, one.item, one.from, one.relay_to);
  data_ = std::move(data);
  failure_ = data_->failure();
}

MPI_Status Collective::status() const { return empty_status(); }

/// Keeps the failure that is being handled, unless another one says more.
void Collective::keep_failure() noexcept {
  if (verdict_of(failure_) <= failure_of_partner)
    failure_ = std::current_exception();
}

/// Begins to send. If that fails, the receivers are told.
void Collective::begin_sending(Part &part) {
  try {
    part.transfer = data_->send(part.item, part.to);
  } catch (...) {
    keep_failure();
    for (const Destination &to : part.to)
      send_abort(to);
    part.has_ended = true;
  }
}

/// Begins to receive. If that fails, what comes is refused, because the sender waits until it has been received. The
/// ranks to which it would be passed on are told.
void Collective::begin_receiving(Part &part) {
  const Destination from = {part.from, packet_tag(call_), own_.get()};
  try {
    part.transfer = std::make_unique<ReceivingOwn>(data_->receive(part.item), comm_state_, from, part.to);
  } catch (const CallFailure &) {
    keep_failure();
    part.has_ended = true;
  } catch (...) {
    keep_failure();
    part.refusal.emplace(from);
    for (const Destination &to : part.to)
      send_abort(to);
  }
}

/// Steps those that are under way. Returns whether anything has happened.
bool Collective::step_parts(std::list<Part> &parts) {
  bool any = false;
  auto next = parts.begin();
  for (std::size_t n = 0; n < most_under_way && next != parts.end();) {
    Part &part = *next;
    try {
      if (!part.transfer && !part.refusal) {
        for (Destination &to : part.to)
          to.comm = own_.get();
        part.from == MPI_PROC_NULL ? begin_sending(part) : begin_receiving(part);
      }
      if (part.transfer) {
        any = part.transfer->step() || any;
        part.has_ended = part.transfer->done();
      } else if (part.refusal) {
        any = part.refusal->step() || any;
        part.has_ended = part.refusal->done();
      }
    } catch (...) {
      keep_failure();
      part.has_ended = true;
    }
    if (part.has_ended) {
      next = parts.erase(next);
    } else {
      ++next;
      ++n;
    }
  }
  return any;
}

void Collective::begin_agreement() {
  verdicts_->mine = {verdict_of(failure_), own_.rank()};
  const int code = MPI_Iallreduce(&verdicts_->mine, &verdicts_->all, 1, MPI_2INT, MPI_MAXLOC, own_.get(), &agreement_);
  own_.end_turn();
  check_own_call(code);
}

void Collective::end() {
  done_ = true;
  const auto [mine, all] = *verdicts_;
  if (all.failure == no_failure) {
    data_->deliver();
    return;
  }
  data_->discard();
  if (mine.failure > failure_of_partner || (all.failure == failure_of_partner && failure_))
    std::rethrow_exception(failure_);
  require(all.failure != failure_of_partner, AL_ERR_SENDER, "AutoLink: another rank met an error and gave up");
  const std::string who = own_.is_inter() ? "another process" : "rank " + std::to_string(all.rank);
  const std::string_view library = "AutoLink: ", what = all.failure == failure_of_mpi
                                                            ? "AutoLink: an MPI call"
                                                            : text_of_class(all.failure - first_of_class);
  throw Failure(AL_ERR_SENDER, std::string(library) + who + " has failed: " + std::string(what.substr(library.size())));
}

bool Collective::step() {
  bool any = false;
  if (stage_ == making_comm) {
    if (!own_.is_ready())
      return false;
    stage_ = exchanging;
  }
  if (stage_ == exchanging) {
    any = step_parts(sends_);
    any = step_parts(receives_) || any;
    if (!sends_.empty() || !receives_.empty() || !own_.is_turn_of(call_))
      return any;
    begin_agreement();
    stage_ = agreeing;
  }
  int flag = 0;
  check_own_call(MPI_Test(&agreement_, &flag, MPI_STATUS_IGNORE));
  if (flag)
    end();
  return any || flag;
}

} // namespace autolink
