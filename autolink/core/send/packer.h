// The sending side without the transport: walks over a structure and makes messages. The first message says what is
// sent, and holds all of a small structure. Otherwise packets follow. See wire.h.
#pragma once

#include "core/base/messages.h"
#include "core/base/wire.h"
#include "walk.h"

#include <vector>

namespace autolink {

struct PackOptions {
  std::size_t eager_bytes = 8 << 10;    ///< structures up to this go into the first message
  std::size_t packet_bytes = 128 << 10; ///< bytes of elements in a packet, which has at least one
  std::size_t packets_waiting = 4;      ///< the walk pauses while so many messages wait to be taken
  Sharing sharing = Sharing::as_declared;
  bool past_caches = false; ///< whether packets, which another processor reads, bypass the caches
};

/// Returns the most bytes that may follow the counts in a first message that holds the whole structure.
inline std::size_t most_whole_bytes(const NodePlan &plan, std::size_t eager_bytes) {
  return std::min(eager_bytes, wire::max_first_bytes - plan.elements_begin);
}

class Packer final : public MessageSource {
public:
  /// Begins with a structure. `stream` distinguishes transfers that go on at once.
  void begin(const NodePlan &plan, const void *root, const PackOptions &options, std::uint64_t stream);

  void step() noexcept override;

  /// Gives most memory back. begin() must be called before anything else.
  void end();

  bool done() const override { return done_; }
  bool has_message() const override { return n_waiting() > 0 || abort_message_.size > 0; }
  OutgoingBytes take() override;
  void give_back(OutgoingBytes message) noexcept override;
  const Failure *failure() const override { return failure_.get(); }

  const Walk &walk() const { return walk_; }
  Walk &walk() { return walk_; }

  // The output of the walk: see walk.h.
  std::byte *room(std::uint32_t node_class) {
    Open &open = open_[node_class];
    if (static_cast<std::size_t>(open.limit - open.at) < open.size)
      if (!make_room(node_class))
        return nullptr;
    std::byte *out = open.at;
    open.at += open.size;
    return out;
  }
  std::uint64_t copy(std::uint32_t node_class, const std::byte *from, std::uint64_t n);
  void announce(std::uint32_t node_class, std::uint64_t length) {
    open_[node_class].lengths.push_back(length);
    ++lengths_waiting_;
  }
  static constexpr bool reads_elements = true;

private:
  /// The packet of a class that is being filled. If the structure fits into one message, the elements of the root's
  /// class are already in their places there, after room for all that precedes them.
  struct Open {
    // Where elements are written: in the packet or in the stage. `at` is null if there is no packet.
    std::byte *room = nullptr, *at = nullptr, *limit = nullptr;
    // The packet's elements. What is in the room goes to `to`.
    std::byte *first = nullptr, *to = nullptr, *end = nullptr;
    std::unique_ptr<std::byte[]> stage; // lines of a packet that is written past the caches
    std::size_t size = 0;               // bytes of an element
    OutgoingBytes message;
    std::uint64_t announced = 0;        // announced labels
    std::vector<std::uint64_t> lengths; // array lengths; those from lengths_sent on have not been announced
    std::size_t lengths_sent = 0;
    std::size_t next_bytes = 0; // bytes of elements in the next packet

    std::size_t bytes() const { return static_cast<std::size_t>((to - first) + (at - room)); }
    void close() { room = at = limit = first = to = end = nullptr; }
    void flush();
  };

  void pack();
  bool make_room(std::uint32_t node_class);
  bool next_packet(std::uint32_t node_class);
  void open(std::uint32_t node_class);
  void open_stream();
  std::size_t most_packet_bytes() const;
  void seal(std::uint32_t node_class, std::uint32_t flags = 0);
  void finish();
  void finish_whole(std::size_t payload);
  bool send_inside();
  void abort() noexcept;
  void put_head(std::byte *&at, std::uint8_t flags) const;
  void put_counts(std::byte *&at) const;
  std::size_t announcement_bytes() const;
  std::size_t put_announcements(std::byte *to, std::size_t room);
  std::size_t payload() const;
  std::size_t n_waiting() const { return ready_.size() - next_ready_; }
  OutgoingBytes buffer(std::size_t bytes);

  const NodePlan *plan_ = nullptr;
  PackOptions options_;
  std::uint64_t stream_ = 0;
  Walk walk_;
  std::vector<Open> open_; // one or more for each class of the plan
  std::vector<OutgoingBytes> ready_;
  std::size_t next_ready_ = 0;   // index into ready_
  std::size_t trailer_room_ = 0; // bytes in a packet for what follows its elements
  std::vector<OutgoingBytes> spare_;
  OutgoingBytes abort_message_; // made beforehand, because memory may run out
  std::uint64_t lengths_waiting_ = 0;
  std::vector<InsideEntry> inside_; // set once all nodes are packed
  std::size_t inside_sent_ = 0;     // how many of those have been sent
  bool is_null_ = false;
  bool streaming_ = false;
  bool walked_ = false;
  bool done_ = true;
  std::uint32_t packet_number_ = 0;
  KeptFailure failure_;
};

} // namespace autolink
