// What the library does when it is loaded: it makes sure that it is the right one for the program.
#include "run/engine/report.h"

#include "mpi/base/program_library.h"
#include "mpi/messages/plan_of.h"

namespace automap::run {
namespace {

__attribute__((constructor)) void start() {
  mpi::require_own_family("automap-run", "the library");
  mpi::keep_plans_in_table();
  begin_report();
}

} // namespace
} // namespace automap::run
