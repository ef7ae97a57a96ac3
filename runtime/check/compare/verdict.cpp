// The verdict on a message. See verdict.h.
#include "verdict.h"

#include "compare_parts.h"

#include <string>

namespace automap::check {
namespace {

/// Whether an MPI call has received the announcement of a message in parts, which was meant for a call of AutoMap.
bool is_announcement(const Receive &receive, const RecordHead &sent) {
  return sent.announcement_bytes > 0 && !receive.argument->call.is_of_automap();
}

std::string text_of_announcement(const RecordHead &sent) {
  return std::string(sent.call) +
         " sent it in parts, as AM_Comm_set_pipeline allows on this communicator, and MPI's calls receive "
         "only the " +
         std::to_string(sent.announcement_bytes) +
         " bytes that announce them: receive it by AM_Recv or another AM_ call, or do without "
         "AM_Comm_set_pipeline";
}

/// Whether a message of `bytes` bytes ends within a basic element of what receives it. The message may be shorter.
bool ends_within_element(const Part &receiver, std::int64_t bytes) {
  if (!receiver.type)
    return false;
  const layout::TypeTree *tree = &receiver.type->tree();
  while (tree->data_bytes() > 0 && (bytes %= tree->data_bytes()) > 0) {
    if (tree->kind() == layout::TypeTree::Kind::leaf)
      return true;
    const layout::TypeTree *child = &tree->child();
    if (tree->kind() == layout::TypeTree::Kind::struc)
      for (; bytes >= child->data_bytes(); ++child)
        bytes -= child->data_bytes();
    tree = child;
  }
  return false;
}

/// Returns how many bytes are in the message, or in what announces it.
std::int64_t bytes_sent(const Receive &receive, const RecordHead &sent) {
  return is_announcement(receive, sent) ? sent.announcement_bytes : sent.bytes;
}

/// Whether the record explains what MPI says about the message. If not, it describes another message. MPI refuses a
/// message that is too long, and then the status need not tell its size. MPICH also refuses one that ends within an
/// element.
bool is_of_this_message(const Receive &receive, const RecordHead &sent) {
  const Part &mine = receive.argument->part;
  const std::int64_t bytes = bytes_sent(receive, sent);
  if (receive.truncated)
    return bytes > mine.bytes() || ends_within_element(mine, bytes);
  // What AutoMap receives may be an announcement of the message, which is shorter.
  if (!receive.size_known || receive.argument->call.is_of_automap())
    return true;
  MPI_Count received = 0;
  PMPI_Get_elements_x(&receive.status, MPI_BYTE, &received);
  return received == bytes;
}

/// Returns a finding about a receive, with what was sent.
Finding finding_of(const Checker &checker, const Receive &receive, const ReceivedRecord &record, Kind kind) {
  const Part &mine = receive.argument->part;
  Finding out{.kind = kind, .call = receive.argument->call, .role = "received", .count = mine.count};
  out.type = mine.type ? mine.type->text() : "";
  checker.set_place(out, *receive.communicator, receive.status.MPI_SOURCE);
  out.tag = receive.status.MPI_TAG;
  out.other = side_of(record.head, record.text(), "sent");
  return out;
}

/// Reports messages that are right and end within a datatype of what receives them.
void report_partial(Checker &checker, const Receive &receive, const ReceivedRecord &record, std::int64_t times) {
  Finding finding = finding_of(checker, receive, record, Kind::partial);
  finding.times = times;
  checker.report(finding);
}

/// Reports a receive that differs from what was sent. Counts it as not checked if the record may describe another
/// message.
void report_difference(Checker &checker, const Receive &receive, const ReceivedRecord &record) {
  const Communicator &communicator = *receive.communicator;
  const Part &mine = receive.argument->part;
  const RecordHead &theirs = record.head;
  const int source = receive.status.MPI_SOURCE;
  const bool too_long = bytes_sent(receive, theirs) > mine.bytes();
  if (!is_of_this_message(receive, theirs) || communicator.is_bypassed || checker.is_distrusted(communicator, source)) {
    ++checker.counters.skipped;
    return;
  }
  ++checker.counters.messages;
  Finding finding = finding_of(checker, receive, record, Kind::mismatch);
  if (is_announcement(receive, theirs)) {
    finding.kind = Kind::announcement;
    finding.detail = text_of_announcement(theirs);
    checker.report(finding);
    return;
  }
  set_difference(finding, mine, theirs, record.signature_bytes());
  if (too_long) {
    finding.detail =
        "a message of " + std::to_string(theirs.bytes) + " bytes for a buffer of " + std::to_string(mine.bytes());
    if (finding.difference && !finding.difference->mine.empty()) // the types differ, too, before the end of the buffer
      checker.report(finding);
    finding.kind = Kind::truncation;
  } else if (receive.truncated) {
    finding.detail = "MPI has refused the message, whose " + std::to_string(theirs.bytes) +
                     " bytes end within an element of what receives it";
  }
  checker.report(finding);
}

} // namespace

void judge(Checker &checker, const Receive &receive, const ReceivedRecord &record, std::int64_t times) {
  Counters &counters = checker.counters;
  const Part &mine = receive.argument->part;
  const layout::Signature sent = record.head.signature();
  const auto report_all = [&] {
    for (; times > 0; --times)
      report_difference(checker, receive, record);
  };
  if (is_announcement(receive, record.head)) {
    report_all();
    return;
  }
  if (!record.head.known || !mine.known) {
    counters.skipped += times;
    return;
  }
  if (receive.truncated) { // not even MPI_PACKED can match then
    report_all();
    return;
  }
  if (sent == mine.signature) {
    counters.messages += times;
    return;
  }
  if (sent.has_packed() || mine.signature.has_packed()) {
    counters.packed += times;
    return;
  }
  if ((sent.has_bytes() || mine.signature.has_bytes()) && checker.settings.bytes_match_all &&
      record.head.bytes <= mine.bytes()) {
    counters.messages += times;
    return;
  }
  // A message may be shorter than what is posted for it. Then it has to match the first elements of that.
  if (sent.count < mine.signature.count && (sent.count == 0 || mine.type->prefix(mine.count, sent.count) == sent)) {
    counters.messages += times;
    counters.shorter += times;
    if (sent.count % mine.type->tree().element_count() != 0) {
      counters.partial += times;
      if (checker.settings.reports_partial)
        report_partial(checker, receive, record, times);
    }
    return;
  }
  report_all();
}

void report_truncation(Checker &checker, const Receive &receive) {
  const Part &part = receive.argument->part;
  Finding finding{.kind = Kind::truncation, .call = receive.argument->call, .role = "received", .count = part.count};
  finding.type = part.type ? part.type->text() : "";
  finding.detail =
      "MPI reports that the message is longer than the buffer; the datatype of the sender is not known yet";
  checker.set_place(finding, *receive.communicator, receive.status.MPI_SOURCE);
  finding.tag = receive.status.MPI_TAG;
  checker.report(finding);
}

} // namespace automap::check
