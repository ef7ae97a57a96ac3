// Room for a message that no longer message can leave, for both libraries. They are installed apart, so this is a
// header alone.
//
// Open MPI 4.1 copies a long message from another process of the machine as a whole if it has no holes on both sides,
// and notices only then that there was less room. It copies what it receives into a datatype with holes piece by piece,
// and stops at the end of the room. So the last byte is received elsewhere, and moved to its place later.
#pragma once

#include "error_codes.h"
#include "mpi/open_mpi.h"

#include <mpi.h>

#include <algorithm>
#include <cstring>

namespace automap::mpi {

/// The room of one receive without holes. With other MPI libraries, it is the memory itself.
class GuardedRoom {
public:
  static bool is_needed() { return is_open_mpi(); }

  /// Whether a message from `peer` of this type, if it is longer than its room, would leave that.
  static bool is_needed_for(MPI_Datatype type, int peer) {
    return is_needed() && type == MPI_PACKED && peer != MPI_PROC_NULL;
  }

  /// `data` has room for `bytes`, each a `byte`: MPI_PACKED or MPI_BYTE.
  GuardedRoom(void *data, int bytes, MPI_Datatype byte)
      : data_(static_cast<char *>(data)), bytes_(bytes), byte_(byte) {}
  GuardedRoom(const GuardedRoom &) = delete;
  GuardedRoom &operator=(const GuardedRoom &) = delete;
  ~GuardedRoom() {
    if (type_ != MPI_DATATYPE_NULL && running_status() == MPI_SUCCESS)
      MPI_Type_free(&type_);
  }

  /// Makes the datatype. Returns the code of the MPI call that has failed, or MPI_SUCCESS. Can be called again.
  int open() {
    if (!is_needed() || type_ != MPI_DATATYPE_NULL)
      return MPI_SUCCESS;
    MPI_Aint begin = 0, last = 0;
    MPI_Get_address(place(), &begin);
    MPI_Get_address(elsewhere_ + 1, &last);
    const int lengths[] = {room() - 1, 1};
    const MPI_Aint places[] = {0, last - begin};
    const int code = MPI_Type_create_hindexed(2, lengths, places, byte_, &type_);
    return code == MPI_SUCCESS ? MPI_Type_commit(&type_) : code;
  }

  // What MPI is to receive into.
  void *place() { return is_in_place() ? data_ : short_room_; }
  int count() const { return is_needed() ? 1 : bytes_; }
  MPI_Datatype type() const { return is_needed() ? type_ : byte_; }

  /// Moves what was received, `received` bytes, to its place. Returns false if the message is too long, which MPI does
  /// not notice if there is room for less than two bytes.
  bool close(int received) {
    if (!is_needed())
      return true;
    if (received == room())
      static_cast<char *>(place())[received - 1] = elsewhere_[1];
    if (!is_in_place())
      std::memcpy(data_, short_room_, static_cast<std::size_t>(std::min(received, bytes_)));
    return received <= bytes_;
  }

private:
  static constexpr int shortest = 2; // with fewer bytes, no datatype has a hole

  bool is_in_place() const { return !is_needed() || bytes_ >= shortest; }
  int room() const { return std::max(bytes_, shortest); }

  char *data_;
  int bytes_;
  MPI_Datatype byte_;
  MPI_Datatype type_ = MPI_DATATYPE_NULL;
  char elsewhere_[3]; // the middle one takes the last byte, so that this never is next to the others
  char short_room_[shortest];
};

} // namespace automap::mpi
