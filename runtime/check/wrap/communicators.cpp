// Calls that create and free communicators. Each new one within MPI_COMM_WORLD gets a shadow.
//
// The shadow of a duplicate is a duplicate of the shadow. That carries none of the program's attributes, so none of the
// program's callbacks run for it. Other new communicators have no attributes yet. They are duplicated themselves, so
// their shadows have their topology.
#include "communicators.h"

#include "check/compare/announcing.h"
#include "check/compare/retiring.h"
#include "wrap.h"

namespace automap::check {

void complete_new_communicator(Checker &checker, FollowedRequest &request) {
  PMPI_Wait(&request.new_communicator->shadow_request, MPI_STATUS_IGNORE);
  checker.communicators_to_free.note_created(*request.new_communicator->handle, request.new_communicator->call);
  checker.communicators.add(*request.new_communicator->handle, request.new_communicator->shadow);
}

namespace {

CommunicatorRef find(Checker *checker, MPI_Comm communicator) {
  if (!checker)
    return nullptr;
  const Lock lock(*checker);
  poll_retiring(*checker);
  return checker->communicators.find_ref(communicator);
}

/// Notes a call that all ranks of `communicator` make, and returns what is known of that.
CommunicatorRef begin(Checker *checker, const Call &call, MPI_Comm communicator) {
  if (checker)
    check_order({call}, communicator);
  return find(checker, communicator);
}

/// Gives a new communicator a shadow. It has no attributes, and all its processes have the checker.
void add_shadow(Checker &checker, MPI_Comm child) {
  if (child == MPI_COMM_NULL)
    return;
  MPI_Comm shadow = MPI_COMM_NULL;
  if (PMPI_Comm_dup(child, &shadow) != MPI_SUCCESS)
    return;
  const Lock lock(checker);
  checker.communicators.add(child, shadow);
}

/// Notes that the program has to free a new communicator. Returns `code`.
int note_child(const Call &call, int code, const MPI_Comm *child) {
  if (code == MPI_SUCCESS && *child != MPI_COMM_NULL)
    note_created(&Checker::communicators_to_free, call, code, child);
  return code;
}

/// Calls `make`, which creates `*child` from `parent`, and gives it a shadow.
template <typename Mpi> int make_from(const Call &call, Mpi make, MPI_Comm parent, const MPI_Comm *child) {
  const InCall in_call;
  Checker *const checker = check::checker();
  const CommunicatorRef known = begin(checker, call, parent);
  const int code = make();
  if (code == MPI_SUCCESS && known)
    add_shadow(*checker, *child);
  return note_child(call, code, child);
}

/// Does the same where only the ranks of a group make the call.
template <typename Mpi> int make_from_group(const Call &call, Mpi make, MPI_Comm parent, const MPI_Comm *child) {
  Checker *const checker = check::checker();
  const CommunicatorRef known = find(checker, parent);
  const int code = make();
  if (code == MPI_SUCCESS && known)
    add_shadow(*checker, *child);
  return note_child(call, code, child);
}

template <typename Mpi> int duplicate(const Call &call, Mpi make, MPI_Comm parent, const MPI_Comm *child) {
  const InCall in_call;
  Checker *const checker = check::checker();
  const CommunicatorRef known = begin(checker, call, parent);
  const int code = note_child(call, make(), child);
  if (code != MPI_SUCCESS || !known)
    return code;
  MPI_Comm shadow = MPI_COMM_NULL;
  if (PMPI_Comm_dup(known->shadow, &shadow) == MPI_SUCCESS) {
    const Lock lock(*checker);
    checker->communicators.add(*child, shadow);
  }
  return code;
}

template <typename Mpi>
int start_duplicate(const Call &call, Mpi make, MPI_Comm parent, MPI_Comm *child, const MPI_Request *request) {
  Checker *const checker = check::checker();
  const CommunicatorRef known = begin(checker, call, parent);
  const int code = make();
  if (code != MPI_SUCCESS || !known)
    return follow_none(code, request);
  auto followed = FollowedRef::make();
  followed->kind = FollowedRequest::Kind::new_communicator;
  followed->new_communicator = std::make_unique<NewCommunicator>();
  followed->new_communicator->call = call;
  followed->new_communicator->handle = child;
  if (PMPI_Comm_idup(known->shadow, &followed->new_communicator->shadow, &followed->new_communicator->shadow_request) ==
      MPI_SUCCESS) {
    const Lock lock(*checker);
    follow(*checker, *request, std::move(followed));
  }
  return code;
}

/// Whether all processes of a group, which is freed, are in this MPI_COMM_WORLD.
bool is_within_world(const Checker &checker, MPI_Group group) {
  MPI_Group common = MPI_GROUP_NULL;
  PMPI_Group_intersection(group, checker.world_group, &common);
  int size = 0, common_size = 0;
  PMPI_Group_size(group, &size);
  PMPI_Group_size(common, &common_size);
  PMPI_Group_free(&group);
  if (common != MPI_GROUP_EMPTY)
    PMPI_Group_free(&common);
  return size == common_size;
}

/// Notes a communicator that was made of two groups, or between them. All its processes get the same answer about the
/// world. If some may make calls that the checker does not see, those might not make a shadow.
int note_made_of_two(const Call &call, int code, const MPI_Comm *child) {
  Checker *const checker = check::checker();
  if (checker && code == MPI_SUCCESS) {
    int is_inter = 0;
    MPI_Group group = MPI_GROUP_NULL;
    PMPI_Comm_test_inter(*child, &is_inter);
    PMPI_Comm_group(*child, &group);
    bool are_all_here = is_within_world(*checker, group);
    if (is_inter && are_all_here) {
      PMPI_Comm_remote_group(*child, &group);
      are_all_here = is_within_world(*checker, group);
    }
    if (are_all_here && !(is_inter && checker->has_unseen_calls))
      add_shadow(*checker, *child);
  }
  return note_child(call, code, child);
}

/// Notes that the program frees a communicator.
void end_communicator(const MPI_Comm *communicator) {
  if (communicator && *communicator != MPI_COMM_WORLD && *communicator != MPI_COMM_SELF)
    with_checker([&](Checker &checker) {
      checker.communicators_to_free.note_freed(*communicator);
      if (const CommunicatorRef known = checker.communicators.remove(*communicator))
        begin_retiring(checker, known);
      poll_retiring(checker);
    });
}

} // namespace
} // namespace automap::check

using namespace automap::check;

#include "communicators.inc"
