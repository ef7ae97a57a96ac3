// Early ends. See early_end.h.
#include "early_end.h"

#include "check/compare/waiting.h"
#include "check/state/checker.h"
#include "check/state/source_lines.h"

#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <charconv>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <string_view>

namespace automap::check {
namespace {

using Clock = std::chrono::steady_clock;
constexpr auto patience = std::chrono::milliseconds(100);
/// Other ranks that wait send their records within this time.
constexpr auto patience_after_error = std::chrono::seconds(1);

/// Waits a moment: launchers may end all ranks with the first one, and lose what they have not yet passed on. Signal
/// handlers may call it.
void wait_for_launcher() { ::poll(nullptr, 0, 100); }

std::atomic<Checker *> watched = nullptr; // null also after the end has been reported
pid_t watched_process = 0;                // the process that is watched; it may fork

/// Returns the watched checker, only once; null if there is nothing to report.
Checker *take_watched() { return getpid() == watched_process ? watched.exchange(nullptr) : nullptr; }
/// Returns the same, or null if MPI_Finalize has begun.
Checker *take_running() { return running ? take_watched() : nullptr; }

/// Takes in what has arrived, and sends what others need, for some time. Gives up if another thread holds the lock.
void receive_remaining(Checker &checker, Clock::duration patience) {
  const auto give_up = Clock::now() + patience;
  for (bool all = false; !all && Clock::now() < give_up; sched_yield()) {
    if (checker.threaded && !checker.mutex.try_lock())
      continue;
    all = receive_all_records(checker);
    if (checker.threaded)
      checker.mutex.unlock();
  }
}

/// Whether this thread may call MPI now.
bool may_call_mpi(const Checker &checker) {
  int finalized = 1, is_main = 0;
  PMPI_Finalized(&finalized);
  if (finalized || call_in_progress().is_of_mpi)
    return false;
  return checker.threaded || (PMPI_Is_thread_main(&is_main) == MPI_SUCCESS && is_main);
}

/// Reports when the library is unloaded. That comes after the program's exit handlers and the ends of its static
/// objects, which may call MPI_Finalize. Those of a library may come later still. This function needs no static object
/// that has a destructor.
__attribute__((destructor)) void at_exit() {
  Checker *const checker = take_running();
  if (!checker)
    return;
  const bool together = may_call_mpi(*checker);
  if (together)
    receive_remaining(*checker, patience);
  // The program is within a call if an error handler, or MPI itself, has ended it.
  const CallInProgress call = call_in_progress();
  const Call within = call.is_of_mpi ? call_of_program(call) : Call();
  checker->reporter.write_early_summary(within.address ? "ends within " + to_text(within)
                                                       : "has not called MPI_Finalize yet",
                                        within.address, checker->counters, checker->wanting_count);
  if (together && checker->size > 1)
    wait_for_launcher();
}

/// The signals that end a program. Users and launchers send the last two to stop it.
constexpr std::array fatal_signals = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGINT, SIGTERM};
std::array<struct sigaction, fatal_signals.size()> former;
std::array<bool, fatal_signals.size()> is_programs_own; // the program handles this signal, and may live on
bool is_to_stop(int signal) { return signal == SIGINT || signal == SIGTERM; }

/// A text that signal handlers may write, because it needs no help from the C library.
class Text {
public:
  Text &operator<<(std::string_view text) {
    const std::size_t n = std::min(text.size(), bytes_.size() - size_);
    std::memcpy(bytes_.data() + size_, text.data(), n);
    size_ += n;
    return *this;
  }
  Text &operator<<(std::int64_t number) {
    size_ = static_cast<std::size_t>(std::to_chars(bytes_.data() + size_, bytes_.data() + bytes_.size(), number).ptr -
                                     bytes_.data());
    return *this;
  }
  void write_to_stderr() const {
    if (::write(STDERR_FILENO, bytes_.data(), size_) < 0)
      return;
  }

private:
  std::array<char, 1024> bytes_;
  std::size_t size_ = 0;
};

/// The report about the wait, without the source line.
Text wait_without_line;

void on_alarm(int) {
  wait_without_line.write_to_stderr();
  wait_for_launcher();
  raise(SIGALRM); // ends the program now
}

/// Reports in which call a program that is stopped has waited, as it may hang there. Finding the line takes more than a
/// signal handler may do. While MPI, AutoMap or AutoLink waits, it holds nothing that this needs. Otherwise this may
/// hang, and then an alarm ends the program.
void report_where_it_waits(const Checker &checker) {
  const auto line_of = [&checker](std::string_view where) {
    Text out;
    out << "automap-check: rank " << checker.rank << ": " << where << "\n";
    return out;
  };
  wait_without_line = line_of("where it waits cannot be looked up");
  struct sigaction to_end{};
  to_end.sa_handler = on_alarm;
  to_end.sa_flags = static_cast<int>(SA_RESETHAND);
  sigaction(SIGALRM, &to_end, nullptr);
  sigset_t alarm_only;
  sigemptyset(&alarm_only);
  sigaddset(&alarm_only, SIGALRM);
  pthread_sigmask(SIG_UNBLOCK, &alarm_only, nullptr);
  ::alarm(2);
  CallInProgress call = call_in_progress();
  if (call.is_of_mpi && !call.name && !running)
    call.name = "MPI_Finalize"; // Open MPI shows no frame for it
  const std::string_view outside = checker.threaded ? "this thread is outside of MPI" : "is outside of MPI";
  if (!call.is_of_mpi)
    wait_without_line = line_of(outside);
  else if (call.name)
    wait_without_line = line_of("waits within " + std::string(call.name));
  const Call within = call_of_program(call);
  const std::string where = within.address ? "waits within " + to_text(within) : std::string(outside);
  ::alarm(0);
  line_of(where).write_to_stderr();
}

/// Reports what is counted so far, and lets the former handler end the program. Makes only calls that a signal handler
/// may make, unless the program is being stopped.
void on_signal(int signal, siginfo_t *info, void *) {
  std::size_t which = 0;
  while (fatal_signals[which] != signal)
    ++which;
  if (const Checker *const checker = take_watched()) {
    const Counters &counters = checker->counters;
    Text text;
    text << "automap-check: rank " << checker->rank << ": ends by signal " << signal << " after " << counters.messages
         << " checked messages and " << counters.collectives << " collective calls";
    for (std::size_t i = 0; i < kind_count; ++i)
      if (counters.findings[i] > 0)
        text << ", " << counters.findings[i] << " x " << name_of(static_cast<Kind>(i));
    if (checker->wanting_count > 0)
      text << "; " << checker->wanting_count << text_of_uncompared;
    text << "\n";
    text.write_to_stderr();
    if (is_to_stop(signal))
      report_where_it_waits(*checker);
    wait_for_launcher();
  }
  sigaction(signal, &former[which], nullptr);
  if (is_to_stop(signal) || info->si_code <= 0) // sent by a process; otherwise the instruction that failed runs again
    raise(signal);
}

bool is_ours(const struct sigaction &action) {
  return (action.sa_flags & SA_SIGINFO) && action.sa_sigaction == on_signal;
}

} // namespace

void note_program_signals() {
  for (std::size_t i = 0; i < fatal_signals.size(); ++i) {
    struct sigaction action{};
    is_programs_own[i] = sigaction(fatal_signals[i], nullptr, &action) != 0 || action.sa_handler != SIG_DFL;
  }
}

void watch_for_early_end(Checker &checker) {
  watched = &checker;
  watched_process = getpid();
  for (std::size_t i = 0; i < fatal_signals.size(); ++i) {
    struct sigaction action{};
    action.sa_sigaction = on_signal;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK;
    if (!is_programs_own[i] && sigaction(fatal_signals[i], nullptr, &former[i]) == 0 && former[i].sa_handler != SIG_IGN)
      sigaction(fatal_signals[i], &action, nullptr);
  }
}

void stop_watching() {
  watched = nullptr;
  for (std::size_t i = 0; i < fatal_signals.size(); ++i) {
    struct sigaction current{};
    if (sigaction(fatal_signals[i], nullptr, &current) == 0 && is_ours(current))
      sigaction(fatal_signals[i], &former[i], nullptr);
  }
}

void report_before_end(Checker &checker, const std::string &how, bool by_error, bool may_call_mpi) {
  if (!take_running())
    return;
  if (may_call_mpi)
    receive_remaining(checker, by_error ? patience_after_error : patience);
  checker.reporter.write_early_summary(how, by_error, checker.counters, checker.wanting_count);
  wait_for_launcher();
}

std::string to_text(const Call &call) { return std::string(call.name) + " at " + places_of(call)[0].where; }

} // namespace automap::check
