// Collective calls in the public C API: AM_Gather and the like. See automap/automap.h.
#include "automap/automap.h"

#include "collective.h"
#include "mpi/base/failure.h"
#include "mpi/base/named_call.h"
#include "request.h"

#include <memory>

using namespace automap;
using mpi::check_call;
using mpi::Collective;
using mpi::Form;
using mpi::NamedBlocks;
using mpi::one;
using mpi::typed;
using mpi::varying;

namespace {

/// Makes the MPI call `plain` or `large`. `root` is the root, or nothing if the call has none.
template <Form sent, Form received, typename Plain, typename Large, typename... Root>
int run(const mpi::ThisCall &call, Collective::Kind kind, const NamedBlocks &from, const NamedBlocks &to, Plain plain,
        Large large, MPI_Comm comm, Root... root) {
  return mpi::run_call(
      [&] {
        const int roots[] = {root..., 0};
        Collective collective(kind, from, to, roots[0], comm);
        collective.pack();
        const mpi::Naming naming(call.name, call.address, &from, &to);
        check_call(collective.make<sent, received>(plain, large, root..., comm));
        collective.unpack();
      },
      comm, call.name);
}

/// Starts a nonblocking call in the same way.
template <Form sent, Form received, typename Plain, typename Large, typename... Root>
int start(const mpi::ThisCall &call, AM_Request *request, Collective::Kind kind, const NamedBlocks &from,
          const NamedBlocks &to, Plain plain, Large large, MPI_Comm comm, Root... root) {
  return mpi::run_call(
      [&] {
        mpi::require_arguments(request);
        const int roots[] = {root..., 0};
        auto started = std::make_unique_for_overwrite<AM_Request_s>(); // does not fill its buffers with zeros
        Collective &collective = started->collective.emplace(kind, from, to, roots[0], comm);
        collective.pack();
        const mpi::Naming naming(call.name, call.address, &from, &to);
        mpi::check_started(collective.make<sent, received>(plain, large, root..., comm, &started->request),
                           &started->request);
        *request = started.release();
      },
      comm, call.name);
}

} // namespace

extern "C" int AM_Gather(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount,
                         MPI_Datatype recvtype, int root, MPI_Comm comm) {
  return run<Form::one, Form::one>(AUTOMAP_CALLING, Collective::Kind::gather, one(sendbuf, sendcount, sendtype),
                                   one(recvbuf, recvcount, recvtype), AUTOMAP_BOTH_SIZES(MPI_Gather), comm, root);
}

extern "C" int AM_Igather(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount,
                          MPI_Datatype recvtype, int root, MPI_Comm comm, AM_Request *request) {
  return start<Form::one, Form::one>(AUTOMAP_CALLING, request, Collective::Kind::gather,
                                     one(sendbuf, sendcount, sendtype), one(recvbuf, recvcount, recvtype),
                                     AUTOMAP_BOTH_SIZES(MPI_Igather), comm, root);
}

extern "C" int AM_Gatherv(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                          const int recvcounts[], const int displs[], MPI_Datatype recvtype, int root, MPI_Comm comm) {
  return run<Form::one, Form::varying>(AUTOMAP_CALLING, Collective::Kind::gather, one(sendbuf, sendcount, sendtype),
                                       varying(recvbuf, recvcounts, displs, recvtype), AUTOMAP_BOTH_SIZES(MPI_Gatherv),
                                       comm, root);
}

extern "C" int AM_Igatherv(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                           const int recvcounts[], const int displs[], MPI_Datatype recvtype, int root, MPI_Comm comm,
                           AM_Request *request) {
  return start<Form::one, Form::varying>(
      AUTOMAP_CALLING, request, Collective::Kind::gather, one(sendbuf, sendcount, sendtype),
      varying(recvbuf, recvcounts, displs, recvtype), AUTOMAP_BOTH_SIZES(MPI_Igatherv), comm, root);
}

extern "C" int AM_Scatter(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount,
                          MPI_Datatype recvtype, int root, MPI_Comm comm) {
  return run<Form::one, Form::one>(AUTOMAP_CALLING, Collective::Kind::scatter, one(sendbuf, sendcount, sendtype),
                                   one(recvbuf, recvcount, recvtype), AUTOMAP_BOTH_SIZES(MPI_Scatter), comm, root);
}

extern "C" int AM_Iscatter(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount,
                           MPI_Datatype recvtype, int root, MPI_Comm comm, AM_Request *request) {
  return start<Form::one, Form::one>(AUTOMAP_CALLING, request, Collective::Kind::scatter,
                                     one(sendbuf, sendcount, sendtype), one(recvbuf, recvcount, recvtype),
                                     AUTOMAP_BOTH_SIZES(MPI_Iscatter), comm, root);
}

extern "C" int AM_Scatterv(const void *sendbuf, const int sendcounts[], const int displs[], MPI_Datatype sendtype,
                           void *recvbuf, int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm) {
  return run<Form::varying, Form::one>(AUTOMAP_CALLING, Collective::Kind::scatter,
                                       varying(sendbuf, sendcounts, displs, sendtype),
                                       one(recvbuf, recvcount, recvtype), AUTOMAP_BOTH_SIZES(MPI_Scatterv), comm, root);
}

extern "C" int AM_Iscatterv(const void *sendbuf, const int sendcounts[], const int displs[], MPI_Datatype sendtype,
                            void *recvbuf, int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm,
                            AM_Request *request) {
  return start<Form::varying, Form::one>(
      AUTOMAP_CALLING, request, Collective::Kind::scatter, varying(sendbuf, sendcounts, displs, sendtype),
      one(recvbuf, recvcount, recvtype), AUTOMAP_BOTH_SIZES(MPI_Iscatterv), comm, root);
}

extern "C" int AM_Allgather(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount,
                            MPI_Datatype recvtype, MPI_Comm comm) {
  return run<Form::one, Form::one>(AUTOMAP_CALLING, Collective::Kind::allgather, one(sendbuf, sendcount, sendtype),
                                   one(recvbuf, recvcount, recvtype), AUTOMAP_BOTH_SIZES(MPI_Allgather), comm);
}

extern "C" int AM_Iallgather(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount,
                             MPI_Datatype recvtype, MPI_Comm comm, AM_Request *request) {
  return start<Form::one, Form::one>(AUTOMAP_CALLING, request, Collective::Kind::allgather,
                                     one(sendbuf, sendcount, sendtype), one(recvbuf, recvcount, recvtype),
                                     AUTOMAP_BOTH_SIZES(MPI_Iallgather), comm);
}

extern "C" int AM_Allgatherv(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                             const int recvcounts[], const int displs[], MPI_Datatype recvtype, MPI_Comm comm) {
  return run<Form::one, Form::varying>(AUTOMAP_CALLING, Collective::Kind::allgather, one(sendbuf, sendcount, sendtype),
                                       varying(recvbuf, recvcounts, displs, recvtype),
                                       AUTOMAP_BOTH_SIZES(MPI_Allgatherv), comm);
}

extern "C" int AM_Iallgatherv(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
                              const int recvcounts[], const int displs[], MPI_Datatype recvtype, MPI_Comm comm,
                              AM_Request *request) {
  return start<Form::one, Form::varying>(
      AUTOMAP_CALLING, request, Collective::Kind::allgather, one(sendbuf, sendcount, sendtype),
      varying(recvbuf, recvcounts, displs, recvtype), AUTOMAP_BOTH_SIZES(MPI_Iallgatherv), comm);
}

extern "C" int AM_Alltoall(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount,
                           MPI_Datatype recvtype, MPI_Comm comm) {
  return run<Form::one, Form::one>(AUTOMAP_CALLING, Collective::Kind::alltoall, one(sendbuf, sendcount, sendtype),
                                   one(recvbuf, recvcount, recvtype), AUTOMAP_BOTH_SIZES(MPI_Alltoall), comm);
}

extern "C" int AM_Ialltoall(const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf, int recvcount,
                            MPI_Datatype recvtype, MPI_Comm comm, AM_Request *request) {
  return start<Form::one, Form::one>(AUTOMAP_CALLING, request, Collective::Kind::alltoall,
                                     one(sendbuf, sendcount, sendtype), one(recvbuf, recvcount, recvtype),
                                     AUTOMAP_BOTH_SIZES(MPI_Ialltoall), comm);
}

extern "C" int AM_Alltoallv(const void *sendbuf, const int sendcounts[], const int sdispls[], MPI_Datatype sendtype,
                            void *recvbuf, const int recvcounts[], const int rdispls[], MPI_Datatype recvtype,
                            MPI_Comm comm) {
  return run<Form::varying, Form::varying>(
      AUTOMAP_CALLING, Collective::Kind::alltoall, varying(sendbuf, sendcounts, sdispls, sendtype),
      varying(recvbuf, recvcounts, rdispls, recvtype), AUTOMAP_BOTH_SIZES(MPI_Alltoallv), comm);
}

extern "C" int AM_Ialltoallv(const void *sendbuf, const int sendcounts[], const int sdispls[], MPI_Datatype sendtype,
                             void *recvbuf, const int recvcounts[], const int rdispls[], MPI_Datatype recvtype,
                             MPI_Comm comm, AM_Request *request) {
  return start<Form::varying, Form::varying>(
      AUTOMAP_CALLING, request, Collective::Kind::alltoall, varying(sendbuf, sendcounts, sdispls, sendtype),
      varying(recvbuf, recvcounts, rdispls, recvtype), AUTOMAP_BOTH_SIZES(MPI_Ialltoallv), comm);
}

extern "C" int AM_Alltoallw(const void *sendbuf, const int sendcounts[], const int sdispls[],
                            const MPI_Datatype sendtypes[], void *recvbuf, const int recvcounts[], const int rdispls[],
                            const MPI_Datatype recvtypes[], MPI_Comm comm) {
  return run<Form::typed, Form::typed>(
      AUTOMAP_CALLING, Collective::Kind::alltoall, typed(sendbuf, sendcounts, sdispls, sendtypes),
      typed(recvbuf, recvcounts, rdispls, recvtypes), AUTOMAP_BOTH_SIZES(MPI_Alltoallw), comm);
}

extern "C" int AM_Ialltoallw(const void *sendbuf, const int sendcounts[], const int sdispls[],
                             const MPI_Datatype sendtypes[], void *recvbuf, const int recvcounts[], const int rdispls[],
                             const MPI_Datatype recvtypes[], MPI_Comm comm, AM_Request *request) {
  return start<Form::typed, Form::typed>(
      AUTOMAP_CALLING, request, Collective::Kind::alltoall, typed(sendbuf, sendcounts, sdispls, sendtypes),
      typed(recvbuf, recvcounts, rdispls, recvtypes), AUTOMAP_BOTH_SIZES(MPI_Ialltoallw), comm);
}
