// The checker's state. See checker.h.
#include "checker.h"

#include "check/compare/messages.h"
#include "check/ends/early_end.h"
#include "errors.h"

#include "source_lines.h"

#include <dlfcn.h>
#include <sched.h>

#include <utility>

namespace automap::check {
namespace {

constexpr int distrust_tag = 1; // on the control communicator

/// Ranks that have called distrust_me().
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
  PMPI_Comm_group(known, &group);
  PMPI_Group_translate_ranks(group, 1, &rank, checker.world_group, &out);
  PMPI_Group_free(&group);
  return out == MPI_UNDEFINED ? -1 : out;
}

Counters total_of(const Checker &checker) {
  static_assert(sizeof(Counters) % sizeof(std::int64_t) == 0);
  Counters out;
  PMPI_Reduce(&checker.counters, &out, sizeof(Counters) / sizeof(std::int64_t), MPI_INT64_T, MPI_SUM, 0,
              checker.control);
  return out;
}

void stop_checker();

int on_finalize(MPI_Comm, int, void *, void *) {
  stop_checker();
  return MPI_SUCCESS;
}

/// MPI_Finalize first deletes the attributes of MPI_COMM_SELF, the one set first as the last: after those of the
/// program, whose functions may free datatypes and send messages (MPI 4.0, section 11.2.4).
void stop_in_finalize() {
  int key = MPI_KEYVAL_INVALID;
  PMPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, on_finalize, &key, nullptr);
  PMPI_Comm_set_attr(MPI_COMM_SELF, key, nullptr);
  PMPI_Comm_free_keyval(&key); // as soon as the attribute is gone
}

} // namespace

void Checker::tell(const Finding &finding) {
  reporter.tell(finding, counters);
  if (settings.mode == Mode::abort && finding.kind != Kind::leak)
    end_program(finding.call);
}

void Checker::end_program(Call call) {
  settings.mode = Mode::warn; // for what is found on the way
  tell_before_end(*this, std::string("--mode=abort ends the program after ") + in_words(call));
  PMPI_Abort(MPI_COMM_WORLD, 1);
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
    tell(finding);
    Part out(nullptr, count);
    out.refused = true;
    return out;
  }
  return Part(std::move(known.info), count);
}

Part Checker::received_part(Call call, MPI_Datatype type, std::int64_t count) {
  Part out = sent_part(call, type, count);
  if (out.type && out.type->overlaps(out.count))
    tell({.kind = Kind::overlap,
          .call = call,
          .role = "received",
          .count = out.count,
          .type = out.type->text()});
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
  // What is told of each time is not kept, nor a datatype that may become another out of sight.
  const bool is_kept = part.count <= 0 || (!part.refused && types.follows(key.type) &&
                                           !(key.receives && part.type && part.type->overlaps(part.count)));
  entry.key = is_kept ? key : Arguments::Key();
  entry.argument = ArgumentRef::make(call, std::move(part), key.announcement_bytes);
}

void Checker::distrust_me() {
  if (std::exchange(told_to_distrust, true))
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

void start_checker() {
  started = true;
  if (running)
    return;
  const Settings settings = read_settings();
  if (settings.mode == Mode::off)
    return;
  auto *out = new Checker; // stays: threads may still be in a call when the program ends
  out->settings = settings;
  int level = MPI_THREAD_SINGLE;
  PMPI_Query_thread(&level);
  out->threaded = refs_are_shared = level == MPI_THREAD_MULTIPLE;
  PMPI_Comm_rank(MPI_COMM_WORLD, &out->rank);
  PMPI_Comm_size(MPI_COMM_WORLD, &out->size);
  MPI_Comm parents = MPI_COMM_NULL;
  PMPI_Comm_get_parent(&parents);
  out->reporter.start(settings, out->rank, parents != MPI_COMM_NULL);
  PMPI_Comm_dup(MPI_COMM_WORLD, &out->control);
  PMPI_Comm_set_errhandler(out->control, MPI_ERRORS_RETURN);
  PMPI_Comm_group(MPI_COMM_WORLD, &out->world_group);
  for (const MPI_Comm communicator : {MPI_COMM_WORLD, MPI_COMM_SELF}) {
    MPI_Comm shadow = MPI_COMM_NULL;
    PMPI_Comm_dup(communicator, &shadow);
    out->communicators.add(communicator, shadow);
  }
  if (dlsym(RTLD_DEFAULT, "mpi_type_vector_f08_")) // mpi_f08 makes datatypes, of parts of arrays too, by PMPI
    out->types.set_made_out_of_sight();
  take_over_errors();
  program_number();
  note_stacks(true);
  watch_for_early_end(*out);
  stop_in_finalize();
  running = out;
}

namespace {

void stop_checker() {
  Checker *const checker = std::exchange(running, nullptr);
  if (!checker)
    return;
  note_stacks(false);
  for (const CommunicatorRef &communicator : checker->communicators.all())
    begin_retiring(*checker, communicator);
  finish_retiring(*checker);
  // Every rank that has called distrust_me() has sent one message to each.
  const int mine = checker->told_to_distrust;
  int tellers = 0;
  PMPI_Allreduce(&mine, &tellers, 1, MPI_INT, MPI_SUM, checker->control);
  const auto read = [&] {
    int out = 0;
    for (const bool distrusted : checker->distrusted)
      out += distrusted;
    return out;
  };
  while (read() < tellers) {
    read_distrust(*checker);
    sched_yield();
  }
  checker->types.for_leaks([&](Call call, const std::string &text) {
    checker->tell({.kind = Kind::leak, .call = call, .detail = text.empty() ? "" : "the datatype: " + text});
  });
  const Counters total = total_of(*checker);
  stop_watching(); // not before: until all ranks are here, this one may be stopped while it waits for them
  checker->reporter.summary(checker->counters, checker->rank == 0 ? &total : nullptr);
  PMPI_Group_free(&checker->world_group);
  PMPI_Comm_free(&checker->control);
  give_errors_back();
}

} // namespace

} // namespace automap::check
