#include "model_types.h"

int model_build(void) { return Build_MPI_Types_model(); }
int model_free(void) { return Free_MPI_Types_model(); }
