// The public calls for plans. See autolink/al_plan.h.
#include "plans.h"

#include "calls.h"

#include "core/plan/planning.h"

#include <utility>

namespace autolink {
namespace {

ContentReceiver receiver_at(const Destination &to) { return {state_of(to.comm).number, to.rank, to.tag}; }

} // namespace

SendingContents::SendingContents(std::shared_ptr<PlannedStructure> plan, const Destination &to, bool only_changed)
    : ContentWriterBase{ContentWriter(std::move(plan), receiver_at(to), only_changed)},
      SendingStream(writer.source(), state_of(to.comm).settings(), Recipients(to)) {}

bool SendingContents::step() {
  const bool any = SendingStream::step();
  if (done())
    writer.finish();
  return any;
}

ReceivingContents::ReceivingContents(std::shared_ptr<PlannedStructure> plan, int source, int tag, MPI_Comm comm)
    : Receiving(contents_, state_of(comm), FirstMessage()), reader_(std::move(plan)),
      contents_(reader_, state_of(comm).settings().receiving().limit_bytes) {
  begin(source, tag, comm);
}

} // namespace autolink

using namespace autolink;

namespace {

void require_plan(AL_Plan plan) { require(plan, AL_ERR_ARGUMENT, "AutoLink: the plan is AL_PLAN_NULL"); }

int send(AL_Plan plan, const Destination &to, bool only_changed, const char *call) {
  return run_call(
      to.comm,
      [&] {
        require_plan(plan);
        if (to.rank == MPI_PROC_NULL)
          return;
        SendingContents sending = begin_sending(to, [&] { return SendingContents(plan->structure, to, only_changed); });
        run(sending);
      },
      call);
}

int isend(AL_Plan plan, const Destination &to, bool only_changed, AL_Request *request, const char *call) {
  return run_call(
      to.comm,
      [&] {
        require_plan(plan);
        require_request(request);
        if (to.rank == MPI_PROC_NULL) {
          *request = complete_request(to.comm, empty_status(), call);
          return;
        }
        const auto begin = [&] { return std::make_unique<SendingContents>(plan->structure, to, only_changed); };
        *request = begin_sending(to, [&] { return start_request(to.comm, call, begin); });
      },
      call);
}

} // namespace

extern "C" int AL_Plan_create(const void *root, AL_Type type, AL_Plan *plan) {
  return run_local_call([&] {
    require_type(type);
    require(plan, AL_ERR_ARGUMENT, "AutoLink: the plan is NULL");
    *plan = new AL_PlanObject{std::make_shared<PlannedStructure>(plan_of(type), const_cast<void *>(root))};
  });
}

extern "C" int AL_Plan_free(AL_Plan *plan) {
  return run_local_call([&] {
    require(plan, AL_ERR_ARGUMENT, "AutoLink: the plan is NULL");
    delete *plan;
    *plan = AL_PLAN_NULL;
  });
}

extern "C" int AL_Plan_send(AL_Plan plan, int dest, int tag, MPI_Comm comm) {
  return send(plan, {dest, tag, comm}, false, __func__);
}

extern "C" int AL_Plan_send_changed(AL_Plan plan, int dest, int tag, MPI_Comm comm) {
  return send(plan, {dest, tag, comm}, true, __func__);
}

extern "C" int AL_Plan_isend(AL_Plan plan, int dest, int tag, MPI_Comm comm, AL_Request *request) {
  return isend(plan, {dest, tag, comm}, false, request, __func__);
}

extern "C" int AL_Plan_isend_changed(AL_Plan plan, int dest, int tag, MPI_Comm comm, AL_Request *request) {
  return isend(plan, {dest, tag, comm}, true, request, __func__);
}

extern "C" int AL_Plan_recv(AL_Plan plan, int source, int tag, MPI_Comm comm, MPI_Status *status) {
  return run_call(comm, [&] {
    require_plan(plan);
    require_status(status);
    if (source == MPI_PROC_NULL) {
      set(status, proc_null_status());
      return;
    }
    ReceivingContents receiving(plan->structure, source, tag, comm);
    run(receiving);
    set(status, receiving.status());
  });
}

extern "C" int AL_Plan_irecv(AL_Plan plan, int source, int tag, MPI_Comm comm, AL_Request *request) {
  const char *const call = __func__;
  return run_call(comm, [&] {
    require_plan(plan);
    require_request(request);
    *request =
        source == MPI_PROC_NULL ? complete_request(comm, proc_null_status(), call) : start_request(comm, call, [&] {
          return std::make_unique<ReceivingContents>(plan->structure, source, tag, comm);
        });
  });
}
