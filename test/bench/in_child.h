// Runs code in a process of its own, so that measurements do not affect each other. The process can be stopped if it
// takes too long or too much memory.
#pragma once

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <new>
#include <optional>
#include <poll.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <type_traits>
#include <unistd.h>

namespace automap::test {

/// Returns the result of `run()`, or nothing if it was stopped for its time (`seconds`) or its memory (`bytes` of
/// address space). If it ends in another way, this program ends as well. The result is copied through a pipe.
template <typename Run> auto in_child(double seconds, std::size_t bytes, Run run) -> std::optional<decltype(run())> {
  using Result = decltype(run());
  static_assert(std::is_trivially_copyable_v<Result>);
  constexpr int out_of_memory = 9;
  int ends[2];
  std::fflush(nullptr);
  if (pipe(ends) != 0)
    std::perror("pipe"), std::exit(1);
  const pid_t child = fork();
  if (child < 0)
    std::perror("fork"), std::exit(1);
  if (child == 0) {
    const rlimit limit = {bytes, bytes};
    setrlimit(RLIMIT_AS, &limit);
    try {
      const Result result = run();
      _exit(write(ends[1], &result, sizeof result) == sizeof result ? 0 : 1);
    } catch (const std::bad_alloc &) {
      _exit(out_of_memory);
    }
  }
  close(ends[1]);
  pollfd waiting = {ends[0], POLLIN, 0};
  if (poll(&waiting, 1, static_cast<int>(std::min(seconds, 1e6) * 1e3)) == 0)
    kill(child, SIGKILL);
  std::optional<Result> result(std::in_place);
  const bool whole = read(ends[0], &*result, sizeof(Result)) == sizeof(Result);
  close(ends[0]);
  int status = 0;
  waitpid(child, &status, 0);
  if (whole)
    return result;
  const bool stopped = (WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL) ||
                       (WIFEXITED(status) && WEXITSTATUS(status) == out_of_memory);
  if (!stopped) {
    std::fprintf(stderr, "a measurement failed (%s %d)\n", WIFSIGNALED(status) ? "signal" : "exit status",
                 WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status));
    std::exit(1);
  }
  return std::nullopt;
}

} // namespace automap::test
