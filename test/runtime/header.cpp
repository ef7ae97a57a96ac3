// Checks that automap/automap.h compiles as C++17, alone and included twice.
#include "automap/automap.h"

int describe(MPI_Datatype type, char *buffer, size_t size) {
  return AM_Type_describe(type, AM_FORMAT_JSON, buffer, size, nullptr);
}
