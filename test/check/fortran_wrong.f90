! A wrong program that calls MPI only from Fortran, for MPI libraries that let the checker see such calls. As in
! wrong.c, "wrong: KIND" marks the lines that must be reported.
program fortran_wrong
  use mpi
  implicit none
  integer :: code, me, ints(4), request
  real :: reals(4)
  double precision :: doubles(4)

  call MPI_Init(code)
  call MPI_Comm_rank(MPI_COMM_WORLD, me, code)
  ints = 1
  doubles = 1
  if (me == 0) then
    call MPI_Send(ints, 4, MPI_INTEGER, 1, 1, MPI_COMM_WORLD, code)
    call MPI_Send(ints, 4, MPI_INTEGER, 1, 1, MPI_COMM_WORLD, code)
    call MPI_Send(ints, 4, MPI_INTEGER, 1, 2, MPI_COMM_WORLD, code)
    call MPI_Send(doubles, 4, MPI_DOUBLE_PRECISION, 1, 3, MPI_COMM_WORLD, code)
  else if (me == 1) then
    call MPI_Recv(ints, 4, MPI_INTEGER, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE, code)
    call MPI_Recv(reals, 4, MPI_REAL, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE, code) ! /* wrong: type mismatch */
    call receive_real() ! reaches such a line by another path
    call MPI_Irecv(doubles, 4, MPI_INTEGER8, MPI_ANY_SOURCE, 3, MPI_COMM_WORLD, request, code) ! /* wrong: type mismatch */
    call MPI_Wait(request, MPI_STATUS_IGNORE, code)
  end if
  if (me == 0) then
    call MPI_Bcast(ints, 4, MPI_INTEGER, 0, MPI_COMM_WORLD, code)
  else
    call MPI_Bcast(reals, 4, MPI_REAL, 0, MPI_COMM_WORLD, code) ! /* wrong: type mismatch */
  end if
  call MPI_Finalize(code)

contains

  subroutine receive_real()
    call MPI_Recv(reals, 4, MPI_REAL, 0, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE, code) ! /* wrong: type mismatch */
  end subroutine
end program
