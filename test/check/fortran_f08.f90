! As fortran_main.f90, with the module mpi_f08.
program fortran_f08
  use mpi_f08
  use iso_c_binding, only: c_int
  implicit none
  interface
    subroutine exchange_in_c(communicator) bind(c)
      import :: c_int
      integer(c_int), value :: communicator
    end subroutine
    subroutine collect_in_c(communicator) bind(c)
      import :: c_int
      integer(c_int), value :: communicator
    end subroutine
    subroutine make_in_c(communicator, datatype) bind(c)
      import :: c_int
      integer(c_int) :: communicator, datatype
    end subroutine
    subroutine use_type_in_c(datatype) bind(c)
      import :: c_int
      integer(c_int), value :: datatype
    end subroutine
  end interface
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
  call MPI_Finalize()
end program
