// The stack of a call: how the program came to it. To unwind takes microseconds, so it is done once for each
// path; a path is known again by its return addresses, which lie on the stack where they lay before.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace automap::check {

/// Return addresses, the innermost first, and where they lie. Stays for as long as the program runs.
struct CallStack {
  static constexpr std::size_t most = 8;

  std::size_t depth = 0;
  std::array<const void *, most> addresses{};
  std::array<std::ptrdiff_t, most> places{}; // behind the frame address of the call, in words

  /// Whether this is the stack of a call with the frame address `frame`.
  __attribute__((no_sanitize("address", "thread"))) bool is_at(const void *const *frame) const {
    for (std::size_t i = 0; i < depth; ++i)
      if (frame[places[i]] != addresses[i])
        return false;
    return true;
  }
};

/// Stacks are noted from now on, or no longer.
void note_stacks(bool noted);

namespace stacks {

struct Known {
  const void *const *frame = nullptr;
  const CallStack *stack = nullptr;
};
constexpr std::size_t known_count = 32; // a power of two

extern bool noted;
inline thread_local std::array<Known, known_count> known_here __attribute__((tls_model("initial-exec")));

const CallStack *unwind(const void *const *frame, Known &known);

} // namespace stacks

/// Of the MPI function whose canonical frame address (DWARF's term: what the stack pointer was before the call)
/// is `frame`, to be called in its body; null where stacks are not noted.
inline const CallStack *stack_of_call(const void *frame_address) {
#ifdef __x86_64__ // where the return address lies just below the canonical frame address
  if (!stacks::noted)
    return nullptr;
  const auto frame = static_cast<const void *const *>(frame_address);
  const auto bits = reinterpret_cast<std::uintptr_t>(frame) ^ reinterpret_cast<std::uintptr_t>(frame[-1]);
  stacks::Known &known = stacks::known_here[(bits >> 4 ^ bits >> 10) % stacks::known_count];
  if (known.frame == frame && known.stack->is_at(frame)) [[likely]]
    return known.stack;
  return stacks::unwind(frame, known);
#else
  (void)frame_address;
  return nullptr;
#endif
}

/// The call of MPI that this thread is in, for where no wrapper has noted it.
struct CallInProgress {
  bool is_of_mpi = false;              // else this thread is in none
  const char *name = nullptr;          // static; null: not known
  std::vector<const void *> addresses; // behind the call, or in place of it, and behind those that led there
};
CallInProgress call_in_progress();

} // namespace automap::check
