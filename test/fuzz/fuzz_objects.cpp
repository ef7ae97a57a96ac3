// Takes any bytes as a C++ object, of the type that the second byte selects: as the contents of packets, as messages, or
// as a file, after its checksums are made right. There must be no crash and no leak, and an object that is accepted must
// be one that can be sent, which checks where its pointers lead, and received again.
#include "cases.h"
#include "sealed_file.h"

#include <algorithm>
#include <cstdint>
#include <new>
#include <span>

namespace {

void read_file(objects::Target &target, std::span<const std::uint8_t> data, bool is_sealed, std::uint64_t limit_bytes) {
  const auto *const begin = reinterpret_cast<const std::byte *>(data.data());
  autolink::test::FileBytes bytes(begin, begin + data.size());
  if (is_sealed)
    autolink::test::seal(bytes);
  const autolink::file::Container container = autolink::test::open_memory(std::move(bytes));
  autolink::file::StructureReader reader(container);
  if (container.n_structures() == 0)
    throw autolink::Failure(AL_ERR_DAMAGED, "there are no objects");
  target.read(reader, 0, limit_bytes);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
  static const auto cases = objects::all_cases(true);
  if (size < 2)
    return 0;
  const unsigned form = data[0] % 4; // contents, whose packets are not numbered; messages; a file, sealed or as it is
  const auto target = cases[data[1] % cases.size()]->target();
  objects::Packets packets;
  for (std::size_t at = 2; form < 2 && at + 2 <= size;) {
    const std::size_t n = std::min<std::size_t>(data[at] + 256u * data[at + 1], size - at - 2);
    packets.emplace_back(data + at + 2, data + at + 2 + n);
    at += 2 + n;
  }
  if (packets.empty() && form < 2)
    return 0;
  constexpr std::uint64_t limit_bytes = 64 << 10;
  try {
    if (form == 0)
      target->read(packets, limit_bytes);
    else if (form == 1)
      target->receive(packets, limit_bytes);
    else
      read_file(*target, {data + 2, size - 2}, form == 2, limit_bytes);
  } catch (const autolink::Failure &) { // in opening the file
    return 0;
  } catch (const autolink::error &) {
    return 0;
  } catch (const std::bad_alloc &) {
    return 0;
  }
  target->check_valid();
  return 0;
}
