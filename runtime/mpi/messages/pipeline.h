// What AM_Comm_set_pipeline keeps with a communicator, and what tells the receiver of a message in parts.
//
// Such a message is announced: in its place in the user's communicator, with its tag, so that it matches what
// it should, travels an PartsAnnouncement as MPI_PACKED. The parts follow on a communicator of the same ranks that
// only this library knows, with a tag of their own for each message. A receiver posts what it would anyway,
// and knows the announcement by its length and by a random key that all ranks of the communicator share.
#pragma once

#include <mpi.h>

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace automap::mpi {

/// Bytes follow it up to the end of an element of the datatype: where data with holes are received by MPI,
/// MPICH takes whole elements only. Pairs, which it takes for one, are not received so.
struct PartsAnnouncement {
  std::array<std::uint64_t, 2> key;
  std::int64_t size; // bytes in all
  std::int64_t part; // bytes in each part but the last
  std::int64_t tag;  // of the parts

  static constexpr int longest_element = 32; // MPI_C_LONG_DOUBLE_COMPLEX
  static const int longest;                  // bytes

  /// Whether what was received is so long.
  static bool may_be(int bytes);
};
inline constexpr int PartsAnnouncement::longest = sizeof(PartsAnnouncement) + longest_element - 1;
inline bool PartsAnnouncement::may_be(int bytes) {
  return bytes >= int(sizeof(PartsAnnouncement)) && bytes <= longest;
}

/// Parts of a message that are started before they are taken.
class PartsStarted {
public:
  PartsStarted() = default;
  ~PartsStarted() { of_process -= n_; }
  PartsStarted(const PartsStarted &) = delete;
  PartsStarted &operator=(const PartsStarted &) = delete;

  void add(std::int64_t n) {
    n_ += n;
    of_process += n;
  }

  /// Of all messages of this process.
  static std::int64_t all() { return of_process.load(std::memory_order_relaxed); }

private:
  static inline std::atomic<std::int64_t> of_process{0};
  std::int64_t n_ = 0;
};

class Pipeline : public std::enable_shared_from_this<Pipeline> {
public:
  using Key = std::array<std::uint64_t, 2>;

  /// `parts` becomes the pipeline's.
  Pipeline(MPI_Comm comm, MPI_Comm parts, const Key &key);
  ~Pipeline();
  Pipeline(const Pipeline &) = delete;
  Pipeline &operator=(const Pipeline &) = delete;

  /// Where parts travel. Its ranks are those of the user's communicator; its errors are returned.
  MPI_Comm parts() const { return parts_; }

  /// The user's communicator, whose error handler is told of errors; MPI_COMM_NULL when that was freed.
  MPI_Comm user() const { return user_.load(); }
  void user_freed();

  /// How messages call that, also when it was freed.
  std::string name() const;

  /// As AM_Comm_set_pipeline.
  void set(int part_bytes) { part_bytes_ = part_bytes; }
  bool is_on() const { return part_bytes_.load(std::memory_order_relaxed) != 0; }

  /// Bytes in a part of a message of `size` bytes with holes, all of whose parts may be started `at_once`; 0 if it is
  /// to be sent whole, as it is where MPI has too many parts to send already.
  std::int64_t part_of(std::int64_t size, bool at_once) const;

  /// Whether what is received into `room` bytes may be in parts, and not too long.
  bool may_announce(std::int64_t room) const;

  /// Of a message in parts, which is sent now.
  PartsAnnouncement announce(std::int64_t size, std::int64_t part);

  /// Whether what was received is an announcement, and not data that happen to be as long.
  bool has_sent(const PartsAnnouncement &received) const;

  /// To be called when no receive will take parts any more: says on stderr if there are some.
  void report_unreceived() const;

private:
  std::atomic<MPI_Comm> user_;
  char name_[MPI_MAX_OBJECT_NAME] = ""; // when that was freed
  MPI_Comm parts_;
  Key key_;
  std::int64_t most_tag_;
  std::atomic<std::uint64_t> messages_{0};
  std::atomic<int> part_bytes_{0};
};

/// How often communicators of this process have got a pipeline, or lost it.
inline std::atomic<unsigned long> pipeline_changes{0};

/// What the calling thread has found, when there had been so many changes.
struct RecentPipeline {
  MPI_Comm comm{}; // as it is before MPI has given one: thread_local, so a constant
  Pipeline *pipeline = nullptr;
  unsigned long changes = 0;
};
inline constinit thread_local std::array<RecentPipeline, 4> recent_pipelines; // the last one comes first

/// That of `comm`, or null if it has none, where the calling thread has found it before and knows without a call of
/// MPI.
inline std::optional<Pipeline *> known_pipeline_of(MPI_Comm comm) noexcept {
  const unsigned long changes = pipeline_changes.load(std::memory_order_acquire);
  if (changes == 0)
    return nullptr;
  for (const RecentPipeline &each : recent_pipelines)
    if (each.comm == comm && each.changes == changes)
      return each.pipeline;
  return std::nullopt;
}

/// That of `comm`, as long as the communicator lives; null if it has none. Throws CallFailure.
Pipeline *find_pipeline(MPI_Comm comm);
inline Pipeline *pipeline_of(MPI_Comm comm) {
  const std::optional<Pipeline *> known = known_pipeline_of(comm);
  return known ? *known : find_pipeline(comm);
}

} // namespace automap::mpi
