# Writes TYPE(name) for each datatype AutoMap_name that a generated header declares.
#   cmake -D HEADER=<file> -D OUTPUT=<file> -P generated_types.cmake
file(READ "${HEADER}" header)
string(REGEX MATCHALL "extern MPI_Datatype AutoMap_[A-Za-z0-9_]*" handles "${header}")
list(TRANSFORM handles REPLACE "extern MPI_Datatype AutoMap_(.*)" "TYPE(\\1)\n")
string(CONCAT text ${handles})
file(WRITE "${OUTPUT}" "${text}")
