// Writes the contents of a planned structure to packets (stream_source.h).
#pragma once

#include "planned.h"

#include "core/base/failure.h"

#include "autolink/al_stream.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

namespace autolink {

class ContentWriter {
public:
  /// Begins a send. `only_changed`: of what has changed since the last one to that receiver.
  ContentWriter(std::shared_ptr<PlannedStructure> plan, const ContentReceiver &to, bool only_changed);
  ~ContentWriter();
  ContentWriter(const ContentWriter &) = delete;
  ContentWriter &operator=(const ContentWriter &) = delete;

  /// Returns the functions that write the packets. They need this object.
  AL_Source source();

  /// Takes note that all packets have been sent. Without that, the next send to the receiver has everything.
  void finish() { is_sent_ = true; }

private:
  static int write(void *self, AL_Packet *packet, int *is_complete, const char **text);

  void fill(AL_Packet &packet);
  void refresh_copy();
  void refresh_element(const RecordedClass &c, std::uint64_t label, const std::byte *element, std::uint64_t i,
                       const std::uint64_t *words);
  void refresh_plain(const RecordedClass &c, std::uint64_t label);
  void update(const RecordedClass &c, std::uint64_t label, std::byte *copy, const std::byte *contents,
              std::size_t bytes);
  bool fill_from_copy(const RecordedClass &c, AL_Packet &packet);
  bool begin_node(const RecordedClass &c, AL_Packet &packet);
  std::uint64_t units_with_room(const RecordedClass &c, std::uint64_t units, AL_Packet &packet) const;
  static void reserve(AL_Packet &packet, std::size_t bytes);
  void next_node() {
    ++at_.label;
    at_.unit = 0;
  }
  std::byte *copy_of(const RecordedClass &c, std::uint64_t label) const {
    return plan_->sent.copy + c.first_content + c.first_element(label) * c.content_bytes;
  }

  std::shared_ptr<PlannedStructure> plan_;
  ContentReceiver to_;
  ContentHead head_ = {};
  bool has_head_ = false;
  bool is_complete_ = false, is_sent_ = false;
  ContentPlace at_;
  std::uint64_t next_ = 0;   // the node after the last run
  std::size_t run_ = no_run; // where the head of the open run stands in the packet
  static constexpr std::size_t no_run = ~std::size_t{0};
  std::unique_ptr<std::byte[]> element_; // contents of the element at hand
  std::string failure_;
};

} // namespace autolink
