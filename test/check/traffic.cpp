// Random traffic that is right by construction, so the checker must report nothing. In each round every rank posts
// receives, with and without wildcards, and then all ranks send. Each rank simulates MPI's matching to know the types
// of its messages. Receives are completed in any order and by all calls; those without a message are cancelled. Then all
// ranks make the same collective calls, whose datatypes change from call to call, also between two groups.
//
// traffic SEED ROUNDS
#include <mpi.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <random>
#include <vector>

namespace {

int rank, size;
unsigned seed;

void require(bool condition, const char *what) {
  if (condition)
    return;
  std::fprintf(stderr, "rank %d, seed %u: %s\n", rank, seed, what);
  MPI_Abort(MPI_COMM_WORLD, 2);
}

/// Returns types of 8 bytes per pair of elements, so that sizes do not reveal a mix-up.
std::vector<MPI_Datatype> make_types() {
  std::vector<MPI_Datatype> out = {MPI_DOUBLE, MPI_LONG, MPI_UNSIGNED_LONG, MPI_2INT, MPI_C_FLOAT_COMPLEX};
  const auto add = [&](MPI_Datatype type) {
    MPI_Type_commit(&type);
    out.push_back(type);
  };
  MPI_Datatype type;
  MPI_Type_contiguous(2, MPI_FLOAT, &type);
  add(type);
  const int lengths[2] = {1, 1};
  const MPI_Aint places[2] = {0, 4};
  const MPI_Datatype parts[2] = {MPI_INT, MPI_FLOAT}, turned[2] = {MPI_FLOAT, MPI_INT};
  MPI_Type_create_struct(2, lengths, places, parts, &type);
  add(type);
  MPI_Type_create_struct(2, lengths, places, turned, &type);
  add(type);
  return out;
}

struct Message {
  int source, tag, type;
  long id;
};

struct Posted {
  int source, tag; // or MPI's wildcards
  int type = 0;
  long expected = -1; // the message's id; -1 if it gets none, or one of several
  long data[3] = {-1, -1, -1};
  MPI_Request request = MPI_REQUEST_NULL;
  bool cancelled = false;
};

class Round {
public:
  Round(std::mt19937 &common, std::mt19937 &own, const std::vector<MPI_Datatype> &types, MPI_Comm comm)
      : own_(own), types_(types), comm_(comm) {
    // The messages for each rank, computed identically on all ranks.
    const bool any_source = below(common, 3) == 0;
    inbox_.resize(static_cast<std::size_t>(size));
    for (auto &inbox : inbox_)
      for (int i = 0, n = 4 + below(common, 24); i < n; ++i) {
        Message message{below(common, size), below(common, 4), below(common, static_cast<int>(types.size())), i};
        if (any_source) // a receive from any source knows only the tag
          message.type = (message.tag + 3) % static_cast<int>(types.size());
        inbox.push_back(message);
      }
    post(any_source);
  }

  void run() {
    MPI_Barrier(comm_);
    std::vector<MPI_Request> sends;
    std::deque<std::array<long, 3>> data;
    for (int to = 0; to < size; ++to)
      for (const Message &message : inbox_[static_cast<std::size_t>(to)]) {
        if (message.source != rank)
          continue;
        data.push_back({message.id, message.id, message.id});
        sends.emplace_back();
        start(data.back().data(), message, to, sends.back());
      }
    complete();
    for (const Message &message : left_) {
      std::array<long, 3> buffer;
      MPI_Recv(buffer.data(), 1, types_[static_cast<std::size_t>(message.type)], message.source, message.tag, comm_,
               MPI_STATUS_IGNORE);
      require(buffer[0] == message.id, "a message came late to another receive");
    }
    MPI_Waitall(static_cast<int>(sends.size()), sends.data(), MPI_STATUSES_IGNORE);
  }

private:
  static int below(std::mt19937 &random, int limit) { return std::uniform_int_distribution(0, limit - 1)(random); }

  void start(long *data, const Message &message, int to, MPI_Request &request) {
    const MPI_Datatype type = types_[static_cast<std::size_t>(message.type)];
    switch (below(own_, 3)) {
    case 0:
      MPI_Isend(data, 1, type, to, message.tag, comm_, &request);
      break;
    case 1:
      MPI_Issend(data, 1, type, to, message.tag, comm_, &request);
      break;
    default:
      MPI_Isend(data, 1, type, to, message.tag, comm_, &request);
    }
  }

  void post(bool any_source) {
    const auto &inbox = inbox_[static_cast<std::size_t>(rank)];
    for (const Message &message : inbox) {
      const int wildcard = below(own_, 3);
      posted_.push_back({any_source && wildcard == 0 ? MPI_ANY_SOURCE : message.source,
                         !any_source && wildcard == 0 ? MPI_ANY_TAG : message.tag});
    }
    for (int extra = below(own_, 4); extra > 0; --extra)
      posted_.push_back({below(own_, size), 7}); // no message arrives for this one
    std::ranges::shuffle(posted_, own_);
    // Messages from one source arrive in order. With any source, only the tags determine the type, and which message is
    // left is random. So there are no wildcards: each (source, tag) must have a receive of its own.
    if (any_source) {
      for (Posted &receive : posted_) {
        receive.type = (receive.tag + 3) % static_cast<int>(types_.size());
        if (receive.tag != 7)
          receive.source = MPI_ANY_SOURCE;
      }
    } else {
      for (const Message &message : inbox) {
        const auto first = std::ranges::find_if(posted_, [&](const Posted &receive) {
          return receive.expected < 0 && receive.source == message.source &&
                 (receive.tag == MPI_ANY_TAG || receive.tag == message.tag);
        });
        if (first == posted_.end()) {
          left_.push_back(message);
          continue;
        }
        first->expected = message.id;
        first->type = message.type;
      }
    }
    for (Posted &receive : posted_)
      MPI_Irecv(receive.data, 1 + below(own_, 2), types_[static_cast<std::size_t>(receive.type)], receive.source,
                receive.tag, comm_, &receive.request);
  }

  bool gets_one(const Posted &receive) const {
    return receive.expected >= 0 || (receive.source == MPI_ANY_SOURCE && receive.tag != 7);
  }

  void complete() {
    // Some receives without a message are cancelled while others are still active.
    for (Posted &receive : posted_)
      if (!gets_one(receive) && below(own_, 2) == 0)
        cancel(receive);
    std::vector<Posted *> open;
    for (Posted &receive : posted_)
      if (gets_one(receive))
        open.push_back(&receive);
    std::ranges::shuffle(open, own_);
    while (!open.empty()) {
      std::vector<MPI_Request> requests;
      for (Posted *receive : open)
        requests.push_back(receive->request);
      const int n = static_cast<int>(requests.size());
      int index = MPI_UNDEFINED, done = 0, count = 0;
      std::vector<int> indices(requests.size());
      switch (below(own_, 6)) {
      case 0:
        MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
        break;
      case 1:
        MPI_Waitany(n, requests.data(), &index, MPI_STATUS_IGNORE);
        break;
      case 2:
        MPI_Waitsome(n, requests.data(), &count, indices.data(), MPI_STATUSES_IGNORE);
        break;
      case 3:
        MPI_Test(&requests[static_cast<std::size_t>(below(own_, n))], &done, MPI_STATUS_IGNORE);
        break;
      case 4:
        MPI_Testsome(n, requests.data(), &count, indices.data(), MPI_STATUSES_IGNORE);
        break;
      default:
        if (below(own_, 4) == 0)
          MPI_Waitall(n, requests.data(), MPI_STATUSES_IGNORE);
      }
      std::vector<Posted *> rest;
      for (std::size_t i = 0; i < open.size(); ++i) {
        open[i]->request = requests[i];
        if (requests[i] != MPI_REQUEST_NULL)
          rest.push_back(open[i]);
        else if (open[i]->expected >= 0)
          require(open[i]->data[0] == open[i]->expected, "a receive got another message");
      }
      open = std::move(rest);
    }
    for (Posted &receive : posted_)
      if (!gets_one(receive) && !receive.cancelled)
        cancel(receive);
  }

  void cancel(Posted &receive) {
    MPI_Status status;
    int cancelled = 0;
    MPI_Cancel(&receive.request);
    MPI_Wait(&receive.request, &status);
    MPI_Test_cancelled(&status, &cancelled);
    require(cancelled, "a receive that gets nothing was not cancelled");
    receive.cancelled = true;
  }

  std::mt19937 &own_;
  const std::vector<MPI_Datatype> &types_;
  MPI_Comm comm_;
  std::vector<std::vector<Message>> inbox_; // each rank's messages, in the order in which each source sends
  std::vector<Posted> posted_;
  std::vector<Message> left_; // messages that no receive got
};

/// The even ranks and the odd ones, on an intercommunicator.
class Groups {
public:
  Groups() {
    MPI_Comm_split(MPI_COMM_WORLD, rank % 2, rank, &half_);
    MPI_Intercomm_create(half_, 0, MPI_COMM_WORLD, 1 - rank % 2, 1, &between_);
  }
  ~Groups() {
    MPI_Comm_free(&between_);
    MPI_Comm_free(&half_);
  }
  MPI_Comm get() const { return between_; }

  /// Returns how this rank names a root with this rank in MPI_COMM_WORLD.
  static int named(int root) { return root == rank ? MPI_ROOT : root % 2 == rank % 2 ? MPI_PROC_NULL : root / 2; }

private:
  MPI_Comm half_ = MPI_COMM_NULL, between_ = MPI_COMM_NULL;
};

void call_collectives(std::mt19937 &common, const std::vector<MPI_Datatype> &types, MPI_Comm comm,
                      const Groups &groups) {
  const auto below = [&](int limit) { return std::uniform_int_distribution(0, limit - 1)(common); };
  const auto n_types = static_cast<int>(types.size());
  const std::array counts{1, 1, 1, 1}, places{0, 8, 16, 24};
  std::array<long, 16> from{}, to{};
  for (int i = below(size == 2 ? 100 : 8); i > 0; --i) { // more ranks than processors take long
    const int kind = below(14), root = below(size), count = 1 + below(2), offset = below(n_types);
    const MPI_Datatype type = types[static_cast<std::size_t>(offset)], number = below(2) ? MPI_LONG : MPI_DOUBLE;
    std::array<MPI_Datatype, 4> each{};
    for (int peer = 0; peer < size; ++peer) // the same one between two ranks
      each[static_cast<std::size_t>(peer)] = types[static_cast<std::size_t>((offset + rank + peer) % n_types)];
    MPI_Request request = MPI_REQUEST_NULL;
    for (int times = 1 + below(3); times > 0; --times) {
      if (kind == 0)
        MPI_Bcast(from.data(), count, type, root, comm);
      else if (kind == 1)
        MPI_Ibcast(from.data(), count, type, root, comm, &request);
      else if (kind == 2)
        MPI_Gather(from.data(), count, type, to.data(), count, type, root, comm);
      else if (kind == 3)
        MPI_Scatter(from.data(), count, type, to.data(), count, type, root, comm);
      else if (kind == 4)
        MPI_Allgather(from.data(), count, type, to.data(), count, type, comm);
      else if (kind == 5)
        MPI_Iallgather(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, to.data(), count, type, comm, &request);
      else if (kind == 6)
        MPI_Alltoall(from.data(), count, type, to.data(), count, type, comm);
      else if (kind == 7)
        MPI_Alltoallw(from.data(), counts.data(), places.data(), each.data(), to.data(), counts.data(), places.data(),
                      each.data(), comm);
      else if (kind == 8)
        MPI_Reduce(from.data(), to.data(), count, number, MPI_MAX, root, comm);
      else if (kind == 9)
        MPI_Allreduce(from.data(), to.data(), count, number, MPI_MAX, comm);
      else if (kind == 10)
        MPI_Scan(from.data(), to.data(), count, number, MPI_MAX, comm);
      else if (kind == 11)
        MPI_Bcast(from.data(), count, type, Groups::named(root), groups.get());
      else if (kind == 12)
        MPI_Gather(from.data(), count, type, to.data(), count, type, Groups::named(root), groups.get());
      else
        MPI_Allgather(from.data(), count, type, to.data(), count, type, groups.get());
      MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
  }
}

} // namespace

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  seed = argc > 1 ? static_cast<unsigned>(std::atoi(argv[1])) : 1;
  const int rounds = argc > 2 ? std::atoi(argv[2]) : 100;
  std::mt19937 common(seed), own(seed * 1000 + static_cast<unsigned>(rank) + 1);
  std::vector<MPI_Datatype> types = make_types();
  MPI_Comm duplicate;
  MPI_Comm_dup(MPI_COMM_WORLD, &duplicate);
  {
    const Groups groups;
    for (int i = 0; i < rounds; ++i) {
      const MPI_Comm comm = i % 2 ? duplicate : MPI_COMM_WORLD;
      Round(common, own, types, comm).run();
      call_collectives(common, types, comm, groups);
    }
  }
  MPI_Comm_free(&duplicate);
  for (std::size_t i = 5; i < types.size(); ++i)
    MPI_Type_free(&types[i]);
  MPI_Finalize();
  return 0;
}
