// Files whose data have gaps in memory. They are packed and written as bytes, which a file's own representation of data
// is; other representations are left to MPI.
#pragma once

#include "functions.h"
#include "point_to_point.h"

#include <mpi.h>

#include <memory>
#include <utility>

namespace automap::run {

/// Returns what a call is to write packed, or nothing if it is left to MPI.
std::unique_ptr<PackedToSend> packed_to_write(const Call &call, const void *buffer, MPI_Count count, MPI_Datatype type,
                                              MPI_File file);

/// The same for a call that reads.
std::unique_ptr<PackedToReceive> packed_to_read(const Call &call, void *buffer, MPI_Count count, MPI_Datatype type,
                                                MPI_File file);

/// Keeps what a split collective call needs until it ends. Returns false if memory is short.
bool begin_split(MPI_File file, std::unique_ptr<PendingMessage> call);

/// Returns what begin_split() has kept, or null.
std::unique_ptr<PendingMessage> take_split(MPI_File file);

/// Notes the representation of a file's data.
void note_view(MPI_File file, const char *representation);

/// Forgets a file, whose handle may become that of another one.
void note_closed(MPI_File file);

/// Forgets what begin_split() has kept if a call has returned a `code` other than MPI_SUCCESS. Returns the code.
inline int forget_if_failed(MPI_File file, int code) {
  if (code != MPI_SUCCESS)
    take_split(file);
  return code;
}

// What the calls of each kind do. make_call(data, count, datatype, …) makes MPI's own, with its offset if it has one.

template <typename Count, typename MakeCall>
int write(const Call &call, MPI_File file, const void *buf, Count count, MPI_Datatype type, MakeCall make_call) {
  const auto packed = packed_to_write(call, buf, count, type, file);
  if (!packed)
    return make_call(buf, count, type);
  const mpi::MpiData data = packed->mpi_data();
  return make_call(data.data, data.count, MPI_BYTE);
}

template <typename Count, typename MakeCall>
int read(const Call &call, MPI_File file, void *buf, Count count, MPI_Datatype type, MPI_Status *status,
         MakeCall make_call) {
  const auto packed = packed_to_read(call, buf, count, type, file);
  if (!packed)
    return make_call(buf, count, type, status);
  const mpi::MpiData data = packed->mpi_data();
  return unpack_after(status, *packed,
                      [&](MPI_Status *filled) { return make_call(data.data, data.count, MPI_BYTE, filled); });
}

template <typename Count, typename MakeCall>
int start_write(const Call &call, MPI_File file, const void *buf, Count count, MPI_Datatype type, MPI_Request *request,
                MakeCall make_call) {
  auto pending = pending_message(packed_to_write(call, buf, count, type, file), nullptr);
  if (!pending)
    return make_call(buf, count, type);
  const mpi::MpiData data = pending->sent();
  return follow_if_made(make_call(data.data, data.count, MPI_BYTE), request, std::move(pending));
}

template <typename Count, typename MakeCall>
int start_read(const Call &call, MPI_File file, void *buf, Count count, MPI_Datatype type, MPI_Request *request,
               MakeCall make_call) {
  auto pending = pending_message(nullptr, packed_to_read(call, buf, count, type, file));
  if (!pending)
    return make_call(buf, count, type);
  const mpi::MpiData data = pending->room();
  return follow_if_made(make_call(data.data, data.count, MPI_BYTE), request, std::move(pending));
}

template <typename Count, typename MakeCall>
int begin_write(const Call &call, MPI_File file, const void *buf, Count count, MPI_Datatype type, MakeCall make_call) {
  auto pending = pending_message(packed_to_write(call, buf, count, type, file), nullptr);
  const mpi::MpiData data = pending ? pending->sent() : mpi::MpiData{};
  if (!pending || !begin_split(file, std::move(pending)))
    return make_call(buf, count, type);
  return forget_if_failed(file, make_call(data.data, data.count, MPI_BYTE));
}

template <typename Count, typename MakeCall>
int begin_read(const Call &call, MPI_File file, void *buf, Count count, MPI_Datatype type, MakeCall make_call) {
  auto pending = pending_message(nullptr, packed_to_read(call, buf, count, type, file));
  const mpi::MpiData data = pending ? pending->room() : mpi::MpiData{};
  if (!pending || !begin_split(file, std::move(pending)))
    return make_call(buf, count, type);
  return forget_if_failed(file, make_call(data.data, data.count, MPI_BYTE));
}

/// Ends a split collective call. MPI is given the buffer with which it was begun.
template <typename Buffer, typename Real> int end_split(Real real, MPI_File file, Buffer buf, MPI_Status *status) {
  const std::unique_ptr<PendingMessage> pending = take_split(file);
  if (!pending)
    return real(file, buf, status);
  return unpack_after(
      status, [&](MPI_Status *filled) { return real(file, pending->data(), filled); },
      [&](const MPI_Status &filled) { pending->finish(filled); });
}

// The calls of the table.

template <typename Real, typename Count>
int write_file(const Call &call, Real real, MPI_File file, const void *buf, Count count, MPI_Datatype type,
               MPI_Status *status) {
  return write(call, file, buf, count, type,
               [&](const void *data, Count n, MPI_Datatype each) { return real(file, data, n, each, status); });
}
template <typename Real, typename Count>
int write_file_at(const Call &call, Real real, MPI_File file, MPI_Offset offset, const void *buf, Count count,
                  MPI_Datatype type, MPI_Status *status) {
  return write(call, file, buf, count, type,
               [&](const void *data, Count n, MPI_Datatype each) { return real(file, offset, data, n, each, status); });
}
template <typename Real, typename Count>
int read_file(const Call &call, Real real, MPI_File file, void *buf, Count count, MPI_Datatype type,
              MPI_Status *status) {
  return read(call, file, buf, count, type, status, [&](void *data, Count n, MPI_Datatype each, MPI_Status *filled) {
    return real(file, data, n, each, filled);
  });
}
template <typename Real, typename Count>
int read_file_at(const Call &call, Real real, MPI_File file, MPI_Offset offset, void *buf, Count count,
                 MPI_Datatype type, MPI_Status *status) {
  return read(call, file, buf, count, type, status, [&](void *data, Count n, MPI_Datatype each, MPI_Status *filled) {
    return real(file, offset, data, n, each, filled);
  });
}
template <typename Real, typename Count>
int start_write(const Call &call, Real real, MPI_File file, const void *buf, Count count, MPI_Datatype type,
                MPI_Request *request) {
  return start_write(call, file, buf, count, type, request,
                     [&](const void *data, Count n, MPI_Datatype each) { return real(file, data, n, each, request); });
}
template <typename Real, typename Count>
int start_write_at(const Call &call, Real real, MPI_File file, MPI_Offset offset, const void *buf, Count count,
                   MPI_Datatype type, MPI_Request *request) {
  return start_write(call, file, buf, count, type, request, [&](const void *data, Count n, MPI_Datatype each) {
    return real(file, offset, data, n, each, request);
  });
}
template <typename Real, typename Count>
int start_read(const Call &call, Real real, MPI_File file, void *buf, Count count, MPI_Datatype type,
               MPI_Request *request) {
  return start_read(call, file, buf, count, type, request,
                    [&](void *data, Count n, MPI_Datatype each) { return real(file, data, n, each, request); });
}
template <typename Real, typename Count>
int start_read_at(const Call &call, Real real, MPI_File file, MPI_Offset offset, void *buf, Count count,
                  MPI_Datatype type, MPI_Request *request) {
  return start_read(call, file, buf, count, type, request,
                    [&](void *data, Count n, MPI_Datatype each) { return real(file, offset, data, n, each, request); });
}
template <typename Real, typename Count>
int begin_write(const Call &call, Real real, MPI_File file, const void *buf, Count count, MPI_Datatype type) {
  return begin_write(call, file, buf, count, type,
                     [&](const void *data, Count n, MPI_Datatype each) { return real(file, data, n, each); });
}
template <typename Real, typename Count>
int begin_write_at(const Call &call, Real real, MPI_File file, MPI_Offset offset, const void *buf, Count count,
                   MPI_Datatype type) {
  return begin_write(call, file, buf, count, type,
                     [&](const void *data, Count n, MPI_Datatype each) { return real(file, offset, data, n, each); });
}
template <typename Real, typename Count>
int begin_read(const Call &call, Real real, MPI_File file, void *buf, Count count, MPI_Datatype type) {
  return begin_read(call, file, buf, count, type,
                    [&](void *data, Count n, MPI_Datatype each) { return real(file, data, n, each); });
}
template <typename Real, typename Count>
int begin_read_at(const Call &call, Real real, MPI_File file, MPI_Offset offset, void *buf, Count count,
                  MPI_Datatype type) {
  return begin_read(call, file, buf, count, type,
                    [&](void *data, Count n, MPI_Datatype each) { return real(file, offset, data, n, each); });
}
template <typename Real> int end_write(const Call &, Real real, MPI_File file, const void *buf, MPI_Status *status) {
  return end_split(real, file, buf, status);
}
template <typename Real> int end_read(const Call &, Real real, MPI_File file, void *buf, MPI_Status *status) {
  return end_split(real, file, buf, status);
}

template <typename Real>
int set_view(const Call &, Real real, MPI_File file, MPI_Offset offset, MPI_Datatype etype, MPI_Datatype filetype,
             const char *representation, MPI_Info info) {
  const int code = real(file, offset, etype, filetype, representation, info);
  if (code == MPI_SUCCESS)
    note_view(file, representation);
  return code;
}
template <typename Real> int close_file(const Call &, Real real, MPI_File *file) {
  const MPI_File before = file ? *file : MPI_FILE_NULL;
  const int code = real(file);
  if (code == MPI_SUCCESS)
    note_closed(before);
  return code;
}

} // namespace automap::run
