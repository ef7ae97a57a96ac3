// Calls that create and free communicators. Each new one within MPI_COMM_WORLD gets a shadow.
//
// The shadow of a duplicate is a duplicate of the shadow. That carries none of the program's attributes, so none of the
// program's callbacks run for it. Other new communicators have no attributes yet. They are duplicated themselves, so
// their shadows have their topology.
#include "communicators.h"

#include "check/compare/call_order.h"
#include "check/compare/retiring.h"
#include "created.h"

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
    note_created(&Checker::communicators_to_free, *child, call);
  return code;
}

/// Calls `make`, which creates `*child` from `parent`, and gives it a shadow.
template <typename Make> int make_from(const Call &call, MPI_Comm parent, const MPI_Comm *child, Make make) {
  const InCall in_call;
  Checker *const checker = check::checker();
  const CommunicatorRef known = begin(checker, call, parent);
  const int code = make();
  if (code == MPI_SUCCESS && known)
    add_shadow(*checker, *child);
  return note_child(call, code, child);
}

template <typename Duplicate>
int duplicate(const Call &call, MPI_Comm parent, const MPI_Comm *child, Duplicate duplicate_parent) {
  const InCall in_call;
  Checker *const checker = check::checker();
  const CommunicatorRef known = begin(checker, call, parent);
  const int code = note_child(call, duplicate_parent(), child);
  if (code != MPI_SUCCESS || !known)
    return code;
  MPI_Comm shadow = MPI_COMM_NULL;
  if (PMPI_Comm_dup(known->shadow, &shadow) == MPI_SUCCESS) {
    const Lock lock(*checker);
    checker->communicators.add(*child, shadow);
  }
  return code;
}

template <typename Duplicate>
int start_duplicate(const Call &call, MPI_Comm parent, MPI_Comm *child, MPI_Request *request,
                    Duplicate duplicate_parent) {
  Checker *const checker = check::checker();
  const CommunicatorRef known = begin(checker, call, parent);
  const int code = duplicate_parent();
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

/// Whether all processes of `communicator` are in this MPI_COMM_WORLD. They all get the same answer.
bool is_within_world(const Checker &checker, MPI_Comm communicator) {
  MPI_Group group = MPI_GROUP_NULL, common = MPI_GROUP_NULL;
  PMPI_Comm_group(communicator, &group);
  PMPI_Group_intersection(group, checker.world_group, &common);
  int size = 0, common_size = 0;
  PMPI_Group_size(group, &size);
  PMPI_Group_size(common, &common_size);
  PMPI_Group_free(&group);
  if (common != MPI_GROUP_EMPTY)
    PMPI_Group_free(&common);
  return size == common_size;
}

template <typename Free> int end_communicator(MPI_Comm *communicator, Free free) {
  if (Checker *const checker = check::checker();
      checker && communicator && *communicator != MPI_COMM_WORLD && *communicator != MPI_COMM_SELF) {
    const Lock lock(*checker);
    checker->communicators_to_free.note_freed(*communicator);
    if (const CommunicatorRef known = checker->communicators.remove(*communicator))
      begin_retiring(*checker, known);
    poll_retiring(*checker);
  }
  return free();
}

} // namespace
} // namespace automap::check

using namespace automap::check;

AUTOMAP_WRAPPER int MPI_Comm_dup(MPI_Comm parent, MPI_Comm *child) {
  return duplicate(AUTOMAP_THIS_CALL(Comm_dup), parent, child, [&] { return PMPI_Comm_dup(parent, child); });
}

AUTOMAP_WRAPPER int MPI_Comm_dup_with_info(MPI_Comm parent, MPI_Info info, MPI_Comm *child) {
  return duplicate(AUTOMAP_THIS_CALL(Comm_dup_with_info), parent, child,
                   [&] { return PMPI_Comm_dup_with_info(parent, info, child); });
}

AUTOMAP_WRAPPER int MPI_Comm_idup(MPI_Comm parent, MPI_Comm *child, MPI_Request *request) {
  return start_duplicate(AUTOMAP_THIS_CALL(Comm_idup), parent, child, request,
                         [&] { return PMPI_Comm_idup(parent, child, request); });
}

#if MPI_VERSION >= 4
AUTOMAP_WRAPPER int MPI_Comm_idup_with_info(MPI_Comm parent, MPI_Info info, MPI_Comm *child, MPI_Request *request) {
  return start_duplicate(AUTOMAP_THIS_CALL(Comm_idup_with_info), parent, child, request,
                         [&] { return PMPI_Comm_idup_with_info(parent, info, child, request); });
}
#endif

AUTOMAP_WRAPPER int MPI_Comm_create(MPI_Comm parent, MPI_Group group, MPI_Comm *child) {
  return make_from(AUTOMAP_THIS_CALL(Comm_create), parent, child,
                   [&] { return PMPI_Comm_create(parent, group, child); });
}

AUTOMAP_WRAPPER int MPI_Comm_create_group(MPI_Comm parent, MPI_Group group, int tag, MPI_Comm *child) {
  Checker *const checker = automap::check::checker();
  const CommunicatorRef known = find(checker, parent); // only the ranks of the group make this call
  const int code = PMPI_Comm_create_group(parent, group, tag, child);
  if (code == MPI_SUCCESS && known)
    add_shadow(*checker, *child);
  return note_child(AUTOMAP_THIS_CALL(Comm_create_group), code, child);
}

AUTOMAP_WRAPPER int MPI_Comm_split(MPI_Comm parent, int colour, int key, MPI_Comm *child) {
  return make_from(AUTOMAP_THIS_CALL(Comm_split), parent, child,
                   [&] { return PMPI_Comm_split(parent, colour, key, child); });
}

AUTOMAP_WRAPPER int MPI_Comm_split_type(MPI_Comm parent, int type, int key, MPI_Info info, MPI_Comm *child) {
  return make_from(AUTOMAP_THIS_CALL(Comm_split_type), parent, child,
                   [&] { return PMPI_Comm_split_type(parent, type, key, info, child); });
}

AUTOMAP_WRAPPER int MPI_Cart_create(MPI_Comm parent, int n, const int sizes[], const int periods[], int reorder,
                                    MPI_Comm *child) {
  return make_from(AUTOMAP_THIS_CALL(Cart_create), parent, child,
                   [&] { return PMPI_Cart_create(parent, n, sizes, periods, reorder, child); });
}

AUTOMAP_WRAPPER int MPI_Cart_sub(MPI_Comm parent, const int remain[], MPI_Comm *child) {
  return make_from(AUTOMAP_THIS_CALL(Cart_sub), parent, child, [&] { return PMPI_Cart_sub(parent, remain, child); });
}

AUTOMAP_WRAPPER int MPI_Graph_create(MPI_Comm parent, int n, const int index[], const int edges[], int reorder,
                                     MPI_Comm *child) {
  return make_from(AUTOMAP_THIS_CALL(Graph_create), parent, child,
                   [&] { return PMPI_Graph_create(parent, n, index, edges, reorder, child); });
}

AUTOMAP_WRAPPER int MPI_Dist_graph_create(MPI_Comm parent, int n, const int sources[], const int degrees[],
                                          const int destinations[], const int weights[], MPI_Info info, int reorder,
                                          MPI_Comm *child) {
  return make_from(AUTOMAP_THIS_CALL(Dist_graph_create), parent, child, [&] {
    return PMPI_Dist_graph_create(parent, n, sources, degrees, destinations, weights, info, reorder, child);
  });
}

AUTOMAP_WRAPPER int MPI_Dist_graph_create_adjacent(MPI_Comm parent, int n_in, const int sources[],
                                                   const int source_weights[], int n_out, const int destinations[],
                                                   const int destination_weights[], MPI_Info info, int reorder,
                                                   MPI_Comm *child) {
  return make_from(AUTOMAP_THIS_CALL(Dist_graph_create_adjacent), parent, child, [&] {
    return PMPI_Dist_graph_create_adjacent(parent, n_in, sources, source_weights, n_out, destinations,
                                           destination_weights, info, reorder, child);
  });
}

AUTOMAP_WRAPPER int MPI_Intercomm_merge(MPI_Comm parent, int high, MPI_Comm *child) {
  const int code = PMPI_Intercomm_merge(parent, high, child);
  Checker *const checker = automap::check::checker();
  if (code == MPI_SUCCESS && checker && is_within_world(*checker, *child))
    add_shadow(*checker, *child);
  return note_child(AUTOMAP_THIS_CALL(Intercomm_merge), code, child);
}

AUTOMAP_WRAPPER int MPI_Intercomm_create(MPI_Comm local, int local_leader, MPI_Comm peers, int remote_leader, int tag,
                                         MPI_Comm *child) {
  const InCall in_call;
  return note_child(AUTOMAP_THIS_CALL(Intercomm_create),
                    PMPI_Intercomm_create(local, local_leader, peers, remote_leader, tag, child), child);
}

AUTOMAP_WRAPPER int MPI_Comm_free(MPI_Comm *communicator) {
  return end_communicator(communicator, [&] { return PMPI_Comm_free(communicator); });
}

AUTOMAP_WRAPPER int MPI_Comm_disconnect(MPI_Comm *communicator) {
  return end_communicator(communicator, [&] { return PMPI_Comm_disconnect(communicator); });
}

AUTOMAP_WRAPPER int MPI_Comm_create_errhandler(MPI_Comm_errhandler_function *function, MPI_Errhandler *handler) {
  program_has_handler.store(true, std::memory_order_relaxed);
  return PMPI_Comm_create_errhandler(function, handler);
}

#ifdef MPICH // a function of MPI-1, which Open MPI 4 does not have
AUTOMAP_WRAPPER int MPI_Errhandler_create(MPI_Comm_errhandler_function *function, MPI_Errhandler *handler) {
  program_has_handler.store(true, std::memory_order_relaxed);
  return PMPI_Errhandler_create(function, handler);
}
#endif

AUTOMAP_WRAPPER int MPI_Comm_set_errhandler(MPI_Comm communicator, MPI_Errhandler handler) {
  const bool is_fatal = checker() && handler == MPI_ERRORS_ARE_FATAL;
  return PMPI_Comm_set_errhandler(communicator, is_fatal ? fatal_replacement() : handler);
}

AUTOMAP_WRAPPER int MPI_Comm_get_errhandler(MPI_Comm communicator, MPI_Errhandler *handler) {
  const int code = PMPI_Comm_get_errhandler(communicator, handler);
  if (code == MPI_SUCCESS && checker() && *handler == fatal_replacement()) {
    PMPI_Errhandler_free(handler);
    *handler = MPI_ERRORS_ARE_FATAL;
  }
  return code;
}

AUTOMAP_WRAPPER int MPI_Errhandler_free(MPI_Errhandler *handler) {
  if (!checker() || !handler || *handler != MPI_ERRORS_ARE_FATAL)
    return PMPI_Errhandler_free(handler);
  // The function above has returned this handler without a reference that MPI counts, so there is none to free.
  *handler = MPI_ERRHANDLER_NULL;
  return MPI_SUCCESS;
}
