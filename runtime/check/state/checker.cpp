// The checker's state. See checker.h.
#include "checker.h"

#include "source.h"

#include <algorithm>
#include <utility>

namespace automap::check {
namespace {

constexpr int distrust_tag = 1; // the tag of messages on the control communicator

/// Notes which ranks have called distrust_me().
void read_distrust(Checker &checker) {
  for (int found = 1; found;) {
    MPI_Status status;
    if (PMPI_Iprobe(MPI_ANY_SOURCE, distrust_tag, checker.control, &found, &status) != MPI_SUCCESS)
      return;
    if (!found)
      return;
    PMPI_Recv(nullptr, 0, MPI_BYTE, status.MPI_SOURCE, distrust_tag, checker.control, MPI_STATUS_IGNORE);
    checker.distrusted.resize(static_cast<std::size_t>(checker.size));
    checker.distrusted[static_cast<std::size_t>(status.MPI_SOURCE)] = true;
  }
}

int rank_in_world(const Checker &checker, const Communicator &communicator, int rank) {
  if (communicator.handle == MPI_COMM_WORLD)
    return rank;
  const MPI_Comm known = communicator.handle != MPI_COMM_NULL ? communicator.handle : communicator.shadow;
  if (known == MPI_COMM_NULL)
    return -1;
  MPI_Group group = MPI_GROUP_NULL;
  int out = MPI_UNDEFINED;
  communicator.is_inter ? PMPI_Comm_remote_group(known, &group) : PMPI_Comm_group(known, &group);
  PMPI_Group_translate_ranks(group, 1, &rank, checker.world_group, &out);
  PMPI_Group_free(&group);
  return out == MPI_UNDEFINED ? -1 : out;
}

} // namespace

void Checker::report(const Finding &finding) {
  on_own_stack([&] { reporter.report(finding, counters); });
  if (settings.mode == Mode::abort && is_error(finding.kind))
    end_program(*this, finding.call);
}

void Checker::set_place(Finding &finding, const Communicator &communicator, int peer) const {
  finding.peer = peer;
  if (peer >= 0)
    finding.peer_in_world = rank_in_world(*this, communicator, peer);
  if (communicator.handle == MPI_COMM_NULL) {
    finding.communicator = "a communicator that is freed";
    return;
  }
  char name[MPI_MAX_OBJECT_NAME] = "";
  int length = 0;
  PMPI_Comm_get_name(communicator.handle, name, &length);
  finding.communicator = name;
}

Part Checker::sent_part(Call call, MPI_Datatype type, std::int64_t count) {
  if (count <= 0)
    return Part(nullptr, count);
  KnownType known = types.find(type);
  if (known.state == TypeState::uncommitted || known.state == TypeState::freed) {
    Finding finding{.kind = known.state == TypeState::freed ? Kind::freed : Kind::uncommitted, .call = call};
    if (known.info)
      finding.detail = "the datatype was " + known.info->text();
    report(finding);
    Part out(nullptr, count);
    out.refused = true;
    return out;
  }
  return Part(std::move(known.info), count);
}

Part Checker::received_part(Call call, MPI_Datatype type, std::int64_t count) {
  Part out = sent_part(call, type, count);
  if (out.type && out.type->overlaps(out.count))
    report({.kind = Kind::overlap, .call = call, .role = "received", .count = out.count, .type = out.type->text()});
  return out;
}

void Checker::renew(Arguments::Entry &entry, const Arguments::Key &key, Call call) {
  const auto is_as_before = [&] {
    if (key.count <= 0)
      return true;
    const KnownType known = types.find(key.type);
    return known.state == TypeState::usable && known.info == entry.argument->part.type;
  };
  entry.types_version = types.version();
  if (entry.key == key && is_as_before())
    return;
  Part part = key.receives ? received_part(call, key.type, key.count) : sent_part(call, key.type, key.count);
  // Not reused: what is reported each time, and a handle that may come to stand for another datatype unnoticed.
  const bool is_reusable = part.count <= 0 || (!part.refused && types.follows(key.type) &&
                                               !(key.receives && part.type && part.type->overlaps(part.count)));
  entry.key = is_reusable ? key : Arguments::Key();
  entry.argument = ArgumentRef::make(call, std::move(part), key.announcement_bytes);
}

void Checker::distrust_me() {
  if (std::exchange(has_asked_for_distrust, true))
    return;
  for (int to = 0; to < size; ++to) {
    MPI_Request request = MPI_REQUEST_NULL;
    PMPI_Isend(nullptr, 0, MPI_BYTE, to, distrust_tag, control, &request);
    PMPI_Request_free(&request);
  }
}

bool Checker::is_distrusted(const Communicator &communicator, int peer) {
  read_distrust(*this);
  if (distrusted.empty())
    return false;
  const int in_world = rank_in_world(*this, communicator, peer);
  return in_world < 0 || distrusted[static_cast<std::size_t>(in_world)];
}

int Checker::count_distrusted() {
  read_distrust(*this);
  return static_cast<int>(std::ranges::count(distrusted, true));
}

} // namespace automap::check
