// Calls that create and free groups and operations, and attributes that may free handles in MPI_Finalize.
#include "created.h"

using namespace automap::check;

#define WRAP_GROUP(name, parameters, arguments)                                                                        \
  AUTOMAP_WRAPPER int MPI_##name parameters {                                                                          \
    const int code = PMPI_##name arguments;                                                                            \
    if (code == MPI_SUCCESS && *group != MPI_GROUP_EMPTY)                                                              \
      note_created(&Checker::groups, *group, AUTOMAP_THIS_CALL(name));                                                 \
    return code;                                                                                                       \
  }
WRAP_GROUP(Comm_group, (MPI_Comm communicator, MPI_Group *group), (communicator, group))
WRAP_GROUP(Comm_remote_group, (MPI_Comm communicator, MPI_Group *group), (communicator, group))
WRAP_GROUP(Win_get_group, (MPI_Win window, MPI_Group *group), (window, group))
WRAP_GROUP(Group_union, (MPI_Group a, MPI_Group b, MPI_Group *group), (a, b, group))
WRAP_GROUP(Group_intersection, (MPI_Group a, MPI_Group b, MPI_Group *group), (a, b, group))
WRAP_GROUP(Group_difference, (MPI_Group a, MPI_Group b, MPI_Group *group), (a, b, group))
WRAP_GROUP(Group_incl, (MPI_Group from, int n, const int ranks[], MPI_Group *group), (from, n, ranks, group))
WRAP_GROUP(Group_excl, (MPI_Group from, int n, const int ranks[], MPI_Group *group), (from, n, ranks, group))
WRAP_GROUP(Group_range_incl, (MPI_Group from, int n, int ranges[][3], MPI_Group *group), (from, n, ranges, group))
WRAP_GROUP(Group_range_excl, (MPI_Group from, int n, int ranges[][3], MPI_Group *group), (from, n, ranges, group))

AUTOMAP_WRAPPER int MPI_Group_free(MPI_Group *group) {
  if (group)
    note_freed(&Checker::groups, *group);
  return PMPI_Group_free(group);
}

AUTOMAP_WRAPPER int MPI_Op_create(MPI_User_function *function, int commutes, MPI_Op *operation) {
  const int code = PMPI_Op_create(function, commutes, operation);
  if (code == MPI_SUCCESS)
    note_created(&Checker::operations, *operation, AUTOMAP_THIS_CALL(Op_create));
  return code;
}

#if MPI_VERSION >= 4
AUTOMAP_WRAPPER int MPI_Op_create_c(MPI_User_function_c *function, int commutes, MPI_Op *operation) {
  const int code = PMPI_Op_create_c(function, commutes, operation);
  if (code == MPI_SUCCESS)
    note_created(&Checker::operations, *operation, AUTOMAP_THIS_CALL(Op_create_c));
  return code;
}
#endif

AUTOMAP_WRAPPER int MPI_Op_free(MPI_Op *operation) {
  if (operation)
    note_freed(&Checker::operations, *operation);
  return PMPI_Op_free(operation);
}

// An attribute of MPI_COMM_WORLD is deleted after the checker has stopped. Its delete function may free what the
// program keeps in it.
#define WRAP_ATTRIBUTES(create, set, no_function)                                                                      \
  AUTOMAP_WRAPPER int MPI_##create(MPI_Comm_copy_attr_function *copy, MPI_Comm_delete_attr_function *remove, int *key, \
                                   void *state) {                                                                      \
    const int code = PMPI_##create(copy, remove, key, state);                                                          \
    if (Checker *const checker = automap::check::checker();                                                            \
        checker && code == MPI_SUCCESS && remove && remove != no_function) {                                           \
      const Lock lock(*checker);                                                                                       \
      checker->keys_that_free.insert(*key);                                                                            \
    }                                                                                                                  \
    return code;                                                                                                       \
  }                                                                                                                    \
  AUTOMAP_WRAPPER int MPI_##set(MPI_Comm communicator, int key, void *value) {                                         \
    if (Checker *const checker = automap::check::checker(); checker && communicator == MPI_COMM_WORLD) {               \
      const Lock lock(*checker);                                                                                       \
      checker->may_free_late = checker->may_free_late || checker->keys_that_free.contains(key);                        \
    }                                                                                                                  \
    return PMPI_##set(communicator, key, value);                                                                       \
  }
WRAP_ATTRIBUTES(Comm_create_keyval, Comm_set_attr, MPI_COMM_NULL_DELETE_FN)
#ifdef MPICH // functions of MPI-1, which Open MPI 4 does not have
WRAP_ATTRIBUTES(Keyval_create, Attr_put, MPI_NULL_DELETE_FN)
#endif
