// Reads the contents of a planned structure from packets (stream_sink.h), into the nodes that are there. The bytes may
// come from an attacker: lengths and choices are checked before anything is written.
#pragma once

#include "planned.h"

#include "core/base/failure.h"

#include "autolink/al_stream.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace autolink {

class ContentReader {
public:
  /// Throws Failure (AL_ERR_ARGUMENT) if another one reads into these nodes.
  explicit ContentReader(std::shared_ptr<PlannedStructure> plan);
  ~ContentReader();
  ContentReader(const ContentReader &) = delete;
  ContentReader &operator=(const ContentReader &) = delete;

  /// Returns the functions that read the packets. They need this object.
  AL_Sink sink();

  /// Gives the nodes the contents back that they had, unless everything has come.
  void roll_back() noexcept;

private:
  /// A run whose contents have been replaced: where it begins, and its bytes among the old contents.
  struct OldRun {
    ContentPlace begin;
    std::uint64_t bytes;
  };

  static int read(void *self, const char *bytes, std::size_t size, int is_last, std::uint64_t limit_bytes,
                  const char **text);

  void take(const std::byte *from, const std::byte *end, bool is_last);
  void take_head(const std::byte *&from, const std::byte *end);
  void begin_run(const std::byte *&from, const std::byte *end);
  void take_nodes(const std::byte *&from, const std::byte *end);
  void take_element(const RecordedClass &c, std::uint64_t label, std::uint64_t i, const std::byte *from);
  void take_bytes(const RecordedClass &c, const std::byte *from, std::uint64_t n);
  void skip(std::uint64_t n_nodes);
  std::byte *room_for_old(std::uint64_t bytes) {
    std::byte *const out = plan_->received.old.get() + old_bytes_;
    old_bytes_ += bytes;
    old_.back().bytes += bytes;
    return out;
  }

  std::shared_ptr<PlannedStructure> plan_;
  ContentHead head_ = {};
  bool has_head_ = false;
  bool is_complete_ = false;
  bool goes_back_ = false; // whether old contents are given back
  ContentPlace at_;
  std::uint64_t next_ = 0;     // the number of the node after this run
  std::uint64_t run_left_ = 0; // nodes of this run that are not complete
  std::vector<OldRun> old_;
  std::uint64_t old_bytes_ = 0;
  std::unique_ptr<std::byte[]> element_; // an element as it would be
  std::string failure_;
};

} // namespace autolink
