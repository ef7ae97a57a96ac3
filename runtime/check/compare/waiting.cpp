// Work while the program waits. See waiting.h.
#include "waiting.h"

#include "pairing.h"
#include "retiring.h"
#include "travel.h"

namespace automap::check {

bool receive_all_records(Checker &checker) {
  bool out = true;
  for (const CommunicatorRef &communicator : checker.communicators.all()) {
    send_all_groups(checker, *communicator);
    receive_groups(checker, *communicator);
    out = out && communicator->wanting_count == 0 && communicator->expected_data == 0;
  }
  poll_retiring(checker);
  return out && checker.retiring.empty();
}

bool may_ask_for_many(Checker &checker) { return checker.asks_for_many.take(coarse_clock_ns()); }

void poll_while_waiting(Checker &checker, long long &next) {
  constexpr long long interval = 20'000'000; // far less than a rank waits that ends by an error
  const long long time = coarse_clock_ns();
  if (next == 0) {
    next = time + interval;
  } else if (time >= next) {
    next = time + interval;
    receive_all_records(checker);
  }
}

} // namespace automap::check
