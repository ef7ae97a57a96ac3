// Early ends. See early_end.h.
#include "early_end.h"

#include "check/compare/waiting.h"
#include "check/state/checker.h"
#include "check/state/source.h"

#include <dlfcn.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <ucontext.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <charconv>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <string_view>
#include <thread>

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

/// What --mode=abort has found while the end was being reported: "--mode=abort ends the program after MPI_Recv at …".
const std::string *found_at_end = nullptr; // never freed

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

/// Writes this rank's summary. What --mode=abort has found meanwhile is why it ends.
void write_summary(Checker &checker, const std::string &how, bool by_error) {
  checker.reporter.write_early_summary(found_at_end ? *found_at_end : how, by_error, checker.counters,
                                       checker.wanting_count);
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
  const std::string how =
      within.address ? "ends within " + to_text(within) : std::string("has not called MPI_Finalize yet");
  write_summary(*checker, how, within.address);
  if (together && checker->size > 1)
    wait_for_launcher();
  if (found_at_end)
    PMPI_Abort(MPI_COMM_WORLD, 1);
}

/// The signals that end a program. Users and launchers send the last two to stop it.
constexpr std::array fatal_signals = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGINT, SIGTERM};
std::array<struct sigaction, fatal_signals.size()> former;
std::array<bool, fatal_signals.size()> is_programs_own; // the program handles this signal, and may live on
bool is_to_stop(int signal) { return signal == SIGINT || signal == SIGTERM; }

/// Whether a function is one of UCX, on which MPICH may be built. UCX handles the signals of errors by itself, and also
/// has a function sigaction, which leaves its handlers in place.
bool is_of_ucx(const void *function) {
  Dl_info info{};
  return dladdr(function, &info) && info.dli_fname && std::strstr(info.dli_fname, "libucs.so");
}

/// Calls sigaction of the C library.
int set_action(int signal, const struct sigaction *action, struct sigaction *old) {
  static const auto of_system = [] {
    void *const library =
        is_of_ucx(reinterpret_cast<const void *>(&sigaction)) ? dlopen("libc.so.6", RTLD_LAZY | RTLD_NOLOAD) : nullptr;
    const auto out = library ? reinterpret_cast<decltype(&sigaction)>(dlsym(library, "sigaction")) : nullptr;
    return out ? out : &sigaction;
  }();
  return of_system(signal, action, old);
}

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
  std::string_view view() const { return {bytes_.data(), size_}; }
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

/// Where a thread goes on if receive_after_error() fails or does not end.
ucontext_t after_failure;
volatile bool has_failed = false;

void on_failure(int) {
  has_failed = true;
  setcontext(&after_failure);
}

/// Takes in what has arrived, if this thread may call MPI. What has failed in the program may fail here, too, or wait
/// for ever for what the program holds. Then this is given up.
void receive_after_error(Checker &checker) {
  constexpr std::array signals = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGALRM};
  std::array<struct sigaction, signals.size()> old;
  struct sigaction action{};
  action.sa_handler = on_failure;
  sigset_t mask, old_mask;
  sigemptyset(&mask);
  for (std::size_t i = 0; i < signals.size(); ++i) {
    set_action(signals[i], &action, &old[i]);
    sigaddset(&mask, signals[i]);
  }
  pthread_sigmask(SIG_UNBLOCK, &mask, &old_mask);
  ::alarm(2);
  getcontext(&after_failure);
  if (!has_failed && running && may_call_mpi(checker))
    on_own_stack([&] { receive_remaining(checker, patience_after_error); });
  ::alarm(0);
  pthread_sigmask(SIG_SETMASK, &old_mask, nullptr);
  for (std::size_t i = 0; i < signals.size(); ++i)
    set_action(signals[i], &old[i], nullptr);
}

/// Writes what is counted so far. Makes only calls that a signal handler may make.
void write_counts(const Checker &checker, const Text &how) {
  const Counters &counters = checker.counters;
  Text text;
  text << "automap-check: rank " << checker.rank << ": " << how.view() << " after " << counters.messages
       << " checked messages and " << counters.collectives << " collective calls";
  for (std::size_t i = 0; i < kind_count; ++i)
    if (counters.findings[i] > 0)
      text << ", " << counters.findings[i] << " x " << name_of(static_cast<Kind>(i));
  if (checker.wanting_count > 0)
    text << "; " << checker.wanting_count << text_of_uncompared;
  text << "\n";
  text.write_to_stderr();
}

/// Reports what is counted so far, and lets the former handler end the program.
void on_signal(int signal, siginfo_t *info, void *) {
  std::size_t which = 0;
  while (fatal_signals[which] != signal)
    ++which;
  if (Checker *const checker = take_watched()) {
    if (!is_to_stop(signal))
      receive_after_error(*checker);
    Text how;
    how << "ends by signal " << signal;
    write_counts(*checker, how);
    if (is_to_stop(signal))
      report_where_it_waits(*checker);
    wait_for_launcher();
  }
  set_action(signal, &former[which], nullptr);
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
    is_programs_own[i] =
        set_action(fatal_signals[i], nullptr, &action) != 0 ||
        (action.sa_handler != SIG_DFL && !is_of_ucx(reinterpret_cast<const void *>(action.sa_handler)));
  }
}

namespace {

/// Gives this thread a stack for signal handlers, unless it has one. Without it, a stack overflow could not be handled.
void set_signal_stack() {
  constexpr std::size_t bytes = 1 << 16;
  static char stack[bytes];
  stack_t old{}, own{};
  own.ss_sp = stack;
  own.ss_size = bytes;
  if (sigaltstack(nullptr, &old) == 0 && (old.ss_flags & SS_DISABLE))
    sigaltstack(&own, nullptr);
}

} // namespace

void watch_for_early_end(Checker &checker) {
  set_signal_stack();
  watched = &checker;
  watched_process = getpid();
  for (std::size_t i = 0; i < fatal_signals.size(); ++i) {
    struct sigaction action{};
    action.sa_sigaction = on_signal;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK;
    if (!is_programs_own[i] && set_action(fatal_signals[i], nullptr, &former[i]) == 0 &&
        former[i].sa_handler != SIG_IGN)
      set_action(fatal_signals[i], &action, nullptr);
  }
}

void stop_watching() {
  watched = nullptr;
  for (std::size_t i = 0; i < fatal_signals.size(); ++i) {
    struct sigaction current{};
    if (set_action(fatal_signals[i], nullptr, &current) == 0 && is_ours(current))
      set_action(fatal_signals[i], &former[i], nullptr);
  }
}

namespace {

constexpr int hang_status = 124; // that of the command timeout
const int hang_signal = SIGRTMAX;
std::chrono::milliseconds hang_limit; // how long a program may hang

/// Names the call in which this thread hangs, and ends the program.
void on_hang(int) {
  Checker *const checker = take_watched();
  if (!checker)
    return;
  Text how;
  how << "--hang ends the program";
  write_counts(*checker, how);
  report_where_it_waits(*checker);
  // The launcher ends the other ranks with this one. They are about to name their calls, on a busy machine later.
  ::poll(nullptr, 0, static_cast<int>(std::min(hang_limit, std::chrono::milliseconds(10'000)).count()) + 2000);
  _exit(hang_status);
}

/// Waits until the program has not got on for `limit`. This is the work of a thread.
void watch_progress(std::chrono::milliseconds limit) {
  const auto interval = std::min(limit / 8 + std::chrono::milliseconds(1), std::chrono::milliseconds(100));
  auto since = Clock::now(), last = since;
  std::uint64_t calls = 0, asked = 0;
  while (watched) {
    ::poll(nullptr, 0, static_cast<int>(interval.count()));
    const auto now = Clock::now();
    const std::uint64_t new_calls = progress.calls, new_asked = progress.asked;
    const bool gets_on = new_calls != calls || (progress.waiting == 0 && new_asked == asked);
    if (gets_on || now - last > limit / 2) // all processes may have been suspended
      since = now;
    if (now - since >= limit) {
      pthread_kill(progress.thread, hang_signal);
      return;
    }
    calls = new_calls;
    asked = new_asked;
    last = now;
  }
}

} // namespace

void watch_for_hang(std::chrono::milliseconds limit) {
  struct sigaction action{};
  if (sigaction(hang_signal, nullptr, &action) != 0 || action.sa_handler != SIG_DFL)
    return; // the program needs the signal
  hang_limit = limit;
  action.sa_handler = on_hang;
  action.sa_flags = SA_ONSTACK | SA_RESTART;
  sigaction(hang_signal, &action, nullptr);
  progress.is_watched = true;
  sigset_t all, old;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &old); // for the new thread
  try {
    std::thread(watch_progress, limit).detach();
  } catch (const std::exception &) { // no more threads: a hang is not noticed
  }
  pthread_sigmask(SIG_SETMASK, &old, nullptr);
}

void report_before_end(Checker &checker, const std::string &how, bool by_error, bool may_call_mpi) {
  if (!take_running())
    return;
  if (may_call_mpi)
    receive_remaining(checker, by_error ? patience_after_error : patience);
  write_summary(checker, how, by_error);
  wait_for_launcher();
}

void end_by_mode(Checker &checker, const Call &call) {
  const std::string how = "--mode=abort ends the program after " + to_text(call);
  if (!take_watched()) { // the end is being reported
    found_at_end = new std::string(how);
    return;
  }
  write_summary(checker, how, false);
  wait_for_launcher();
  PMPI_Abort(MPI_COMM_WORLD, 1);
}

std::string to_text(const Call &call) { return std::string(call.name) + " at " + places_of(call)[0].where; }

} // namespace automap::check
