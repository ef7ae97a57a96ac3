// Takes any bytes as messages of a C++ object, of the type that the first byte selects. There must be no crash and no
// leak, and an object that is accepted must be one that can be sent and received again.
#include "cases.h"

#include <algorithm>
#include <cstdint>
#include <new>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
  static const auto cases = objects::all_cases(true);
  if (size == 0)
    return 0;
  const bool is_with_heads = data[0] & 128; // else only contents, whose packets are not numbered
  const auto target = cases[(data[0] & 127) % cases.size()]->target();
  objects::Packets packets;
  for (std::size_t at = 1; at + 2 <= size;) {
    const std::size_t n = std::min<std::size_t>(data[at] + 256u * data[at + 1], size - at - 2);
    packets.emplace_back(data + at + 2, data + at + 2 + n);
    at += 2 + n;
  }
  if (packets.empty())
    return 0;
  constexpr std::uint64_t limit_bytes = 64 << 10;
  try {
    if (is_with_heads)
      target->receive(packets, limit_bytes);
    else
      target->read(packets, limit_bytes);
  } catch (const autolink::error &) {
    return 0;
  } catch (const std::bad_alloc &) {
    return 0;
  }
  target->check_valid();
  return 0;
}
