// What AM_Comm_set_pipeline keeps with a communicator, and how the receiver recognizes a message in parts.
//
// Such a message is announced: a PartsAnnouncement is sent as MPI_PACKED on the user's communicator with the message's
// tag, so it matches what the message would match. The parts follow on a second communicator of the same ranks, which
// only this library knows. Each message has a tag of its own there. The receiver posts its usual receive. It recognizes
// the announcement by its length and by a random key that all ranks of the communicator share.
#pragma once

#include <mpi.h>

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace automap::mpi {

/// The announcement of a message in parts. It is padded up to the end of an element of the datatype: if MPI receives
/// data with holes, MPICH accepts only whole elements. Data with pairs are not received in this way, because MPICH
/// takes a pair for one element.
struct PartsAnnouncement {
  std::array<std::uint64_t, 2> key;
  std::int64_t size; // bytes in all
  std::int64_t part; // bytes in each part but the last
  std::int64_t tag;  // under which the parts are sent

  static constexpr int longest_element = 32; // MPI_C_LONG_DOUBLE_COMPLEX
  static const int longest;                  // bytes

  /// Whether a message of `bytes` bytes may be an announcement.
  static bool may_be(int bytes);
};
inline constexpr int PartsAnnouncement::longest = sizeof(PartsAnnouncement) + longest_element - 1;
inline bool PartsAnnouncement::may_be(int bytes) { return bytes >= int(sizeof(PartsAnnouncement)) && bytes <= longest; }

/// Counts the parts of a message that are started before they are received.
class PartsStarted {
public:
  PartsStarted() = default;
  ~PartsStarted() { total_ -= n_; }
  PartsStarted(const PartsStarted &) = delete;
  PartsStarted &operator=(const PartsStarted &) = delete;

  void add(std::int64_t n) {
    n_ += n;
    total_ += n;
  }

  /// Returns the number of such parts in all messages of this process.
  static std::int64_t all() { return total_.load(std::memory_order_relaxed); }

private:
  static inline std::atomic<std::int64_t> total_{0};
  std::int64_t n_ = 0;
};

/// The pipeline of a communicator: its settings, and the communicator on which parts travel.
class Pipeline : public std::enable_shared_from_this<Pipeline> {
public:
  using Key = std::array<std::uint64_t, 2>;

  /// Takes ownership of `parts`.
  Pipeline(MPI_Comm comm, MPI_Comm parts, const Key &key);
  ~Pipeline();
  Pipeline(const Pipeline &) = delete;
  Pipeline &operator=(const Pipeline &) = delete;

  /// Returns the communicator on which parts travel. It has the ranks of the user's communicator and returns its
  /// errors.
  MPI_Comm parts() const { return parts_; }

  /// Returns the user's communicator, or MPI_COMM_NULL after that was freed.
  MPI_Comm user() const { return user_.load(); }

  /// Notes that the user's communicator is being freed.
  void user_freed();

  /// Returns the name of the user's communicator for messages, also after that was freed.
  std::string name() const;

  /// Sets part_bytes as AM_Comm_set_pipeline describes it.
  void set(int part_bytes) { part_bytes_ = part_bytes; }
  bool is_on() const { return part_bytes_.load(std::memory_order_relaxed) != 0; }

  /// Returns the bytes in a part of a message of `size` bytes with holes, all of whose parts may be started `at_once`.
  /// Returns 0 if the message is to be sent whole, for example because too many parts are waiting already.
  std::int64_t part_of(std::int64_t size, bool at_once) const;

  /// Whether a message in parts may fit into `room` bytes.
  bool may_announce(std::int64_t room) const;

  /// Returns the announcement of a new message, with a tag of its own.
  PartsAnnouncement announce(std::int64_t size, std::int64_t part);

  /// Whether `received` is an announcement, not data of the same length.
  bool has_sent(const PartsAnnouncement &received) const;

  /// Says on stderr if a message in parts has arrived. Is called when no receive will take it any more.
  void report_unreceived() const;

private:
  /// Receives what no other receive will take. MPICH 5 does not free a communicator with such messages.
  void discard_unreceived() const;

  std::atomic<MPI_Comm> user_;
  char name_[MPI_MAX_OBJECT_NAME] = ""; // set when user_ is freed
  MPI_Comm parts_;
  Key key_;
  std::int64_t most_tag_;
  std::atomic<std::uint64_t> messages_{0};
  std::atomic<int> part_bytes_{0};
};

/// The number of times that communicators of this process have got or lost a pipeline.
inline std::atomic<unsigned long> pipeline_changes{0};

/// The pipeline of a communicator as the calling thread has found it after so many changes.
struct RecentPipeline {
  MPI_Comm comm{}; // no communicator yet; constinit needs a constant
  Pipeline *pipeline = nullptr;
  unsigned long changes = 0;
};
inline constinit thread_local std::array<RecentPipeline, 4> recent_pipelines; // the last one first

/// Returns the pipeline of `comm`, null if it has none, or nothing if only an MPI call can tell.
inline std::optional<Pipeline *> known_pipeline_of(MPI_Comm comm) noexcept {
  const unsigned long changes = pipeline_changes.load(std::memory_order_acquire);
  if (changes == 0)
    return nullptr;
  for (const RecentPipeline &each : recent_pipelines)
    if (each.comm == comm && each.changes == changes)
      return each.pipeline;
  return std::nullopt;
}

/// Returns the pipeline of `comm`, or null if it has none. It lives as long as the communicator. Throws CallFailure.
Pipeline *find_pipeline(MPI_Comm comm);
inline Pipeline *pipeline_of(MPI_Comm comm) {
  const std::optional<Pipeline *> known = known_pipeline_of(comm);
  return known ? *known : find_pipeline(comm);
}

} // namespace automap::mpi
