// Calls that work on the data of one rank alone. The rules are those of messages: what may be sent may be packed, and
// what may be received into may be unpacked into (MPI 4.0, section 5.2).
#include "wrap.h"

#include "check/compare/local_parts.h"

using namespace automap::check;

#include "packing.inc"
