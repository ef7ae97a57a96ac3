! The main program of fortran_calls.c: initializes and finalizes MPI, creates communicators and calls C routines that
! use them. It also calls MPI itself, on a communicator of its own.
program fortran_main
  use mpi
  use iso_c_binding, only: c_int
  implicit none
  include 'fortran_calls.inc'
  integer :: code, me, n, half, mine, datatype, requests(2)
  real :: values(4), others(4)

  call MPI_Init(code)
  call MPI_Comm_rank(MPI_COMM_WORLD, me, code)
  call MPI_Comm_size(MPI_COMM_WORLD, n, code)

  ! C calls on objects that MPI created, and on objects that C created and Fortran frees.
  call exchange_in_c(MPI_COMM_WORLD)
  call collect_in_c(MPI_COMM_WORLD)
  call make_in_c(mine, datatype)
  call MPI_Type_commit(datatype, code)
  call use_type_in_c(datatype)
  call MPI_Type_free(datatype, code)
  call exchange_in_c(mine)
  call MPI_Comm_free(mine, code)

  ! Messages between Fortran calls only.
  call MPI_Comm_dup(MPI_COMM_WORLD, half, code)
  values = real(me)
  call MPI_Sendrecv(values, 4, MPI_REAL, mod(me + 1, n), 3, others, 4, MPI_REAL, mod(me + n - 1, n), 3, half, &
                    MPI_STATUS_IGNORE, code)
  if (others(4) /= real(mod(me + n - 1, n))) call MPI_Abort(MPI_COMM_WORLD, 4, code)
  call MPI_Irecv(others, 4, MPI_REAL, MPI_ANY_SOURCE, 4, half, requests(1), code)
  call MPI_Isend(values, 4, MPI_REAL, mod(me + 1, n), 4, half, requests(2), code)
  call MPI_Waitall(2, requests, MPI_STATUSES_IGNORE, code)
  call MPI_Allreduce(values, others, 4, MPI_REAL, MPI_SUM, half, code)
  call MPI_Bcast(values, 4, MPI_REAL, 0, half, code)
  call MPI_Comm_free(half, code)

  ! Messages between Fortran and C calls.
  if (me == 0) then
    call MPI_Send(values, 4, MPI_REAL, 1, 9, MPI_COMM_WORLD, code)
  end if
  call mixed_in_c(MPI_COMM_WORLD)
  call MPI_Finalize(code)
end program
