// The stack of a call: how the program came to it. Unwinding takes microseconds, so it is done once for each path.
// Later, a path is recognized by its return addresses, which lie at the same places on the stack.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace automap::source {

/// Return addresses, the innermost first, and where they lie. Never freed.
struct CallStack {
  static constexpr std::size_t most = 8;

  std::size_t depth = 0;
  std::array<const void *, most> addresses{};
  std::array<std::ptrdiff_t, most> places{}; // words from the frame address of the call

  /// Whether this is the stack of a call with the frame address `frame`.
  __attribute__((no_sanitize("address", "thread"))) bool is_at(const void *const *frame) const {
    for (std::size_t i = 0; i < depth; ++i)
      if (frame[places[i]] != addresses[i])
        return false;
    return true;
  }
};

/// Begins or ends the noting of stacks.
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

/// Returns the stack of the call of an MPI function, or null if stacks are not noted. Call it in the body of that
/// function, with its canonical frame address (DWARF's term for the stack pointer before the call).
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

/// The MPI call that this thread is in, found without the help of a wrapper.
struct CallInProgress {
  bool is_of_mpi = false;              // whether this thread is in an MPI call
  const char *name = nullptr;          // static; null: not known
  std::vector<const void *> addresses; // return addresses of the call and those that led to it; without a
                                       // call, also the address of the current instruction
};
CallInProgress call_in_progress();

} // namespace automap::source
