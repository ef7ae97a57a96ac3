// Random MPI programs: sequences of calls with random datatypes, counts, modes and orders of completion. What each rank
// receives is printed as a hash in each line: every byte of its buffers with the gaps, statuses and error classes.
// compare_runs.sh runs the same sequences with and without automap-run, and compares what they print.
//
//   random_calls FIRST_SEED NUMBER
#include "library_faults.h"
#include "memory.h"
#include "message_support.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <random>
#include <vector>

namespace automap::test {
namespace {

/// The modes of sends, in the order of the tables below.
constexpr int buffered = 2;
constexpr std::array blocking{MPI_Send, MPI_Ssend, MPI_Bsend};
constexpr std::array immediate{MPI_Isend, MPI_Issend, MPI_Ibsend};
constexpr std::array persistent{MPI_Send_init, MPI_Ssend_init, MPI_Bsend_init};

class Program {
public:
  Program(unsigned seed, bool forgets_buffered)
      : forgets_buffered_(forgets_buffered), seed_(seed), random_(seed), size_(ranks()), rank_(rank()) {
    unsigned from = seed * 1000;
    while (types_.size() < 6)
      if (Type each = apart(from); sizes_of(each).size > 0 && // MPICH's MPI_Unpack divides by the size
                                   is_read_right(each))
        types_.push_back(std::move(each));
    Type padded; // long messages
    const std::array lengths{1, 1, 2};
    const std::array<MPI_Aint, 3> places{0, 4, 16};
    const std::array types{MPI_CHAR, MPI_INT, MPI_DOUBLE};
    MPI_Type_create_struct(3, lengths.data(), places.data(), types.data(), padded.out());
    types_.push_back(committed(std::move(padded)));
    Type column;
    MPI_Type_vector(100 + below(300), 1 + below(3), 5 + below(20), MPI_INT, column.out());
    types_.push_back(committed(std::move(column)));
    types_.push_back(Type(MPI_DOUBLE));
  }

  void run(int steps) {
    using Step = void (Program::*)();
    constexpr Step each[] = {&Program::start_receive_first,
                             &Program::start_send_first,
                             &Program::both,
                             &Program::replace,
                             &Program::several,
                             &Program::repeated,
                             &Program::freed,
                             &Program::cancelled,
                             &Program::truncated,
                             &Program::nowhere,
                             &Program::pack,
                             &Program::broadcast,
                             &Program::collect,
                             &Program::collect,
                             &Program::varying,
                             &Program::varying,
                             &Program::each_its_type,
                             &Program::with_neighbours};
    for (int step = 0; step < steps; ++step) {
      const int which = below(static_cast<int>(std::size(each)));
      log_.print("seed %u step %d kind %d rank %d:", seed_, step, which, rank_);
      (this->*each[which])();
      log_.print("\n");
    }
    log_.print_all();
  }

private:
  /// Whether MPI finds the second item of the datatype where it is. Open MPI takes some datatypes of one block for
  /// contiguous, although items are apart.
  static bool is_read_right(MPI_Datatype type) {
    static const bool is_open_mpi = mpi_is_open_mpi() != 0;
    const Sizes sizes = sizes_of(type);
    return !is_open_mpi || sizes.size != sizes.true_extent || sizes.extent == sizes.true_extent;
  }

  int below(int limit) { return std::uniform_int_distribution(0, limit - 1)(random_); }
  unsigned number() { return static_cast<unsigned>(below(1 << 30)); }

  MPI_Datatype type() { return types_[static_cast<std::size_t>(below(static_cast<int>(types_.size())))]; }

  /// Returns a count for which the elements of the datatype do not overlap.
  int count_of(MPI_Datatype type) {
    const Sizes sizes = sizes_of(type);
    const int most = sizes.extent < 100 && below(3) == 0 ? 8000 : 5, out = below(most) + 1;
    return sizes.extent < sizes.true_extent ? 1 : out;
  }

  /// Returns a count for calls with which MPICH sends packed data, which it cannot receive in fragments before 4.2
  /// (runtime/mpi/base/fragments.h).
  int short_count_of(MPI_Datatype type) { return shortened(count_of(type), type, 1); }

  /// Returns the count, or less with MPICH, so that `blocks` of so many items are one such fragment.
  static int shortened(int count, [[maybe_unused]] MPI_Datatype type, [[maybe_unused]] int blocks) {
#ifdef MPICH
    return static_cast<int>(std::clamp<MPI_Count>(8000 / (sizes_of(type).size * blocks), 1, count));
#else
    return count;
#endif
  }

  /// Returns where and from where each rank sends, at a random distance in the ring: 0 is to itself.
  struct Ring {
    int to, from;
  };
  Ring ring() {
    const int distance = below(size_);
    return {(rank_ + distance) % size_, (rank_ - distance + size_) % size_};
  }

  /// Whether this is none of the random datatypes, for some of which MPICH's MPI_Get_elements fails.
  bool is_plain(MPI_Datatype type) {
    return std::any_of(types_.end() - 3, types_.end(), [&](const Type &each) { return each == type; });
  }

  void log(const Memory &memory) { log_.print(memory); }
  void log(MPI_Status status, MPI_Datatype type) {
    int count = 0, elements = 0, cancelled = 0;
    MPI_Get_count(&status, type, &count);
    if (is_plain(type))
      MPI_Get_elements(&status, type, &elements);
    MPI_Test_cancelled(&status, &cancelled);
    log_.print(" (%d %d %d %d%s)", status.MPI_SOURCE, status.MPI_TAG, count, elements, cancelled ? " cancelled" : "");
  }
  void log_code(int code) {
    int out = 0;
    MPI_Error_class(code, &out);
    log_.print(" error %d", out == MPI_SUCCESS ? 0 : out == MPI_ERR_TRUNCATE ? 1 : out == MPI_ERR_IN_STATUS ? 2 : 3);
  }

  /// Completes all requests in some way, and returns their statuses, which are empty if `ignored`.
  std::vector<MPI_Status> complete(std::vector<MPI_Request> &requests) {
    const int n = static_cast<int>(requests.size()), way = below(8);
    std::vector<MPI_Status> out(requests.size()), some(requests.size());
    std::vector<int> indices(requests.size());
    int index = 0, flag = 0, done = 0;
    switch (way) {
    case 0:
      for (int i = 0; i < n; ++i)
        MPI_Wait(&requests[static_cast<std::size_t>(i)], &out[static_cast<std::size_t>(i)]);
      break;
    case 1:
      for (int i = n; i-- > 0;)
        for (flag = 0; !flag;)
          MPI_Test(&requests[static_cast<std::size_t>(i)], &flag, &out[static_cast<std::size_t>(i)]);
      break;
    case 2:
      MPI_Waitall(n, requests.data(), out.data());
      break;
    case 3:
      while (!flag)
        MPI_Testall(n, requests.data(), &flag, out.data());
      break;
    case 4:
      for (MPI_Status status;;) {
        MPI_Waitany(n, requests.data(), &index, &status);
        if (index == MPI_UNDEFINED)
          break;
        out[static_cast<std::size_t>(index)] = status;
      }
      break;
    case 5:
      for (MPI_Status status;;) {
        MPI_Testany(n, requests.data(), &index, &flag, &status);
        if (flag && index == MPI_UNDEFINED)
          break;
        if (flag)
          out[static_cast<std::size_t>(index)] = status;
      }
      break;
    case 6:
      for (;;) {
        MPI_Waitsome(n, requests.data(), &done, indices.data(), some.data());
        if (done == MPI_UNDEFINED)
          break;
        for (std::size_t i = 0; i < static_cast<std::size_t>(done); ++i)
          out[static_cast<std::size_t>(indices[i])] = some[i];
      }
      break;
    case 7:
      for (std::size_t i = 0; i < requests.size(); ++i) {
        for (flag = 0; !flag;)
          MPI_Request_get_status(requests[i], &flag, &out[i]);
        MPI_Wait(&requests[i], MPI_STATUS_IGNORE);
      }
      break;
    }
    return out;
  }

  /// Receives are started before any send, whose mode then does not matter.
  void start_receive_first() {
    const auto [to, from] = ring();
    const MPI_Datatype each = type();
    const int mode = below(4), count = mode == buffered ? short_count_of(each) : count_of(each);
    const int more = count > 1 ? below(3) : 0;
    Memory sent(each, count, number() + static_cast<unsigned>(rank_)), received(each, count + more, number());
    const bool any = below(2) == 0;
    std::vector<MPI_Request> requests(1);
    MPI_Irecv(received.data(), count + more, each, any ? MPI_ANY_SOURCE : from, any ? MPI_ANY_TAG : 5, MPI_COMM_WORLD,
              requests.data());
    MPI_Barrier(MPI_COMM_WORLD);
    if (mode == 3)
      MPI_Rsend(sent.data(), count, each, to, 5, MPI_COMM_WORLD);
    else if (below(2) == 0)
      blocking[static_cast<std::size_t>(mode)](sent.data(), count, each, to, 5, MPI_COMM_WORLD);
    else
      immediate[static_cast<std::size_t>(mode)](sent.data(), count, each, to, 5, MPI_COMM_WORLD,
                                                &requests.emplace_back());
    const std::vector<MPI_Status> statuses = complete(requests);
    log(received);
    log(statuses[0], each);
    MPI_Barrier(MPI_COMM_WORLD);
  }

  /// Sends are started before the receives, which may block or begin with a probe.
  void start_send_first() {
    const auto [to, from] = ring();
    const MPI_Datatype each = type();
    const int mode = below(3), count = mode == buffered ? short_count_of(each) : count_of(each), way = below(5);
    const bool as_packed = below(4) == 0;
    Memory sent(each, count, number() + static_cast<unsigned>(rank_)), received(each, count, number());
    std::vector<MPI_Request> requests(1);
    immediate[static_cast<std::size_t>(mode)](sent.data(), count, each, to, 6, MPI_COMM_WORLD, requests.data());
    MPI_Status status{};
    MPI_Message message;
    int bytes = 0, position = 0;
    if (as_packed) {
      MPI_Probe(from, 6, MPI_COMM_WORLD, &status);
      MPI_Get_count(&status, MPI_PACKED, &bytes);
      Bytes packed(static_cast<std::size_t>(bytes) + 1);
      MPI_Recv(packed.data(), bytes, MPI_PACKED, from, 6, MPI_COMM_WORLD, &status);
      MPI_Unpack(packed.data(), bytes, &position, received.data(), count, each, MPI_COMM_WORLD);
      log_.print(" packed %d %d", bytes, position);
    } else if (way == 0) {
      MPI_Recv(received.data(), count, each, from, 6, MPI_COMM_WORLD, &status);
    } else if (way == 1) {
      MPI_Recv(received.data(), count, each, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    } else if (way == 2) {
      MPI_Probe(MPI_ANY_SOURCE, 6, MPI_COMM_WORLD, &status);
      log(status, each);
      MPI_Recv(received.data(), count, each, status.MPI_SOURCE, 6, MPI_COMM_WORLD, &status);
    } else if (way == 3) {
      MPI_Mprobe(from, MPI_ANY_TAG, MPI_COMM_WORLD, &message, &status);
      log(status, each);
      MPI_Mrecv(received.data(), count, each, &message, &status);
    } else {
      MPI_Mprobe(from, 6, MPI_COMM_WORLD, &message, MPI_STATUS_IGNORE);
      MPI_Imrecv(received.data(), count, each, &message, &requests.emplace_back());
    }
    const std::vector<MPI_Status> statuses = complete(requests);
    log(received);
    log(requests.size() > 1 ? statuses[1] : status, each);
    MPI_Barrier(MPI_COMM_WORLD);
  }

  void both() {
    const auto [to, from] = ring();
    const MPI_Datatype each = type();
    const int count = count_of(each);
    Memory sent(each, count, number() + static_cast<unsigned>(rank_)), received(each, count, number());
    MPI_Status status{};
    MPI_Sendrecv(sent.data(), count, each, to, 7, received.data(), count, each, from, 7, MPI_COMM_WORLD,
                 below(3) == 0 ? MPI_STATUS_IGNORE : &status);
    log(received);
    log(status, each);
  }

  void replace() {
    const auto [to, from] = ring();
    const MPI_Datatype each = type();
    const int count = short_count_of(each);
    Memory memory(each, count, number() + static_cast<unsigned>(rank_));
    MPI_Status status;
    MPI_Sendrecv_replace(memory.data(), count, each, to, 8, from, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
    log(memory);
    log(status, each);
  }

  /// Several messages of one tag, with different datatypes, which have to keep their order.
  void several() {
    const auto [to, from] = ring();
    const int n = 2 + below(6);
    std::vector<std::unique_ptr<Memory>> sent, received;
    std::vector<MPI_Request> requests;
    for (int i = 0; i < n; ++i) {
      const MPI_Datatype each = type();
      const int count = count_of(each);
      sent.push_back(std::make_unique<Memory>(each, count, number() + static_cast<unsigned>(rank_)));
      received.push_back(std::make_unique<Memory>(each, count, number()));
    }
    for (const auto &memory : received)
      MPI_Irecv(memory->data(), memory->count, memory->type, from, 9, MPI_COMM_WORLD, &requests.emplace_back());
    for (const auto &memory : sent)
      MPI_Isend(memory->data(), memory->count, memory->type, to, 9, MPI_COMM_WORLD, &requests.emplace_back());
    requests.push_back(MPI_REQUEST_NULL);
    const std::vector<MPI_Status> statuses = complete(requests);
    for (std::size_t i = 0; i < received.size(); ++i) {
      log(*received[i]);
      log(statuses[i], received[i]->type);
    }
  }

  /// Persistent requests, started several times with other data.
  void repeated() {
    const auto [to, from] = ring();
    const MPI_Datatype each = type();
    const int drawn = below(3), mode = forgets_buffered_ && drawn == buffered ? 0 : drawn;
    const int count = mode == buffered ? short_count_of(each) : count_of(each);
    Memory sent(each, count, 0), received(each, count, number());
    std::vector<MPI_Request> requests(2);
    MPI_Recv_init(received.data(), count, each, from, 10, MPI_COMM_WORLD, &requests[0]);
    persistent[static_cast<std::size_t>(mode)](sent.data(), count, each, to, 10, MPI_COMM_WORLD, &requests[1]);
    for (int round = 0; round < 3; ++round) {
      sent.fill(number() + static_cast<unsigned>(rank_));
      if (below(2) == 0)
        MPI_Startall(2, requests.data());
      else
        for (MPI_Request &request : requests)
          MPI_Start(&request);
      std::array<MPI_Status, 2> statuses;
      if (below(2) == 0) {
        MPI_Waitall(2, requests.data(), statuses.data());
      } else {
        MPI_Wait(&requests[1], MPI_STATUS_IGNORE);
        MPI_Wait(&requests[0], &statuses[0]);
      }
      log(received);
      log(statuses[0], each);
      MPI_Barrier(MPI_COMM_WORLD); // MPI_Bsend's buffer holds so much
    }
    MPI_Status status;
    MPI_Wait(&requests[0], &status); // inactive
    received.fill(1);
    MPI_Wait(&requests[0], &status);
    log(received);
    for (MPI_Request &request : requests)
      MPI_Request_free(&request);
  }

  /// A datatype and a request that are freed while they are used.
  void freed() {
    const auto [to, from] = ring();
    const MPI_Datatype each = type();
    const int count = count_of(each);
    Memory sent(each, count, number() + static_cast<unsigned>(rank_)), received(each, count, number());
    MPI_Datatype copy;
    MPI_Type_dup(each, &copy);
    std::vector<MPI_Request> requests(1);
    MPI_Irecv(received.data(), count, copy, from, 11, MPI_COMM_WORLD, requests.data());
    MPI_Request send;
    MPI_Isend(sent.data(), count, copy, to, 11, MPI_COMM_WORLD, &send);
    MPI_Type_free(&copy);
    MPI_Request_free(&send);
    const std::vector<MPI_Status> statuses = complete(requests);
    log(received);
    log(statuses[0], each);
    MPI_Barrier(MPI_COMM_WORLD);
  }

  void cancelled() {
    const MPI_Datatype each = type();
    const int count = count_of(each);
    Memory received(each, count, number());
    MPI_Request request;
    MPI_Irecv(received.data(), count, each, rank_, 12, MPI_COMM_WORLD, &request);
    MPI_Cancel(&request);
    MPI_Status status;
    MPI_Wait(&request, &status);
    int is_cancelled = 0;
    MPI_Test_cancelled(&status, &is_cancelled);
    log(received);
    log_.print(" cancelled %d", is_cancelled);
  }

  /// A message that is longer than its room. What has been received is then not defined.
  void truncated() {
    const auto [to, from] = ring();
    const MPI_Datatype each = types_[types_.size() - 3]; // the padded struct
    const int count = 2 + below(below(2) == 0 ? 10 : 8000), less = below(count - 1) + 1;
    Memory sent(each, count, 1), received(each, less, 2);
    MPI_Request request, send;
    MPI_Irecv(received.data(), less, each, from, 13, MPI_COMM_WORLD, &request);
    MPI_Isend(sent.data(), count, each, to, 13, MPI_COMM_WORLD, &send);
    log_code(MPI_Wait(&request, MPI_STATUS_IGNORE));
    MPI_Wait(&send, MPI_STATUS_IGNORE);
  }

  /// Messages to and from MPI_PROC_NULL.
  void nowhere() {
    const MPI_Datatype each = type();
    const int count = count_of(each);
    Memory memory(each, count, number());
    MPI_Status status;
    MPI_Send(memory.data(), count, each, MPI_PROC_NULL, 0, MPI_COMM_WORLD);
    MPI_Recv(memory.data(), count, each, MPI_PROC_NULL, 0, MPI_COMM_WORLD, &status);
    log(status, each);
    MPI_Sendrecv_replace(memory.data(), count, each, MPI_PROC_NULL, 0, MPI_PROC_NULL, 0, MPI_COMM_WORLD, &status);
    log(status, each);
    log(memory);
  }

  void pack() {
    const MPI_Datatype each = type();
    const int count = count_of(each);
    Memory memory(each, count, number()), back(each, count, number());
    int bytes = 0, position = 3;
    MPI_Pack_size(count, each, MPI_COMM_WORLD, &bytes);
    Bytes packed(static_cast<std::size_t>(bytes) + 8, 1);
    MPI_Pack(memory.data(), count, each, packed.data(), bytes + 8, &position, MPI_COMM_WORLD);
    log_.print(" %d", position);
    position = 3;
    MPI_Unpack(packed.data(), bytes + 8, &position, back.data(), count, each, MPI_COMM_WORLD);
    log_.print(" %d", position);
    log(back);
    position = 0; // too little room
    log_code(MPI_Pack(memory.data(), count, types_.front() == each ? MPI_INT : each, packed.data(), 1, &position,
                      MPI_COMM_WORLD) == MPI_SUCCESS
                 ? MPI_SUCCESS
                 : MPI_ERR_OTHER);
  }

  /// Returns a datatype whose items do not overlap and begin at their place.
  MPI_Datatype simple_type() { return types_[types_.size() - 1 - static_cast<std::size_t>(below(3))]; }

  /// Waits for a request in some way.
  void complete(MPI_Request request) {
    std::vector<MPI_Request> requests{request};
    complete(requests);
  }

  void broadcast() {
    const MPI_Datatype each = type();
    const int count = count_of(each), root = below(size_);
    Memory memory(each, count, number() + static_cast<unsigned>(rank_));
    if (below(2) == 0) {
      MPI_Bcast(memory.data(), count, each, root, MPI_COMM_WORLD);
    } else {
      MPI_Request request;
      MPI_Ibcast(memory.data(), count, each, root, MPI_COMM_WORLD, &request);
      complete(request);
    }
    log(memory);
  }

  /// Blocks of one length: between all ranks, or one and all, perhaps in place.
  void collect() {
    const MPI_Datatype each = simple_type(), others = below(3) == 0 ? dense(each) : each;
    const int way = below(4), root = below(size_), drawn = 1 + below(others == each && below(3) == 0 ? 500 : 4);
    const bool starts = below(2) == 0, in_place = below(3) == 0 && others == each;
    const bool passes_on = way >= 2 || in_place; // MPI itself may send packed data
    const int count = passes_on ? shortened(drawn, each, size_) : drawn;
    const MPI_Datatype mine = rank_ % 2 == 0 ? each : others; // equal in what is sent, not in memory
    const int my_count = mine == each ? count : count * items(each);
    const unsigned seed = number() + static_cast<unsigned>(rank_);
    Memory sent(mine, my_count * size_, seed), received(each, count * size_, seed + 77);
    void *const from = in_place ? MPI_IN_PLACE : sent.data();
    MPI_Request request = MPI_REQUEST_NULL;
    void *const to = received.data();
    if (way == 0 && !starts)
      MPI_Allgather(from, my_count, mine, to, count, each, MPI_COMM_WORLD);
    else if (way == 0)
      MPI_Iallgather(from, my_count, mine, to, count, each, MPI_COMM_WORLD, &request);
    else if (way == 1 && !starts)
      MPI_Alltoall(from, my_count, mine, to, count, each, MPI_COMM_WORLD);
    else if (way == 1)
      MPI_Ialltoall(from, my_count, mine, to, count, each, MPI_COMM_WORLD, &request);
    else if (way == 2 && !starts)
      MPI_Gather(rank_ == root ? from : sent.data(), my_count, mine, to, rank_ == root ? count : -1, each, root,
                 MPI_COMM_WORLD);
    else if (way == 2)
      MPI_Igather(rank_ == root ? from : sent.data(), my_count, mine, rank_ == root ? to : nullptr, count, each, root,
                  MPI_COMM_WORLD, &request);
    else if (!starts)
      MPI_Scatter(sent.data(), my_count, mine, rank_ == root && in_place ? MPI_IN_PLACE : to, count, each, root,
                  MPI_COMM_WORLD);
    else
      MPI_Iscatter(sent.data(), my_count, mine, rank_ == root && in_place ? MPI_IN_PLACE : to, count, each, root,
                   MPI_COMM_WORLD, &request);
    complete(request);
    log(received);
  }

  /// Returns a basic type of which `type` consists, if it is one, and how many are in an item; else the type itself.
  MPI_Datatype dense(MPI_Datatype type) { return type == types_[types_.size() - 2] ? MPI_INT : type; }
  int items(MPI_Datatype type) {
    int bytes = 0;
    MPI_Type_size(type, &bytes);
    return dense(type) == type ? 1 : bytes / static_cast<int>(sizeof(int));
  }

  /// Blocks of several lengths, with room between them.
  struct Blocks {
    std::vector<int> counts, displacements;
    int end = 0;
    void add(int count, int room) {
      counts.push_back(count);
      displacements.push_back(end);
      end += count + room;
    }
  };

  void varying() {
    const MPI_Datatype each = simple_type();
    const int way = below(4), root = below(size_), most = below(3) == 0 ? 300 : 4;
    const bool starts = below(2) == 0;
    std::vector<std::vector<int>> counts(static_cast<std::size_t>(size_)); // from each rank to each other
    for (auto &from : counts)
      for (int to = 0; to < size_; ++to)
        from.push_back(below(most));
    const auto me = static_cast<std::size_t>(rank_);
    Blocks to_all, from_all, one_from_all;
    for (std::size_t i = 0; i < counts.size(); ++i) {
      to_all.add(counts[me][i], below(3));
      from_all.add(counts[i][me], below(3));
      one_from_all.add(counts[i][0], below(3));
    }
    const unsigned seed = number() + static_cast<unsigned>(rank_);
    Memory sent(each, to_all.end + most, seed), received(each, std::max(from_all.end, one_from_all.end) + most, 5);
    MPI_Request request = MPI_REQUEST_NULL;
    void *const from = sent.data(), *const to = received.data();
    const int mine = counts[me][0];
    if (way == 0 && !starts)
      MPI_Alltoallv(from, to_all.counts.data(), to_all.displacements.data(), each, to, from_all.counts.data(),
                    from_all.displacements.data(), each, MPI_COMM_WORLD);
    else if (way == 0)
      MPI_Ialltoallv(from, to_all.counts.data(), to_all.displacements.data(), each, to, from_all.counts.data(),
                     from_all.displacements.data(), each, MPI_COMM_WORLD, &request);
    else if (way == 1 && !starts)
      MPI_Allgatherv(from, mine, each, to, one_from_all.counts.data(), one_from_all.displacements.data(), each,
                     MPI_COMM_WORLD);
    else if (way == 1)
      MPI_Iallgatherv(from, mine, each, to, one_from_all.counts.data(), one_from_all.displacements.data(), each,
                      MPI_COMM_WORLD, &request);
    else if (way == 2 && !starts)
      MPI_Gatherv(from, mine, each, to, one_from_all.counts.data(), one_from_all.displacements.data(), each, root,
                  MPI_COMM_WORLD);
    else if (way == 2)
      MPI_Igatherv(from, mine, each, to, one_from_all.counts.data(), one_from_all.displacements.data(), each, root,
                   MPI_COMM_WORLD, &request);
    else if (!starts)
      MPI_Scatterv(from, to_all.counts.data(), to_all.displacements.data(), each, to,
                   counts[static_cast<std::size_t>(root)][me], each, root, MPI_COMM_WORLD);
    else
      MPI_Iscatterv(from, to_all.counts.data(), to_all.displacements.data(), each, to,
                    counts[static_cast<std::size_t>(root)][me], each, root, MPI_COMM_WORLD, &request);
    complete(request);
    log(received);
  }

  /// A datatype of its own for each block.
  void each_its_type() {
    std::vector<MPI_Datatype> types;
    std::vector<int> counts, places;
    int at = 0;
    for (int i = 0; i < size_; ++i) {
      types.push_back(simple_type());
      counts.push_back(below(4));
      places.push_back(at);
      const Sizes sizes = sizes_of(types.back());
      at += static_cast<int>((sizes.extent * 4 + 32) / 8 * 8);
    }
    // All ranks send the i-th block to rank i, which receives blocks like its own.
    const auto me = static_cast<std::size_t>(rank_);
    const std::vector<MPI_Datatype> received_types(types.size(), types[me]);
    const std::vector<int> received_counts(types.size(), counts[me]);
    std::vector<int> received_places;
    for (int i = 0; i < size_; ++i)
      received_places.push_back(i * static_cast<int>(sizes_of(types[me]).extent * 4 + 32) / 8 * 8);
    const unsigned seed = number() + static_cast<unsigned>(rank_);
    Memory sent(MPI_BYTE, at + 64, seed), received(MPI_BYTE, received_places.back() + at + (1 << 16), 3);
    MPI_Request request = MPI_REQUEST_NULL;
    if (below(2) == 0)
      MPI_Alltoallw(sent.data(), counts.data(), places.data(), types.data(), received.data(), received_counts.data(),
                    received_places.data(), received_types.data(), MPI_COMM_WORLD);
    else
      MPI_Ialltoallw(sent.data(), counts.data(), places.data(), types.data(), received.data(), received_counts.data(),
                     received_places.data(), received_types.data(), MPI_COMM_WORLD, &request);
    complete(request);
    log(received);
  }

  /// A ring of neighbours. A periodic one of two ranks leaves open which block is which.
  void with_neighbours() {
    const int periodic = size_ > 2;
    MPI_Comm ring;
    MPI_Cart_create(MPI_COMM_WORLD, 1, &size_, &periodic, 0, &ring);
    const MPI_Datatype each = simple_type();
    const int count = 1 + below(4);
    const unsigned seed = number() + static_cast<unsigned>(rank_);
    Memory sent(each, 2 * count, seed), received(each, 2 * count, 9);
    MPI_Request request = MPI_REQUEST_NULL;
    switch (below(4)) {
    case 0:
      MPI_Neighbor_allgather(sent.data(), count, each, received.data(), count, each, ring);
      break;
    case 1:
      MPI_Ineighbor_allgather(sent.data(), count, each, received.data(), count, each, ring, &request);
      break;
    case 2:
      MPI_Neighbor_alltoall(sent.data(), count, each, received.data(), count, each, ring);
      break;
    case 3:
      MPI_Ineighbor_alltoall(sent.data(), count, each, received.data(), count, each, ring, &request);
      break;
    }
    complete(request);
    log(received);
    MPI_Comm_free(&ring);
  }

  Log log_;
  const bool forgets_buffered_; // mpi_forgets_buffered()
  unsigned seed_;
  std::mt19937 random_; // draws the same on all ranks
  int size_, rank_;
  std::vector<Type> types_;
};

} // namespace
} // namespace automap::test

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  const bool forgets_buffered = mpi_forgets_buffered() != 0;
  std::vector<char> attached(64 << 20);
  MPI_Buffer_attach(attached.data(), static_cast<int>(attached.size()));
  const unsigned first = argc > 1 ? static_cast<unsigned>(std::atoi(argv[1])) : 1;
  const unsigned number = argc > 2 ? static_cast<unsigned>(std::atoi(argv[2])) : 1;
  for (unsigned seed = first; seed < first + number; ++seed)
    automap::test::Program(seed, forgets_buffered).run(25);
  void *buffer;
  int size;
  MPI_Buffer_detach(&buffer, &size);
  MPI_Finalize();
}
