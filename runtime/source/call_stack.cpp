// Stacks of calls. See call_stack.h.
#include "call_stack.h"

#include <dlfcn.h>
#include <mpi.h>
#include <unwind.h>

#include <cstring>
#include <functional>
#include <mutex>
#include <unordered_set>

namespace automap::source {
namespace stacks {

bool noted = false;

namespace {

// A program whose paths never repeat would have each of its calls unwound, without these limits.
constexpr int most_unwound_of_thread = 20000;
constexpr std::size_t most_stacks = 20000;

struct Hash {
  std::size_t operator()(const CallStack &stack) const {
    std::size_t out = stack.depth;
    for (std::size_t i = 0; i < stack.depth; ++i)
      out = out * 31 + std::hash<const void *>()(stack.addresses[i]) + static_cast<std::size_t>(stack.places[i]);
    return out;
  }
};
struct Equal {
  bool operator()(const CallStack &a, const CallStack &b) const {
    return a.depth == b.depth && a.addresses == b.addresses && a.places == b.places;
  }
};

/// Returns the one stored stack that equals `stack`; null if there would be too many.
const CallStack *find_or_add(const CallStack &stack) {
  static auto *const mutex = new std::mutex; // never freed
  static auto *const all = new std::unordered_set<CallStack, Hash, Equal>;
  const std::lock_guard lock(*mutex);
  if (all->size() < most_stacks)
    return &*all->insert(stack).first;
  const auto found = all->find(stack);
  return found == all->end() ? nullptr : &*found;
}

struct Unwinding {
  const void *const *frame;
  CallStack stack;
};

/// Stores one frame, if it lies above the frame of the MPI function.
__attribute__((no_sanitize("address", "thread"))) _Unwind_Reason_Code take(_Unwind_Context *context, void *data) {
  auto &unwinding = *static_cast<Unwinding *>(data);
  const auto *const below =
      reinterpret_cast<const void *const *>(_Unwind_GetCFA(context)); // that of the function it called
  if (below < unwinding.frame)
    return _URC_NO_REASON;
  const auto *const address = reinterpret_cast<const void *>(_Unwind_GetIP(context));
  CallStack &stack = unwinding.stack;
  if (stack.depth == CallStack::most || below[-1] != address)
    return _URC_END_OF_STACK;
  stack.addresses[stack.depth] = address;
  stack.places[stack.depth++] = below - 1 - unwinding.frame;
  return _URC_NO_REASON;
}

} // namespace

const CallStack *unwind(const void *const *frame, Known &known) {
  static thread_local int unwound __attribute__((tls_model("initial-exec"))) = 0;
  if (unwound == most_unwound_of_thread)
    return nullptr;
  ++unwound;
  Unwinding unwinding{frame, {}};
  _Unwind_Backtrace(take, &unwinding);
  const CallStack *const stack = unwinding.stack.depth > 0 ? find_or_add(unwinding.stack) : nullptr;
  if (stack)
    known = {frame, stack};
  return stack;
}

} // namespace stacks

void note_stacks(bool noted) { stacks::noted = noted; }

namespace {

const void *base_of(const void *address) {
  Dl_info info{};
  return dladdr(address, &info) ? info.dli_fbase : nullptr;
}

struct Search {
  const void *own_base, *mpi_base; // where the checker's library and MPI's are loaded
  const void *inner_base;          // and what Open MPI's calls jump to since Open MPI 6, which has two libraries
  bool in_mpi = false;             // whether the last frame was in one of them
  const char *name = nullptr;      // the MPI function of that frame, if it is one
  CallInProgress found;
};

/// Looks for the first frame that has called a function of MPI, and stores it and those above it. Without the name of
/// such a function, the outermost caller of the two libraries counts. Without one, it stores all frames outside them.
_Unwind_Reason_Code search(_Unwind_Context *context, void *data) {
  auto &search = *static_cast<Search *>(data);
  int is_before_instruction = 0; // true in a function that a signal has interrupted
  const auto instruction = _Unwind_GetIPInfo(context, &is_before_instruction);
  const auto *const address = reinterpret_cast<const void *>(instruction + (is_before_instruction ? 1 : 0));
  if (search.found.name) {
    search.found.addresses.push_back(address);
    return _URC_NO_REASON;
  }
  Dl_info info{};
  const bool known = dladdr(static_cast<const char *>(address) - 1, &info) != 0;
  const bool own = known && info.dli_fbase == search.own_base;
  if (own || (known && (info.dli_fbase == search.mpi_base || info.dli_fbase == search.inner_base))) {
    const char *name = info.dli_sname;
    if (name && std::strncmp(name, "PMPI_", 5) == 0)
      ++name;
    const bool is_function_of_mpi = name && std::strncmp(name, "MPI_", 4) == 0;
    if (!own || is_function_of_mpi) {
      search.name = is_function_of_mpi ? name : nullptr;
      search.in_mpi = true;
    }
    return _URC_NO_REASON;
  }
  if (search.in_mpi)
    search.found = {true, search.name, {}};
  search.found.addresses.push_back(address);
  search.in_mpi = false;
  return _URC_NO_REASON;
}

} // namespace

CallInProgress call_in_progress() {
  Search out{base_of(reinterpret_cast<const void *>(&call_in_progress)),
             base_of(reinterpret_cast<const void *>(&PMPI_Comm_size)),
             base_of(dlsym(RTLD_DEFAULT, "ompi_mpi_finalize")),
             false,
             nullptr,
             {}};
  _Unwind_Backtrace(search, &out);
  return out.found;
}

} // namespace automap::source
