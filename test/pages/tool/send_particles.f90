! run: automap particle.h --format=fortran -o particles.f90 && mpifort.mpich -Wall -Werror -Wno-unused particles.f90 send_particles.f90 -o fortran && UCX_MEM_EVENTS=no timeout 60 mpiexec.mpich -n 2 ./fortran */
program main
  use mpi_f08
  implicit none
  integer :: rank
  call MPI_Init()
  call MPI_Comm_rank(MPI_COMM_WORLD, rank)
  if (rank == 0) call send()
  if (rank == 1) call receive()
  call MPI_Finalize()

contains

  subroutine send()
! @BLOCK@
    call Free_MPI_Types()
  end subroutine

  subroutine receive()
    use particles
    type(particle) :: p(200)
    type(MPI_Status) :: status
    integer :: count
    call Build_MPI_Types()
    call MPI_Recv(p, 200, AutoMap_particle, 0, 0, MPI_COMM_WORLD, status)
    call MPI_Get_count(status, AutoMap_particle, count)
    if (count /= 100) error stop 'not 100 particles'
    call Free_MPI_Types()
  end subroutine
end program
