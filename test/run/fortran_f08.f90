! A column of a matrix and a part of an array, sent with the module mpi_f08.
program fortran_f08
  use mpi_f08
  implicit none
  type(MPI_Datatype) :: row, part
  type(MPI_Request) :: requests(2)
  type(MPI_Status) :: statuses(2)
  integer :: rank, ranks, to, from, i, j, received
  real(8) :: matrix(200, 300), other(200, 300), back(200, 300)
  call MPI_Init()
  call MPI_Comm_rank(MPI_COMM_WORLD, rank)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks)
  to = mod(rank + 1, ranks)
  from = mod(rank + ranks - 1, ranks)
  do j = 1, 300
    do i = 1, 200
      matrix(i, j) = 1000 * rank + i + j / 1000.0d0
    end do
  end do
  call MPI_Type_vector(300, 1, 200, MPI_REAL8, row)
  call MPI_Type_commit(row)
  call MPI_Type_create_subarray(2, [200, 300], [120, 77], [13, 5], MPI_ORDER_FORTRAN, MPI_REAL8, part)
  call MPI_Type_commit(part)
  other = -1
  back = -2
  call MPI_Irecv(other(2, 1), 1, row, from, 1, MPI_COMM_WORLD, requests(1))
  call MPI_Isend(matrix(7, 1), 1, row, to, 1, MPI_COMM_WORLD, requests(2))
  call MPI_Waitall(2, requests, statuses)
  call MPI_Get_count(statuses(1), row, received)
  call MPI_Sendrecv(matrix, 1, part, to, 2, back, 1, part, from, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE)
  print '(a, 3i4, 3f14.3)', 'f08', rank, received, statuses(1)%MPI_SOURCE, sum(other), sum(back), back(14, 6)
  call MPI_Type_free(row)
  call MPI_Type_free(part)
  call MPI_Finalize()
end program
