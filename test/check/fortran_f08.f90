! The same as fortran_main.f90, with the module mpi_f08.
program fortran_f08
  use mpi_f08
  use iso_c_binding, only: c_int
  implicit none
  include 'fortran_calls.inc'
  type(MPI_Comm) :: mine
  type(MPI_Datatype) :: datatype
  integer :: me, n, code
  real :: values(4), others(4)

  call MPI_Init()
  call MPI_Comm_rank(MPI_COMM_WORLD, me)
  call MPI_Comm_size(MPI_COMM_WORLD, n)
  call exchange_in_c(MPI_COMM_WORLD%MPI_VAL)
  call collect_in_c(MPI_COMM_WORLD%MPI_VAL)
  call make_in_c(mine%MPI_VAL, datatype%MPI_VAL)
  call MPI_Type_commit(datatype, code)
  if (code /= MPI_SUCCESS) stop 2
  call use_type_in_c(datatype%MPI_VAL)
  call MPI_Type_free(datatype)
  call exchange_in_c(mine%MPI_VAL)
  call MPI_Comm_free(mine, code)
  if (code /= MPI_SUCCESS .or. mine /= MPI_COMM_NULL) stop 2
  values = me
  call MPI_Sendrecv(values, 4, MPI_REAL, mod(me + 1, n), 3, others, 4, MPI_REAL, mod(me + n - 1, n), 3, MPI_COMM_WORLD, &
                    MPI_STATUS_IGNORE)
  if (others(4) /= mod(me + n - 1, n)) stop 3
  call start_and_probe()
  call MPI_Finalize()

contains

  ! The datatypes have the same size, so that one would be taken for the other if a message were not seen.
  subroutine start_and_probe()
    type(MPI_Request) :: request
    type(MPI_Message) :: message
    integer :: whole(2), parts(9)
    double precision :: number
    whole = me
    parts = me
    number = me
    if (me == 0) then
      call MPI_Send_init(whole, 2, MPI_INTEGER, 1, 5, MPI_COMM_WORLD, request)
      call MPI_Start(request)
      call MPI_Wait(request, MPI_STATUS_IGNORE)
      call MPI_Request_free(request)
      call MPI_Send(number, 1, MPI_DOUBLE_PRECISION, 1, 5, MPI_COMM_WORLD)
      call MPI_Send(parts(1:9:2), 5, MPI_INTEGER, 1, 5, MPI_COMM_WORLD)
      call MPI_Send(whole, 2, MPI_INTEGER, 1, 6, MPI_COMM_WORLD)
      call MPI_Send(number, 1, MPI_DOUBLE_PRECISION, 1, 6, MPI_COMM_WORLD)
    else if (me == 1) then
      call MPI_Recv(whole, 2, MPI_INTEGER, 0, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE)
      call MPI_Recv(number, 1, MPI_DOUBLE_PRECISION, 0, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE)
      call MPI_Recv(parts(1:9:2), 5, MPI_INTEGER, 0, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE)
      if (parts(9) /= 0 .or. parts(8) /= 1) stop 4
      call MPI_Mprobe(0, 6, MPI_COMM_WORLD, message, MPI_STATUS_IGNORE)
      call MPI_Mrecv(whole, 2, MPI_INTEGER, message, MPI_STATUS_IGNORE)
      call MPI_Recv(number, 1, MPI_DOUBLE_PRECISION, 0, 6, MPI_COMM_WORLD, MPI_STATUS_IGNORE)
    end if
  end subroutine
end program
