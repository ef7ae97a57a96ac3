// Calls that create and free groups and operations, and attributes that may free handles in MPI_Finalize.
#include "wrap.h"

namespace automap::check {
namespace {

int note_group(const Call &call, int code, const MPI_Group *group) {
  if (code == MPI_SUCCESS && *group != MPI_GROUP_EMPTY)
    note_created(&Checker::groups, call, code, group);
  return code;
}

// An attribute of MPI_COMM_WORLD is deleted after the checker has stopped. Its delete function may free what the
// program keeps in it.
int note_key(int code, const int *key, bool frees) {
  return after(code, [&](Checker &known) {
    if (frees)
      known.keys_that_free.insert(*key);
  });
}
void note_attribute(MPI_Comm comm, int key) {
  with_checker([&](Checker &known) {
    known.may_free_late = known.may_free_late || (comm == MPI_COMM_WORLD && known.keys_that_free.contains(key));
  });
}

} // namespace
} // namespace automap::check

using namespace automap::check;

#include "handles.inc"
