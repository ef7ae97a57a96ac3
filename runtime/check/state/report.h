// Findings, and how they are told: in words on standard error, and as JSON lines in a log.
#pragma once

#include "call.h"
#include "settings.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <tuple>

namespace automap::check {

enum class Kind : std::uint8_t {
  mismatch,     // an element is sent as one basic type and received as another
  bytes,        // MPI_BYTE on one side only
  length,       // a collective operation moves more elements to a rank than that rank expects, or fewer
  truncation,   // a message is longer than what receives it
  announcement, // of a message in parts, which AutoMap's calls receive, and MPI's has
  uncommitted,  // a datatype is used that is not committed
  freed,        // a datatype is used that is freed
  overlap,      // a datatype with overlapping entries receives
  target,       // one-sided: origin and target differ
  accumulate,   // one-sided: an accumulate's datatype is not made of one basic type, or of two
  etype,        // MPI-IO: the buffer is no sequence of the view's etype
  leak          // a datatype is never freed: told, but no error
};
constexpr std::size_t kind_count = 12;

/// "type mismatch" and so on.
const char *name_of(Kind kind);

/// Behind a number of messages.
constexpr const char *words_of_uncompared =
    " received but not compared yet; --mode=abort compares each message at once";

/// One side of a transfer.
struct Side {
  std::string role;  // "received", "sent", …
  std::string call;  // the MPI function; empty: not known
  std::string where; // its source line; empty: not known
  std::string file;  // the same for programs
  int line = 0;
  std::int64_t count = 0; // of the datatype
  std::string type;       // its tree in short; empty: not known
};

struct Difference {
  std::int64_t index = 0;   // of the basic element
  std::string mine, theirs; // MPI names; empty: that side has no more elements
  std::string place;        // of my element within its datatype
};

struct Finding {
  Kind kind = Kind::mismatch;
  Call call;        // of this rank
  std::string role; // what it does here: "received", "sent", …
  std::int64_t count = 0;
  std::string type; // empty: no datatype to show
  std::optional<Side> other;
  std::optional<Difference> difference;
  std::string detail; // a sentence, if need be
  int peer = -1;      // rank in the communicator; -1: none
  int peer_in_world = -1;
  std::optional<int> tag;
  std::string communicator;
};

/// Totals of a rank. Of a program: added up.
struct Counters {
  std::int64_t messages = 0, collectives = 0, one_sided = 0, file_accesses = 0; // checked
  std::int64_t shorter = 0; // received messages that do not fill what was posted
  std::int64_t partial = 0; // of these: that end within a datatype
  std::int64_t packed = 0;  // that MPI_PACKED makes impossible to judge
  std::int64_t skipped = 0; // that could not be checked for other reasons
  std::array<std::int64_t, kind_count> findings{};
};

class Reporter {
public:
  /// Opens the log, if there is to be one. `rank`: in MPI_COMM_WORLD, of which there are more where processes
  /// are `spawned`.
  void start(const Settings &settings, int rank, bool spawned);

  /// Tells a finding; one of the same kind from the same call and with the same other side only counts.
  /// Does not end the program.
  void report(const Finding &finding, Counters &counters);

  /// The last line of this rank's log, and, in `total` at rank 0 only, the program's on standard error.
  void summary(const Counters &mine, const Counters *total);

  /// Both lines of a rank that ends before MPI_Finalize, as `how` says. `by_error`: which is an error of its own.
  /// `uncompared`: messages that have been received, and whose records are not here.
  void early_summary(const std::string &how, bool by_error, const Counters &mine, std::int64_t uncompared);

private:
  void write_log(const std::string &line);
  void end_log(const std::string &summary);

  std::mutex mutex_;
  int rank_ = 0;
  std::FILE *log_ = nullptr;
  std::map<std::tuple<Kind, const void *, std::string>, std::int64_t> reported_;
};

} // namespace automap::check
