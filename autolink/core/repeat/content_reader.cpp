// Reads the contents of a planned structure. See content_reader.h.
#include "content_reader.h"

#include "core/base/received.h"

#include <cstring>
#include <mutex>
#include <new>
#include <utility>

namespace autolink {
ContentReader::ContentReader(std::shared_ptr<PlannedStructure> plan) : plan_(std::move(plan)) {
  std::uint64_t largest = 1;
  for (const RecordedClass &c : plan_->recorded.classes())
    if (c.has_choices || c.has_lengths)
      largest = std::max(largest, c.node_class->size);
  element_.reset(new std::byte[static_cast<std::size_t>(largest)]);
  ReceivedContents &received = plan_->received;
  const std::lock_guard lock(received.mutex);
  require(!received.is_receiving, AL_ERR_ARGUMENT, "AutoLink: the plan has a receive that is not complete");
  if (!received.old)
    received.old.reset(new std::byte[static_cast<std::size_t>(plan_->recorded.content_bytes() + 1)]);
  received.is_receiving = true;
}

ContentReader::~ContentReader() {
  roll_back();
  const std::lock_guard lock(plan_->received.mutex);
  plan_->received.is_receiving = false;
}

AL_Sink ContentReader::sink() { return {plan_->type(), read, this}; }

int ContentReader::read(void *self, const char *bytes, std::size_t size, int is_last, std::uint64_t,
                        const char **text) {
  auto &reader = *static_cast<ContentReader *>(self);
  try {
    const auto *from = reinterpret_cast<const std::byte *>(bytes);
    reader.take(from, from + size, is_last);
    return 0;
  } catch (Failure &failure) {
    reader.failure_.swap(failure.message);
    *text = reader.failure_.c_str();
    return failure.error;
  } catch (...) {
    *text = "AutoLink: memory ran out";
    return AL_ERR_MEMORY;
  }
}

void ContentReader::take(const std::byte *from, const std::byte *end, bool is_last) {
  if (!has_head_)
    take_head(from, end);
  while (true) {
    take_nodes(from, end);
    if (from == end || run_left_ > 0)
      break;
    check_message(head_.base > 0, "there are more contents than nodes");
    begin_run(from, end);
  }
  check_message(from == end, "contents are cut within an element");
  if (!is_last)
    return;
  check_message(run_left_ == 0, "contents are missing");
  if (plan_->recorded.plan().has_late)
    plan_->recorded.check_by_walk();
  is_complete_ = true;
  plan_->received.plan = head_.plan;
  plan_->received.version = head_.version;
}

void ContentReader::take_head(const std::byte *&from, const std::byte *end) {
  check_message(static_cast<std::size_t>(end - from) >= sizeof head_, "the head of contents is cut");
  head_ = load<ContentHead>(from);
  from += sizeof head_;
  const RecordedStructure &recorded = plan_->recorded;
  if (head_.n_nodes != recorded.n_nodes())
    throw Failure(AL_ERR_STRUCTURE, "AutoLink: the sender's plan is of a structure with " +
                                        std::to_string(head_.n_nodes) + " nodes, and the receiver's of one with " +
                                        std::to_string(recorded.n_nodes()));
  require(head_.shape == recorded.shape(), AL_ERR_STRUCTURE,
          "AutoLink: the sender's plan is of a structure with other links or lengths than the receiver's");
  const ReceivedContents &received = plan_->received;
  if (head_.base > 0 &&
      (head_.plan != received.plan || head_.base > received.version || head_.version <= received.version))
    throw Failure(AL_ERR_STRUCTURE,
                  "AutoLink: what has changed since the sender's send " + std::to_string(head_.base) +
                      " has come, which this plan has not received last; AL_Plan_send sends everything");
  has_head_ = true;
  if (head_.base == 0) {
    old_.push_back({at_, 0});
    run_left_ = next_ = recorded.n_nodes();
  }
}

void ContentReader::begin_run(const std::byte *&from, const std::byte *end) {
  check_message(static_cast<std::size_t>(end - from) >= sizeof(RunHead), "the head of a run is cut");
  const auto run = load<RunHead>(from);
  from += sizeof run;
  check_message(std::uint64_t{run.gap} + run.count <= plan_->recorded.n_nodes() - next_,
                "there are more contents than nodes");
  skip(run.gap);
  next_ += std::uint64_t{run.gap} + run.count;
  run_left_ = run.count;
  if (run_left_ > 0)
    old_.push_back({at_, 0});
}

void ContentReader::skip(std::uint64_t n_nodes) {
  const std::vector<RecordedClass> &classes = plan_->recorded.classes();
  while (n_nodes > 0) {
    const std::uint64_t here = std::min(n_nodes, classes[at_.node_class].size() - at_.label);
    at_.label += here;
    n_nodes -= here;
    if (n_nodes > 0) {
      ++at_.node_class;
      at_.label = 0;
    }
  }
}

/// Takes contents up to the end of the run, or as many as there are.
void ContentReader::take_nodes(const std::byte *&from, const std::byte *end) {
  const std::vector<RecordedClass> &classes = plan_->recorded.classes();
  while (run_left_ > 0 && at_.node_class < classes.size()) {
    const RecordedClass &c = classes[at_.node_class];
    if (at_.label == c.size()) {
      ++at_.node_class;
      at_.label = 0;
      continue;
    }
    const std::uint64_t wanted =
        c.is_record() ? std::min(c.size() - at_.label, run_left_) : c.n_units(at_.label) - at_.unit;
    const std::uint64_t n =
        c.unit_bytes == 0 ? wanted : std::min(wanted, static_cast<std::size_t>(end - from) / c.unit_bytes);
    if (c.is_record()) {
      for (std::uint64_t i = 0; i < n; ++i, ++at_.label, from += c.unit_bytes) {
        c.prefetch_after(at_.label);
        take_element(c, at_.label, 0, from);
      }
      run_left_ -= n;
    } else {
      c.prefetch_after(at_.label);
      if (c.is_plain) {
        take_bytes(c, from, n);
        from += n;
      } else {
        for (std::uint64_t i = 0; i < n; ++i, from += c.unit_bytes)
          take_element(c, at_.label, at_.unit + i, from);
      }
      at_.unit += n;
      if (n == wanted) {
        ++at_.label;
        at_.unit = 0;
        --run_left_;
      }
    }
    if (n < wanted)
      return;
  }
}

inline void ContentReader::take_element(const RecordedClass &c, std::uint64_t label, std::uint64_t i,
                                        const std::byte *from) {
  std::byte *const element = c.element(label, i);
  const std::uint64_t *const words = c.words_of(label, i);
  if (!goes_back_) [[likely]] {
    plan_->recorded.check_pointers(c, label, i, element, words);
    if (c.has_choices || c.has_lengths) {
      std::memcpy(element_.get(), element, static_cast<std::size_t>(c.node_class->size));
      c.unpack(element_.get(), from, words);
      plan_->recorded.check_values(c, label, i, element_.get(), words, AL_ERR_MESSAGE, false);
    }
    c.pack(room_for_old(c.content_bytes), element, words);
  }
  c.unpack(element, from, words);
}

/// Takes bytes of a plain array.
void ContentReader::take_bytes(const RecordedClass &c, const std::byte *from, std::uint64_t n) {
  if (n == 0)
    return;
  std::byte *const to = c.nodes[static_cast<std::size_t>(at_.label)] + at_.unit;
  const auto bytes = static_cast<std::size_t>(n);
  if (!goes_back_) {
    if (c.node_class->kind == NodeKind::string)
      plan_->recorded.check_string(c, at_.label, at_.unit, from, n, AL_ERR_MESSAGE);
    std::memcpy(room_for_old(n), to, bytes);
  }
  std::memcpy(to, from, bytes);
}

void ContentReader::roll_back() noexcept {
  if (is_complete_ || goes_back_)
    return;
  goes_back_ = true;
  const std::byte *from = plan_->received.old.get();
  for (const OldRun &run : old_) {
    at_ = run.begin;
    run_left_ = UINT64_MAX;
    const std::byte *const end = from + run.bytes;
    take_nodes(from, end);
  }
}

} // namespace autolink
