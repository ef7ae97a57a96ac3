// Findings and how they are reported: as text on standard error, and as JSON lines in a log.
#pragma once

#include "settings.h"
#include "source.h"

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
  mismatch,        // an element is sent as one basic type and received as another
  bytes,           // MPI_BYTE on one side only
  length,          // a collective operation moves more elements to a rank than that rank expects, or fewer
  truncation,      // a message is longer than what receives it
  announcement,    // MPI's call has received the announcement of a message in parts, which only AutoMap's calls
                   // can
  uncommitted,     // a datatype is used before it is committed
  freed,           // a datatype is used after it is freed
  overlap,         // a datatype with overlapping entries receives
  target,          // one-sided: origin and target differ
  accumulate,      // one-sided: an accumulate's datatype is not made of one basic type, or of two
  etype,           // MPI-IO: the buffer is no sequence of the view's etype
  collective,      // two ranks make different collective calls
  root,            // two ranks name different roots in a collective call
  operation,       // two ranks name different operations in a reduction
  window,          // one-sided: the target's part reaches beyond the window
  pending,         // a receive writes what another one is still receiving into
  never_received,  // no receive has matched a message
  never_completed, // the program has not waited for a request
  // What follows is reported, but no error.
  partial, // a message ends within a datatype; reported only if the user wants that
  leak,    // a datatype is never freed
  communicator_left,
  group_left,
  operation_left,
  window_left,
  file_left,
  request_left // an inactive persistent request
};
constexpr std::size_t kind_count = 26;
inline bool is_error(Kind kind) { return kind < Kind::partial; }

/// Returns the name of a kind: "type mismatch" and so on.
const char *name_of(Kind kind);

/// The words that follow the number of messages that have not been compared.
constexpr const char *text_of_uncompared = " received but not compared yet; --mode=abort compares each message at once";

/// One side of a transfer.
struct Side {
  std::string role;  // "received", "sent", …
  std::string call;  // the MPI function; empty: not known
  std::string where; // its source line; empty: not known
  std::string file;  // the file of that line, for programs that read the log
  int line = 0;
  std::int64_t count = 0; // number of copies of the datatype
  std::string type;       // the short text of its tree; empty: not known
};

/// The first difference between two sides.
struct Difference {
  std::int64_t index = 0;   // number of the basic element
  std::string mine, theirs; // MPI names; empty: that side has no more elements
  std::string place;        // where my element lies in its datatype
};

/// Something to report.
struct Finding {
  Kind kind = Kind::mismatch;
  Call call;        // the call of this rank
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
  std::int64_t times = 1; // the number of such findings in a row
};

/// The counts of a rank, or their sums over all ranks.
struct Counters {
  std::int64_t messages = 0, collectives = 0, one_sided = 0, file_accesses = 0; // checked ones
  std::int64_t shorter = 0; // received messages that do not fill what was posted
  std::int64_t partial = 0; // those of them that end within a datatype
  std::int64_t packed = 0;  // messages that MPI_PACKED makes impossible to judge
  std::int64_t skipped = 0; // messages and calls that could not be checked for other reasons
  std::array<std::int64_t, kind_count> findings{};
};

/// Writes the reports of one rank.
class Reporter {
public:
  /// Opens the log, if the user wants one. `rank` is that in MPI_COMM_WORLD. Spawned processes have another
  /// MPI_COMM_WORLD, so `spawned` adds the process to the name of the log.
  void start(const Settings &settings, int rank, bool spawned);

  /// Reports a finding. Only counts it if one of the same kind, from the same call and with the same other side, has
  /// been reported before. Does not end the program.
  void report(const Finding &finding, Counters &counters);

  /// Writes the last line of this rank's log. With `total`, which only rank 0 has, writes the program's summary to
  /// standard error.
  void summary(const Counters &mine, const Counters *total);

  /// Writes both for a rank that ends before MPI_Finalize, as `how` says. `by_error`: that itself is an error.
  /// `uncompared`: number of messages that have been received and whose records have not come.
  void write_early_summary(const std::string &how, bool by_error, const Counters &mine, std::int64_t uncompared);

private:
  void write_log(const std::string &line);
  void end_log(const std::string &summary);

  std::mutex mutex_;
  int rank_ = 0;
  std::FILE *log_ = nullptr;
  std::map<std::tuple<Kind, const void *, std::string>, std::int64_t> reported_;
};

} // namespace automap::check
