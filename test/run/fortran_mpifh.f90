! The same with mpif.h.
program fortran_mpifh
  implicit none
  include 'mpif.h'
  integer :: row, part, requests(2), statuses(MPI_STATUS_SIZE, 2)
  integer :: rank, ranks, to, from, i, j, received, error
  real(8) :: matrix(200, 300), other(200, 300), back(200, 300)
  call MPI_Init(error)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, error)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, error)
  to = mod(rank + 1, ranks)
  from = mod(rank + ranks - 1, ranks)
  do j = 1, 300
    do i = 1, 200
      matrix(i, j) = 1000 * rank + i + j / 1000.0d0
    end do
  end do
  call MPI_Type_vector(300, 1, 200, MPI_REAL8, row, error)
  call MPI_Type_commit(row, error)
  call MPI_Type_create_subarray(2, [200, 300], [120, 77], [13, 5], MPI_ORDER_FORTRAN, MPI_REAL8, part, error)
  call MPI_Type_commit(part, error)
  other = -1
  back = -2
  call MPI_Irecv(other(2, 1), 1, row, from, 1, MPI_COMM_WORLD, requests(1), error)
  call MPI_Isend(matrix(7, 1), 1, row, to, 1, MPI_COMM_WORLD, requests(2), error)
  call MPI_Waitall(2, requests, statuses, error)
  call MPI_Get_count(statuses(:, 1), row, received, error)
  call MPI_Sendrecv(matrix, 1, part, to, 2, back, 1, part, from, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE, error)
  print '(a, 3i4, 3f14.3)', 'mpif.h', rank, received, statuses(MPI_SOURCE, 1), sum(other), sum(back), back(14, 6)
  call MPI_Type_free(row, error)
  call MPI_Type_free(part, error)
  call MPI_Finalize(error)
end program
