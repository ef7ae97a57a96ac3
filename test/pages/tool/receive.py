# run: automap particle.h --format=numpy -o structs.py && automap particle.h -o mpitypes.c && mpicc.openmpi send_particles.c mpitypes.c -o send_particles && TMPDIR=$PWD UCX_MEM_EVENTS=no OMPI_MCA_rmaps_base_oversubscribe=1 OMPI_MCA_btl_vader_single_copy_mechanism=none timeout 60 mpiexec.openmpi --allow-run-as-root -n 1 /usr/bin/python3 -B receive.py : -n 1 ./send_particles */
import numpy as np
from mpi4py import MPI

import structs

# @BLOCK@
for i, one in enumerate(particles):
    assert one["species"] == b"H" and list(one["position"]) == [i, 0.5, 2] and one["id"] == -i
